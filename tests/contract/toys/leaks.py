"""Toys that each give away something hidden, in every way a seat could learn it."""

from dataclasses import replace

from games.engine.chance import Chance
from games.engine.contract import Standing, Step, everybody
from games.engine.errors import IllegalMove
from games.engine.legal import Choice, Legal
from games.engine.values import Move
from tests.contract.subject import Subject
from tests.contract.toys import toy
from tests.contract.toys.subject import SUBJECT
from tests.contract.toys.toy import ToyRules, ToyState


class InTheView(ToyRules):
    def view(self, state: ToyState, seat: int | None) -> toy.ToyView:
        view = super().view(state, seat)
        high = any(hand and hand[-1] > "X7" for hand in state.hands)
        return replace(view, public=replace(view.public, number=state.number + high))


class InTheViewOfOneSeat(ToyRules):
    def view(self, state: ToyState, seat: int | None) -> toy.ToyView:
        view = super().view(state, seat)
        return view if seat != 1 or not state.deck else replace(view, own=replace(view.own, away=state.deck[0]))


class InTheRefusal(ToyRules):
    def apply(self, state: ToyState, seat: int, move: Move) -> Step:
        dealt = {card for hand in state.hands for card in hand}
        if isinstance(move, toy.Keep) and seat in self.waiting_on(state) and not dealt.intersection(move.cards):
            raise IllegalMove("nobody-has-it")
        return super().apply(state, seat, move)


class InTheParams(ToyRules):
    def apply(self, state: ToyState, seat: int, move: Move) -> Step:
        try:
            return super().apply(state, seat, move)
        except IllegalMove as refusal:
            raise IllegalMove(refusal.code, {"left": "".join(state.deck[:1])}) from None


class InWhatIsLegal(ToyRules):
    def legal(self, state: ToyState, seat: int) -> Legal:
        legal = super().legal(state, seat)
        best = max((card or "" for card in state.kept), default="")
        return legal if state.phase != "bid" or state.kept[seat] != best else Legal((*legal, Choice((toy.Show(),))))


class InTheSafeMove(ToyRules):
    def safe_move(self, state: ToyState, seat: int, chance: Chance) -> Move:
        ahead = state.phase == "bid" and state.kept[seat] == max(card or "" for card in state.kept)
        return toy.Bid(1) if ahead else super().safe_move(state, seat, chance)


class InTheStanding(ToyRules):
    def standing(self, state: ToyState) -> Standing:
        good = super().standing(state)
        return replace(good, scores=tuple(s + (k == "X9") for s, k in zip(good.scores, state.kept, strict=True)))


class InAHappening(ToyRules):
    def bid(self, state: ToyState, seat: int, coins: int) -> Step:
        step = super().bid(state, seat, coins)
        return replace(step, happenings=(everybody(toy.Bids(seat, coins + (state.kept[seat] == "X9"))),))


class WhoIsAsked(ToyRules):
    """A seat is skipped because of its cards."""

    def waiting_on(self, state: ToyState) -> frozenset[int]:
        return frozenset(i for i in super().waiting_on(state) if state.phase != "keep" or "X9" not in state.hands[i])


class ChoiceIsTold(ToyRules):
    """While the others still choose, what one has kept shows."""

    def keep(self, state: ToyState, seat: int, card: str) -> Step:
        step = super().keep(state, seat, card)
        return replace(step, happenings=(everybody(toy.Chose(seat + 10 * (card == state.hands[seat][0]))),))


LEAKY: dict[str, Subject] = {
    kind.__name__: SUBJECT.with_rules(kind())
    for kind in (
        InTheView, InTheViewOfOneSeat, InTheRefusal, InTheParams, InWhatIsLegal, InTheSafeMove, InTheStanding,
        InAHappening, ChoiceIsTold, WhoIsAsked,
    )
}  # fmt: skip
