"""Card checks of SdC Poker."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

from games.replays.standalone.record_checker.base import GAMES, Cards, Frame, Game, Step, need, without


class Sdc(Game):
    """Five cards each and one exchange.

    On trust: coins, bids, and which hand was better, which decides who opens the next stage.
    """

    ranks = (*(str(n) for n in range(2, 11)), "J", "Q", "K", "A")
    full_deck = tuple(suit + rank for suit, rank in product("WFAE", ranks))
    moves = {
        "draw": ("draw",), "bid": ("bid",), "raise": ("answer",), "call": ("answer", "reply"),
        "drop": ("answer", "reply"),
    }  # fmt: skip
    happenings = {
        "first-opener": "seat by_lot", "stage-began": "stage opener", "dealt": "seat cards", "confirmed": "seat",
        "marked": "seat cards", "exchanged": "seat count", "drew": "seat cards", "shown": "seat cards + category",
        "dropped": "seat", "bid-made": "+ seat coins by_house", "called": "+ seat coins", "raised": "+ seat to",
        "paid": "+ winner coins won_by_drop", "match-ended": "+ winner by_limit",
    }  # fmt: skip

    def facts(self, public: Any) -> dict[str, Any]:
        names = ("stage", "opener", "confirmed", "exchanged", "dropped", "shown")
        last, last_names = public["last"], ("stage", "opener", "hands", "exchanged", "dropped", "winner")
        last_facts = last and {name: last[name] for name in last_names}
        return {**{name: public[name] for name in names}, "last": last_facts}

    def places(self, state: Frame) -> list[Cards]:
        return [*(own["hand"] + own["discards"] for own in state["own"]), state["hidden"]["deck"]]

    def in_order(self, cards: Iterable[str]) -> list[str]:
        """Sort by rank, highest first, then by suit: W, F, A, E."""
        return sorted(cards, key=lambda card: (-(self.full_deck.index(card) % 13), self.full_deck.index(card)))

    def clear(self, step: Step) -> None:
        """Remove all cards from the table."""
        step.public.update(confirmed=[False, False], exchanged=[], dropped=None, shown=[])
        step.own = [{"hand": [], "marks": None, "discards": []} for _ in self.all_seats()]
        step.hidden = {"deck": []}

    def set_up(self, step: Step) -> None:
        self.clear(step)
        step.public.update(stage=0, opener=0, last=None)
        step.phases = ("first",)

    def house_first(self, step: Step, claimed: Frame) -> None:
        by_lot = self.options["first_opener"] == "random"
        step.public["opener"] = self.chance.below("first-opener", 2) if by_lot else 0
        step.tell("first-opener", seat=step.public["opener"], by_lot=by_lot)
        step.phases = ("deal",)

    def house_deal(self, step: Step, claimed: Frame) -> None:
        """Deal one card at a time, starting with the opener."""
        public = step.public
        public["stage"] += 1
        step.tell("stage-began", stage=public["stage"], opener=public["opener"])
        deck = self.shuffled(f"stage/{public['stage']}/deck")
        for seat in self.all_seats():
            hand = self.in_order(deck[0 if seat == public["opener"] else 1 : 10 : 2])
            step.own[seat]["hand"] = hand
            step.tell_seat(seat, "dealt", seat=seat, cards=hand)
        step.hidden["deck"] = deck[10:]
        step.phases = ("draw",)

    def move_draw(self, step: Step, claimed: Frame, seat: int, move: Any, body: Any) -> None:
        need(not step.public["confirmed"][seat], "a second draw")
        own, cards = step.own[seat], move.get("cards", [])
        without(own["hand"], cards, "a draw")
        need(len(cards) <= self.options["max_exchange"], "a draw of too many cards")
        own["marks"] = [card for card in own["hand"] if card in cards]
        step.public["confirmed"][seat] = True
        step.tell("confirmed", seat=seat)
        step.tell_seat(seat, "marked", seat=seat, cards=own["marks"])
        step.phases = ("draw",)

    def house_draw(self, step: Step, claimed: Frame) -> None:
        """Exchange for both. The opener's new cards come from the deck first."""
        public = step.public
        need(all(public["confirmed"]), "an exchange before both have drawn")
        for seat in (public["opener"], 1 - public["opener"]):
            own = step.own[seat]
            new, step.hidden["deck"] = (
                step.hidden["deck"][: len(own["marks"])],
                step.hidden["deck"][len(own["marks"]) :],
            )
            own["hand"] = self.in_order(without(own["hand"], own["marks"], "an exchange") + new)
            own["marks"], own["discards"] = None, own["marks"]
            step.tell("exchanged", seat=seat, count=len(new))
            step.tell_seat(seat, "drew", seat=seat, cards=self.in_order(new))
        public.update(confirmed=[False, False], exchanged=[len(own["discards"]) for own in step.own])
        step.phases = ("bid",)

    def house_bid(self, step: Step, claimed: Frame) -> None:
        """Bid for the opener, where 1 is the only possible bid."""
        step.phases = ("answer",)

    def in_turn(self, step: Step, seat: int) -> None:
        """Check the turn: the opener bids and replies, the other seat answers."""
        opener = step.public["opener"]
        need(seat == (1 - opener if step.public["phase"] == "answer" else opener), "a move out of turn")

    def move_bid(self, step: Step, claimed: Frame, seat: int, move: Any, body: Any) -> None:
        self.in_turn(step, seat)
        step.phases = ("answer",)

    def move_raise(self, step: Step, claimed: Frame, seat: int, move: Any, body: Any) -> None:
        self.in_turn(step, seat)
        step.phases = ("reply",)

    def move_call(self, step: Step, claimed: Frame, seat: int, move: Any, body: Any) -> None:
        self.in_turn(step, seat)
        step.phases = ("showdown",)

    def move_drop(self, step: Step, claimed: Frame, seat: int, move: Any, body: Any) -> None:
        self.in_turn(step, seat)
        step.public["dropped"] = seat
        step.tell("dropped", seat=seat)
        step.phases = ("showdown",)

    def house_showdown(self, step: Step, claimed: Frame) -> None:
        """Show both hands, even after a drop."""
        step.public["shown"] = [own["hand"] for own in step.own]
        for seat in self.all_seats():
            step.tell("shown", seat=seat, cards=step.own[seat]["hand"])
        step.phases = ("pay",)

    def house_pay(self, step: Step, claimed: Frame) -> None:
        """Pay. The winner opens the next stage."""
        public, winner = step.public, claimed["public"]["last"]["winner"]
        need(winner in (0, 1) and winner != public["dropped"], "the winner of the stage")
        last = {name: public[name] for name in ("stage", "opener", "exchanged", "dropped")}
        hands = [own["hand"] for own in step.own]
        self.clear(step)
        public.update(opener=winner, last={**last, "hands": hands, "winner": winner})
        step.phases = ("deal", "end")

    def house_end(self, step: Step, claimed: Frame) -> None:
        step.phases = ("over",)


GAMES["sdc"] = Sdc
