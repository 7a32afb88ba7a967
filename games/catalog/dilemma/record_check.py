"""Card checks of Dilemma Hold'em."""

from __future__ import annotations

from itertools import product
from typing import Any

from games.replays.standalone.record_checker.base import (
    GAMES,
    Cards,
    Frame,
    Game,
    Step,
    need,
    next_seat_with,
    pick_card_facts,
)


class Dilemma(Game):
    """Two hole cards, and a board of three, one and one.

    On trust: chips, and so which seats have any when a hand begins, and when a round of betting is over.
    """

    full_deck = tuple(f"{item}{n}" for item, n in product("GFBU", range(1, 11)))
    moves = dict.fromkeys(("fold", "check", "call", "bet", "raise", "all-in"), ("bets",))
    happenings = {
        "first-dealer": "seat", "hand-began": "hand seat", "dealt": "seat cards", "folded": "seat",
        "hole-opened": "seat cards", "community-opened": "cards count", "hand-shown": "seat cards + hand",
        "blind-posted": "+ seat blind chips all_in", "checked": "+ seat", "called": "+ seat chips all_in",
        "bet-made": "+ seat to all_in", "raised": "+ seat to all_in", "returned": "+ seat chips",
        "pot-won": "+ seat chips pot pots hand", "penalty-paid": "+ seat chips", "bonus-paid": "+ seat chips category",
        "bank-short": "+ due paid", "blinds-raised": "+ level small big", "eliminated": "+ seat",
        "match-ended": "+ reason",
    }  # fmt: skip

    def facts(self, public: Any) -> dict[str, Any]:
        names = ("hand", "dealer", "starts", "opened", "board")
        last = pick_card_facts(public["last"], ("hand", "board"))
        return {**{name: public[name] for name in names}, "live": public["betting"]["live"], "last": last}

    def places(self, state: Frame) -> list[Cards]:
        return [*(own["cards"] for own in state["own"]), state["public"]["board"], state["hidden"]["deck"]]

    def live(self, step: Step) -> list[int]:
        """Return the seats that were dealt in and haven't folded."""
        return [seat for seat, lives in enumerate(step.public["betting"]["live"]) if lives]

    def live_hands(self, step: Step) -> list[Cards]:
        live = self.live(step)
        return [own["cards"] if seat in live else [] for seat, own in enumerate(step.own)]

    def set_up(self, step: Step) -> None:
        step.public.update(hand=0, dealer=-1, opened=[], board=[], last=None)
        step.public["betting"]["live"] = [True for _ in self.all_seats()]
        step.own, step.hidden = [{"cards": []} for _ in self.all_seats()], {"deck": []}
        step.phases = ("start",)

    def house_start(self, step: Step, claimed: Frame) -> None:
        step.public["dealer"] = self.chance.below("dealer", self.seats)
        step.tell("first-dealer", seat=step.public["dealer"])
        step.phases = ("blinds",)

    def house_blinds(self, step: Step, claimed: Frame) -> None:
        """Begin a hand: all cards return, seats with chips are in, and the next of them becomes the dealer."""
        public, chips = step.public, step.public["betting"]["stacks"]
        dealer = next_seat_with(chips, public["dealer"]) if public["hand"] else public["dealer"]
        public.update(hand=public["hand"] + 1, dealer=dealer, starts=chips, opened=[], board=[])
        public["betting"]["live"] = [own > 0 for own in chips]
        step.own, step.hidden = [{"cards": []} for _ in self.all_seats()], {"deck": []}
        step.tell("hand-began", hand=public["hand"], seat=dealer)
        step.phases = ("deal",)

    def house_deal(self, step: Step, claimed: Frame) -> None:
        deck = self.shuffled(f"hand/{step.public['hand']}/deck")
        for seat in self.live(step):
            step.own[seat], deck = {"cards": deck[:2]}, deck[2:]
            step.tell_seat(seat, "dealt", seat=seat, cards=step.own[seat]["cards"])
        step.hidden["deck"] = deck
        step.phases = ("bets", "close", *self.after_bets(step))

    def after_bets(self, step: Step) -> tuple[str, ...]:
        """Return the phases that can follow a round of betting once unmatched chips are returned."""
        if len(self.live(step)) == 1:
            return ("payment",)
        if len(step.public["board"]) == 5:
            return ("showdown",)
        return ("street",) if step.public["opened"] else ("street", "open")

    def move_fold(self, step: Step, claimed: Frame, seat: int, move: Any, body: Any) -> None:
        step.public["betting"]["live"][seat] = False
        step.tell("folded", seat=seat)
        self.bet(step, claimed, seat)

    def bet(self, step: Step, claimed: Frame, seat: int, *_: Any) -> None:
        """Check the turn. No card moves."""
        need(seat == step.public["turn"], "a move out of turn")
        alone = len(self.live(step)) == 1
        step.phases = ("close", "payment") if alone else ("bets", "close", *self.after_bets(step))

    move_check = move_call = move_bet = move_raise = move_all_in = bet

    def house_close(self, step: Step, claimed: Frame) -> None:
        """Return unmatched chips."""
        step.phases = self.after_bets(step)

    def house_open(self, step: Step, claimed: Frame) -> None:
        """Open the live hands before the board is complete, because no one can bet any more."""
        step.public["opened"] = self.live_hands(step)
        for seat in self.live(step):
            step.tell("hole-opened", seat=seat, cards=step.own[seat]["cards"])
        step.phases = ("street",)

    def house_street(self, step: Step, claimed: Frame) -> None:
        public, deck = step.public, step.hidden["deck"]
        count = 1 if public["board"] else 3
        public["board"], step.hidden["deck"] = public["board"] + deck[:count], deck[count:]
        step.tell("community-opened", cards=deck[:count], count=len(public["board"]))
        step.phases = ("bets", "close", *self.after_bets(step))

    def house_showdown(self, step: Step, claimed: Frame) -> None:
        public = step.public
        public["opened"] = self.live_hands(step)
        hands = [{"seat": seat, "cards": step.own[seat]["cards"]} for seat in self.live(step)]
        public["last"] = {"hand": public["hand"], "board": public["board"], "hands": hands}
        for hand in hands:
            step.tell("hand-shown", **hand)
        step.phases = ("payment",)

    def house_payment(self, step: Step, claimed: Frame) -> None:
        """Pay. The cards stay until the next blinds."""
        public, last = step.public, step.public["last"]
        hands = last["hands"] if last and last["hand"] == public["hand"] else []
        public["last"] = {"hand": public["hand"], "board": public["board"], "hands": hands}
        step.phases = ("bank",) if hands or self.options["fold_win_bonus"] else ("blinds", "over")

    def house_bank(self, step: Step, claimed: Frame) -> None:
        step.phases = ("blinds", "over")


GAMES["dilemma"] = Dilemma
