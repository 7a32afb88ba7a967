"""Card checks of Dou Dizhu."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.replays.standalone.record_checker.base import GAMES, Cards, Frame, Game, Step, need, without


class Doudizhu(Game):
    """108 cards by rank: eight are put aside, and each of four seats gets 25. No card is taken on trust."""

    ranks = (*(str(n) for n in range(3, 11)), "J", "Q", "K", "A", "2", "s", "B")  # s and B are the jokers
    full_deck = tuple(rank for rank in ranks for _ in range(2 if rank in ("s", "B") else 8))
    moves = {"accept": ("auction",), "refuse": ("auction",), "play": ("play",), "pass": ("play",)}
    happenings = {
        "deal-began": "deal deals", "dealt": "seat cards", "face-up": "seat card", "accepted": "seat",
        "refused": "seat", "kitty-shown": "cards", "kitty-taken": "seat", "kitty-seen": "seat cards", "kitty-left": "",
        "played": "seat cards leads left + kind", "passed": "seat", "hand-shown": "seat cards",
        "landlord-named": "seat forced + rate", "bombs-limited": "+ seats", "deal-won": "seat landlord + rate",
        "match-ended": "+ winners chips",
    }  # fmt: skip

    def facts(self, public: Any) -> dict[str, Any]:
        names = ("deal", "starter", "face_up", "answers", "played", "trick", "previous", "kitty", "hands")
        last = public["last"]
        last_facts = last and {name: last[name] for name in ("deal", "landlord", "winner", "hands")}
        return {**{name: public[name] for name in names}, "last": last_facts}

    def places(self, state: Frame) -> list[Cards]:
        """Return the hands, the played cards and the eight set aside, unless a seat has them."""
        public, hidden = state["public"], state["hidden"]["kitty"]
        taken = self.options["kitty_to_landlord"]
        aside = hidden or ([] if taken else public["kitty"])
        return [*(own["hand"] for own in state["own"]), *public["played"], aside]

    def in_order(self, cards: Iterable[str]) -> list[str]:
        return sorted(cards, key=self.ranks.index)

    def landlord(self, public: Any) -> int:
        """Return the seat that accepted, or the one asked first if none did."""
        answers = public["answers"]
        seat: int = answers.index("accept") if "accept" in answers else public["starter"]
        return seat

    def clear(self, step: Step) -> None:
        step.public.update(starter=None, face_up="", answers=[""] * 4, played=[[], [], [], []], trick=[], previous=[])
        step.public.update(kitty=[], hands=[])
        step.own, step.hidden = [{"hand": [], "kitty": []} for _ in self.all_seats()], {"kitty": []}

    def set_up(self, step: Step) -> None:
        self.clear(step)
        step.public.update(deal=0, last=None)
        step.phases = ("deal",)

    def begin_fork(self, step: Step, taken: Frame) -> None:
        """Shuffle nothing: the order of the eight cards has no effect."""

    def house_deal(self, step: Step, claimed: Frame) -> None:
        """Put the top eight cards aside, then deal 25 to each seat in order."""
        public = step.public
        public["deal"] += 1
        deck = self.shuffled(f"deal/{public['deal']}/deck")
        step.hidden["kitty"] = self.in_order(deck[:8])
        step.tell("deal-began", deal=public["deal"], deals=self.options["deals"])
        for seat in self.all_seats():
            step.own[seat]["hand"] = self.in_order(deck[8 + 25 * seat : 33 + 25 * seat])
            step.tell_seat(seat, "dealt", seat=seat, cards=step.own[seat]["hand"])
        step.phases = ("face-up",)

    def house_face_up(self, step: Step, claimed: Frame) -> None:
        """Show one of the hundred dealt cards, chosen by lot."""
        seat, at = divmod(self.chance.below(f"deal/{step.public['deal']}/face-up", 100), 25)
        card = step.own[seat]["hand"][at]
        step.public.update(starter=seat, face_up=card)
        step.tell("face-up", seat=seat, card=card)
        step.phases = ("auction",)

    def move_accept(self, step: Step, claimed: Frame, seat: int, move: Any, body: Any) -> None:
        self.answer(step, seat, "accept")
        step.tell("accepted", seat=seat)

    def move_refuse(self, step: Step, claimed: Frame, seat: int, move: Any, body: Any) -> None:
        self.answer(step, seat, "refuse")
        step.tell("refused", seat=seat)

    def answer(self, step: Step, seat: int, reply: str) -> None:
        """Record an answer. Seats answer in reverse order from the starter, until one accepts or all have refused."""
        answers = step.public["answers"]
        need(seat == (step.public["starter"] - 4 + answers.count("")) % 4, "an answer out of turn")
        answers[seat] = reply
        step.phases = ("kitty",) if reply == "accept" or "" not in answers else ("auction",)

    def house_kitty(self, step: Step, claimed: Frame) -> None:
        """Give the eight cards to the landlord, and show them to everyone, each only if the option says so."""
        public, kitty, landlord = step.public, step.hidden["kitty"], self.landlord(step.public)
        taken, shown = self.options["kitty_to_landlord"], self.options["show_kitty"]
        step.tell("landlord-named", seat=landlord, forced="accept" not in public["answers"])
        if shown:
            public["kitty"] = kitty
            step.tell("kitty-shown", cards=kitty)
        if taken:
            own = step.own[landlord]
            own.update(hand=self.in_order(own["hand"] + kitty), kitty=kitty)
            step.tell("kitty-taken", seat=landlord)
            if not shown:
                step.tell_seat(landlord, "kitty-seen", seat=landlord, cards=kitty)
        else:
            step.tell("kitty-left")
        step.hidden["kitty"] = [] if taken or shown else kitty
        step.phases = ("play",)

    def in_turn(self, step: Step, seat: int) -> None:
        trick = step.public["trick"]
        due = (trick[-1]["seat"] - 1) % 4 if trick else self.landlord(step.public)
        need(seat == due, "a play out of turn")

    def leads(self, public: Any) -> bool:
        """Return whether a new trick begins: at the start, and after three passes."""
        return not any(turn["cards"] for turn in public["trick"][-3:])

    def move_play(self, step: Step, claimed: Frame, seat: int, move: Any, body: Any) -> None:
        self.in_turn(step, seat)
        public, own, cards = step.public, step.own[seat], self.in_order(move["cards"])
        need(cards, "a play of no cards")
        own["hand"] = without(own["hand"], cards, "a play")
        public["played"][seat] = self.in_order(public["played"][seat] + cards)
        leads = self.leads(public)
        if leads:
            public.update(trick=[], previous=public["trick"])
        public["trick"].append({"seat": seat, "cards": cards})
        step.tell("played", seat=seat, cards=cards, leads=leads, left=len(own["hand"]))
        step.phases = ("play",) if own["hand"] else ("show",)

    def move_pass(self, step: Step, claimed: Frame, seat: int, move: Any, body: Any) -> None:
        self.in_turn(step, seat)
        need(not self.leads(step.public), "who leads passes")
        step.public["trick"].append({"seat": seat, "cards": []})
        step.tell("passed", seat=seat)
        step.phases = ("play",)

    def house_show(self, step: Step, claimed: Frame) -> None:
        step.public["hands"] = [own["hand"] for own in step.own]
        for seat, own in enumerate(step.own):
            if own["hand"]:
                step.tell("hand-shown", seat=seat, cards=own["hand"])
        step.phases = ("payment",)

    def house_payment(self, step: Step, claimed: Frame) -> None:
        """End the deal and remove all cards from the table."""
        public = step.public
        last = {"deal": public["deal"], "landlord": self.landlord(public), "winner": public["hands"].index([])}
        last["hands"] = public["hands"]
        step.tell("deal-won", seat=last["winner"], landlord=last["landlord"])
        self.clear(step)
        public["last"] = last
        step.phases = ("over",) if public["deal"] == self.options["deals"] else ("deal",)


GAMES["doudizhu"] = Doudizhu
