"""Card checks of Lombard Hold'em."""

from __future__ import annotations

from typing import Any

from games.replays.standalone.record_checker.base import GAMES, Cards, Frame, Game, Step, need, pick_card_facts


class Lombard(Game):
    """Two hole cards, three open ones, and two more after each seat's one turn.

    On trust: coins, and so when the match ends.
    """

    numbers = {"K": range(1, 12), "N": range(2, 11), "B": range(4, 9), "P": (4, 6, 8)}
    full_deck = tuple(f"{kind}{n}" for kind, values in numbers.items() for n in values)
    moves = {"call": ("turns",), "double": ("turns",), "fold": ("turns",)}
    happenings = {
        "first-dealer": "seat", "round-began": "round seat", "dealt": "seat cards", "community-opened": "cards",
        "called": "seat card", "doubled": "seat", "folded": "seat", "hand-shown": "seat cards board + hand",
        "pot-won": "shown + seat coins balance", "match-won": "+ seat balance",
    }  # fmt: skip

    def facts(self, public: Any) -> dict[str, Any]:
        names = ("round", "dealer", "board", "actions", "opened", "holes", "shown")
        last = pick_card_facts(public["last"], ("round", "board", "actions"))
        return {**{name: public[name] for name in names}, "last": last}

    def places(self, state: Frame) -> list[Cards]:
        return [*(own["cards"] for own in state["own"]), state["public"]["board"], state["hidden"]["deck"]]

    def set_up(self, step: Step) -> None:
        holes: list[Any] = [[] for _ in self.all_seats()]
        step.public.update(round=0, dealer=-1, board=[], shown=False, last=None, holes=holes)
        step.public.update(actions=[""] * self.seats, opened=[-1] * self.seats)
        step.own, step.hidden = [{"cards": []} for _ in self.all_seats()], {"deck": []}
        step.phases = ("start",)

    def house_start(self, step: Step, claimed: Frame) -> None:
        step.public["dealer"] = self.chance.below("dealer", self.seats)
        step.tell("first-dealer", seat=step.public["dealer"])
        step.phases = ("deal",)

    def house_deal(self, step: Step, claimed: Frame) -> None:
        """Move the dealer on, deal two cards to each seat in order, and open three."""
        public, dealer = step.public, step.public["dealer"]
        if public["round"]:
            dealer = (dealer + 1) % self.seats
        number = public["round"] + 1
        step.tell("round-began", round=number, seat=dealer)
        deck = self.shuffled(f"round/{number}/deck")
        for seat in self.all_seats():
            step.own[seat], deck = {"cards": deck[:2]}, deck[2:]
            step.tell_seat(seat, "dealt", seat=seat, cards=step.own[seat]["cards"])
        step.hidden["deck"] = deck[3:]
        step.tell("community-opened", cards=deck[:3])
        public.update(round=number, dealer=dealer, board=deck[:3], shown=False)
        public.update(actions=[""] * self.seats, opened=[-1] * self.seats)
        public["holes"] = [[None, None] for _ in self.all_seats()]
        step.phases = ("turns",)

    def still_in(self, public: Any) -> list[int]:
        return [seat for seat in self.all_seats() if public["actions"][seat] != "fold"]

    def act(self, step: Step, seat: int, action: str) -> None:
        """Take a seat's only turn of the round, the dealer's last. A lone seat wins at once, or by option after it."""
        public = step.public
        order = [(public["dealer"] + n) % self.seats for n in range(1, self.seats + 1)]
        need(seat == next((other for other in order if not public["actions"][other]), None), "a move out of turn")
        public["actions"][seat] = action
        pending = "" in public["actions"]
        if len(self.still_in(public)) == 1 and not (pending and self.options["last_player_acts"]):
            step.phases = ("payment",)
        else:
            step.phases = ("turns",) if pending else ("runout",)

    def move_call(self, step: Step, claimed: Frame, seat: int, move: Any, body: Any) -> None:
        """Open one hole card."""
        self.act(step, seat, "call")
        at = move["card"]
        need(at in (0, 1), "a card that isn't there")
        card = step.own[seat]["cards"][at]
        step.public["opened"][seat] = at
        step.public["holes"][seat] = [card, None] if at == 0 else [None, card]
        step.tell("called", seat=seat, card=card)

    def move_double(self, step: Step, claimed: Frame, seat: int, move: Any, body: Any) -> None:
        self.act(step, seat, "double")
        step.tell("doubled", seat=seat)

    def move_fold(self, step: Step, claimed: Frame, seat: int, move: Any, body: Any) -> None:
        self.act(step, seat, "fold")
        step.tell("folded", seat=seat)

    def house_runout(self, step: Step, claimed: Frame) -> None:
        cards, step.hidden["deck"] = step.hidden["deck"][:2], step.hidden["deck"][2:]
        step.public["board"] = step.public["board"] + cards
        step.tell("community-opened", cards=cards)
        step.phases = ("showdown",)

    def house_showdown(self, step: Step, claimed: Frame) -> None:
        public = step.public
        public["shown"] = True
        for seat in self.still_in(public):
            public["holes"][seat] = step.own[seat]["cards"]
            step.tell("hand-shown", seat=seat, cards=step.own[seat]["cards"], board=public["board"])
        step.phases = ("payment",)

    def house_payment(self, step: Step, claimed: Frame) -> None:
        """Pay. The cards stay until the next deal."""
        public = step.public
        seats = self.still_in(public) if public["shown"] else []
        hands = [{"seat": seat, "cards": step.own[seat]["cards"]} for seat in seats]
        public["last"] = {name: public[name] for name in ("round", "board", "actions")}
        public["last"]["hands"] = hands
        step.tell("pot-won", shown=public["shown"])
        step.phases = ("deal", "over")


GAMES["lombard"] = Lombard
