"""Toys that break the promises about cards and chips, turns, moves, simultaneous choices, and standings."""

from dataclasses import replace
from itertools import count

from games.engine.chance import Chance
from games.engine.errors import IllegalMoveError
from games.engine.game import Standing, to_everyone
from games.engine.legal_moves import Amount, Choice, Legal
from tests.catalog.states import but
from tests.contract.checks import moves, play
from tests.contract.toys import toy
from tests.contract.toys.registry import Broken
from tests.contract.toys.toy import Move, Step, ToyRules, ToyState

broken = Broken()


@broken.noticed_by(play.conserved)
class PaysTooMuch(ToyRules):
    def settle(self, state: ToyState) -> Step:
        step = super().settle(state)
        return replace(step, state=but(step.state, coins=tuple(coins + 1 for coins in step.state.public.coins)))


@broken.noticed_by(play.conserved)
class DealsACardTwice(ToyRules):
    def deal(self, state: ToyState, chance: Chance) -> Step:
        step = super().deal(state, chance)
        return replace(step, state=replace(step.state, own=step.state.own[:1] * len(step.state.own)))


@broken.noticed_by(play.no_wedge)
class HouseStandsStill(ToyRules):
    def advance(self, state: ToyState, chance: Chance) -> Step | None:
        return None


@broken.noticed_by(play.no_wedge)
class HouseMovesTooSoon(ToyRules):
    def advance(self, state: ToyState, chance: Chance) -> Step | None:
        return Step(state) if state.public.phase == "bid" else super().advance(state, chance)


@broken.noticed_by(play.no_wedge)
class NothingToChoose(ToyRules):
    def legal(self, state: ToyState, seat: int) -> Legal[Move]:
        return Legal() if state.public.phase == "bid" and state.public.number == 1 else super().legal(state, seat)


@broken.noticed_by(play.no_wedge)
class GoesOnAfterTheEnd(ToyRules):
    def legal(self, state: ToyState, seat: int) -> Legal[Move]:
        return Legal((Choice((toy.Show(),)),)) if state.public.phase == "over" else super().legal(state, seat)


@broken.noticed_by(moves.legal_is_what_apply_accepts)
class OffersTooMuch(ToyRules):
    def legal(self, state: ToyState, seat: int) -> Legal[Move]:
        sets = super().legal(state, seat).sets
        return Legal(tuple(replace(part, max=4) if isinstance(part, Amount) else part for part in sets))


@broken.noticed_by(moves.legal_is_what_apply_accepts)
class AcceptsMore(ToyRules):
    def legal(self, state: ToyState, seat: int) -> Legal[Move]:
        sets = super().legal(state, seat).sets
        return Legal(tuple(replace(part, max=2) if isinstance(part, Amount) else part for part in sets))


@broken.noticed_by(moves.legal_is_what_apply_accepts)
class AcceptsFromAnybody(ToyRules):
    def apply(self, state: ToyState, seat: int, move: Move) -> Step:
        return super().apply(state, state.public.turn if isinstance(move, toy.Bid) else seat, move)


@broken.noticed_by(moves.legal_is_what_apply_accepts)
class EmptySet(ToyRules):
    def legal(self, state: ToyState, seat: int) -> Legal[Move]:
        sets = super().legal(state, seat).sets
        return Legal(tuple(replace(part, min=3, max=2) if isinstance(part, Amount) else part for part in sets))


@broken.noticed_by(moves.legal_is_what_apply_accepts)
class RefusesWithASentence(ToyRules):
    def apply(self, state: ToyState, seat: int, move: Move) -> Step:
        try:
            return super().apply(state, seat, move)
        except IllegalMoveError:
            raise IllegalMoveError("You can't do that now!") from None


@broken.noticed_by(moves.only_exact_values_are_moves)
class TakesANumberForAnother(ToyRules):
    def apply(self, state: ToyState, seat: int, move: Move) -> Step:
        return super().apply(state, seat, toy.Bid(int(move.coins)) if isinstance(move, toy.Bid) else move)


@broken.noticed_by(moves.moves_pass_the_door)
class GuessesWhatWasMeant(ToyRules):
    def apply(self, state: ToyState, seat: int, move: Move) -> Step:
        if isinstance(move, toy.Keep) and not move.cards:
            move = toy.Keep(state.own[seat].hand[:1])
        return super().apply(state, seat, move)


broken.title_noticed_by(moves.moves_pass_the_door, "MoveNotListed", moves=(toy.Keep, toy.Bid, toy.Show))


@broken.noticed_by(moves.safe_move_is_legal)
class UnsafeMove(ToyRules):
    def safe_move(self, state: ToyState, seat: int, chance: Chance) -> Move:
        return toy.Fold()


@broken.noticed_by(moves.safe_move_is_legal)
class FickleSafeMove(ToyRules):
    numbers = count()

    def safe_move(self, state: ToyState, seat: int, chance: Chance) -> Move:
        return (
            toy.Bid(1 + next(self.numbers) % 2)
            if state.public.phase == "bid"
            else super().safe_move(state, seat, chance)
        )


@broken.noticed_by(play.order_of_choices)
class FirstComeFirstServed(ToyRules):
    def keep(self, state: ToyState, seat: int, card: str) -> Step:
        step = super().keep(state, seat, card)
        first = not any(state.public.chosen)
        return replace(step, state=but(step.state, turn=seat)) if first else step


@broken.noticed_by(play.order_of_choices)
class TellsTheFirst(ToyRules):
    def keep(self, state: ToyState, seat: int, card: str) -> Step:
        step = super().keep(state, seat, card)
        return (
            step
            if any(state.public.chosen)
            else replace(step, happenings=(*step.happenings, to_everyone(toy.Paid(seat, 0))))
        )


@broken.noticed_by(play.order_of_choices)
class OneAfterAnother(ToyRules):
    def legal(self, state: ToyState, seat: int) -> Legal[Move]:
        legal = super().legal(state, seat)
        is_second = any(state.public.chosen) and state.public.phase == "keep"
        return Legal((Choice((toy.Keep(state.own[seat].hand[:1]),)),)) if legal and is_second else legal


@broken.noticed_by(play.standing_is_consistent)
class PlacesWithAGap(ToyRules):
    def standing(self, state: ToyState) -> Standing:
        good = super().standing(state)
        return replace(good, places=tuple(place + 1 for place in good.places))


@broken.noticed_by(play.standing_is_consistent)
class WinsTooSoon(ToyRules):
    def standing(self, state: ToyState) -> Standing:
        good = super().standing(state)
        return replace(good, winners=tuple(i for i, place in enumerate(good.places) if place == 1))
