"""Toys that each give away something hidden, in every way a seat could learn it."""

from dataclasses import replace

from games.engine.chance import Chance
from games.engine.errors import IllegalMoveError
from games.engine.game import Standing, to_everyone
from games.engine.legal_moves import Choice, Legal
from games.kit.seats import replace_at
from tests.contract.subject import Subject
from tests.contract.toys import toy
from tests.contract.toys.subject import SUBJECT
from tests.contract.toys.toy import Move, Step, ToyRules, ToyState


class InPublic(ToyRules):
    """Leaks: the others' cards change a public number."""

    def keep(self, state: ToyState, seat: int, card: str) -> Step:
        step = super().keep(state, seat, card)
        high = any("X9" in private.hand for private in state.own)
        return replace(step, state=replace(step.state, public=replace(step.state.public, turn=int(high))))


class InTheOwnOfOneSeat(ToyRules):
    """Leaks: a seat that keeps a card learns an undealt one."""

    def keep(self, state: ToyState, seat: int, card: str) -> Step:
        step = super().keep(state, seat, card)
        knows = replace(step.state.own[seat], away=state.hidden.deck[0])
        return replace(step, state=replace(step.state, own=replace_at(step.state.own, seat, knows)))


class WhatIsKept(ToyRules):
    """Leaks: a kept card is written in a public place."""

    def keep(self, state: ToyState, seat: int, card: str) -> Step:
        step = super().keep(state, seat, card)
        return replace(step, state=replace(step.state, public=replace(step.state.public, last=(seat, int(card[1:])))))


class InTheRefusal(ToyRules):
    def apply(self, state: ToyState, seat: int, move: Move) -> Step:
        dealt = {card for private in state.own for card in private.hand}
        if isinstance(move, toy.Keep) and seat in self.waiting_on(state) and not dealt.intersection(move.cards):
            raise IllegalMoveError("nobody-has-it")
        return super().apply(state, seat, move)


class InTheParams(ToyRules):
    def apply(self, state: ToyState, seat: int, move: Move) -> Step:
        try:
            return super().apply(state, seat, move)
        except IllegalMoveError as refusal:
            raise IllegalMoveError(refusal.code, {"left": "".join(state.hidden.deck[:1])}) from None


class InWhatIsLegal(ToyRules):
    def legal(self, state: ToyState, seat: int) -> Legal[Move]:
        legal = super().legal(state, seat)
        best = max(private.kept or "" for private in state.own)
        return (
            legal
            if state.public.phase != "bid" or state.own[seat].kept != best
            else Legal((*legal, Choice((toy.Show(),))))
        )


class InTheSafeMove(ToyRules):
    def safe_move(self, state: ToyState, seat: int, chance: Chance) -> Move:
        ahead = state.public.phase == "bid" and state.own[seat].kept == max(private.kept or "" for private in state.own)
        return toy.Bid(1) if ahead else super().safe_move(state, seat, chance)


class InTheStanding(ToyRules):
    def standing(self, state: ToyState) -> Standing:
        good = super().standing(state)
        return replace(good, scores=tuple(s + (o.kept == "X9") for s, o in zip(good.scores, state.own, strict=True)))


class InAHappening(ToyRules):
    def bid(self, state: ToyState, seat: int, coins: int) -> Step:
        step = super().bid(state, seat, coins)
        return replace(step, happenings=(to_everyone(toy.Bids(seat, coins + (state.own[seat].kept == "X9"))),))


class WhoIsAsked(ToyRules):
    """A seat is skipped because of its cards."""

    def waiting_on(self, state: ToyState) -> frozenset[int]:
        return frozenset(
            i for i in super().waiting_on(state) if state.public.phase != "keep" or "X9" not in state.own[i].hand
        )


class ChoiceIsTold(ToyRules):
    """While the others still choose, what one has kept shows."""

    def keep(self, state: ToyState, seat: int, card: str) -> Step:
        step = super().keep(state, seat, card)
        return replace(step, happenings=(to_everyone(toy.Chose(seat + 10 * (card == state.own[seat].hand[0]))),))


LEAKY: dict[str, Subject] = {
    kind.__name__: SUBJECT.with_rules(kind())
    for kind in (
        InPublic, InTheOwnOfOneSeat, WhatIsKept, InTheRefusal, InTheParams, InWhatIsLegal, InTheSafeMove, InTheStanding,
        InAHappening, ChoiceIsTold, WhoIsAsked,
    )
}  # fmt: skip
