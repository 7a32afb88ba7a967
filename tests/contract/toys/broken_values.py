"""Toys that break the promises about values and views."""

from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from games.engine.chance import Chance, Rng
from games.engine.game import to_everyone, to_seats
from games.engine.legal_moves import Legal
from games.engine.serialization.values import frozen_dataclass
from tests.catalog.states import but
from tests.contract.checks import play, values, views
from tests.contract.toys import toy
from tests.contract.toys.registry import Broken
from tests.contract.toys.toy import Step, ToyRules, ToyState

broken = Broken()


@frozen_dataclass
class Deeper(toy.Hidden):
    more: int = 0


@broken.noticed_by(values.survives_the_codec)
class HiddenOfAnotherKind(ToyRules):
    def setup(self, options: Any, seats: int) -> ToyState:
        return replace(super().setup(options, seats), hidden=Deeper())


@broken.noticed_by(values.survives_the_codec)
class NumberAsText(ToyRules):
    def setup(self, options: Any, seats: int) -> ToyState:
        return but(super().setup(options, seats), turn="0")


broken.title_noticed_by(values.happenings_are_told_well, "HappeningNotListed", happenings=(toy.Dealt, toy.Bids))


@broken.noticed_by(values.happenings_are_told_well)
class ToldToNobody(ToyRules):
    def deal(self, state: ToyState, chance: Chance) -> Step:
        step = super().deal(state, chance)
        return replace(step, happenings=(*step.happenings, to_seats(9, toy.Dealt(()))))


@broken.noticed_by(views.told_is_what_the_view_shows)
class DealtInPlainSight(ToyRules):
    def deal(self, state: ToyState, chance: Chance) -> Step:
        step = super().deal(state, chance)
        return replace(step, happenings=tuple(to_everyone(happening.happening) for happening in step.happenings))


@dataclass(slots=True, repr=False, eq=False)
class Soft:
    """A dataclass that can be changed."""

    seat: int


@broken.noticed_by(values.values_are_frozen)
class TellsSoftly(ToyRules):
    def keep(self, state: ToyState, seat: int, card: str) -> Step:
        return replace(super().keep(state, seat, card), happenings=(to_everyone(Soft(seat)),))  # type: ignore[arg-type]


@broken.noticed_by(play.functions_are_pure)
class ChangesInPlace(ToyRules):
    def legal(self, state: ToyState, seat: int) -> Legal[toy.Move]:
        object.__setattr__(state.public, "number", state.public.number + 1)
        return super().legal(state, seat)


@broken.noticed_by(play.functions_are_pure)
class OwnChance(ToyRules):
    numbers = count()

    def deal(self, state: ToyState, chance: Chance) -> Step:
        return super().deal(state, Chance(b"%d" % next(self.numbers)))


@broken.noticed_by(views.views_hold_no_state)
class StateInside(ToyRules):
    def bid(self, state: ToyState, seat: int, coins: int) -> Step:
        step = super().bid(state, seat, coins)
        return replace(step, state=but(step.state, last=(state, 0)))


def imagine_without_what_was_laid_away(view: toy.ToyView, rng: Rng) -> ToyState:
    world = toy.imagine(view, rng)
    return but(world, away=tuple(None for _ in world.own))


def imagine_another_turn(view: toy.ToyView, rng: Rng) -> ToyState:
    return but(toy.imagine(view, rng), turn=view.public.turn + 1)


broken.title_noticed_by(views.imagined_worlds_agree, "ForgetsItsCards", imagine=imagine_without_what_was_laid_away)
broken.title_noticed_by(views.imagined_worlds_agree, "ForgetsTheTurn", imagine=imagine_another_turn)


def redealt_with_the_hands(state: ToyState, rng: Rng) -> ToyState:
    return replace(state, own=tuple(reversed(state.own)))


def redealt_from_a_new_deck(state: ToyState, rng: Rng) -> ToyState:
    return replace(state, hidden=toy.Hidden())


broken.title_noticed_by(views.only_the_unseen_is_redealt, "SwapsHands", redealt=redealt_with_the_hands)
broken.title_noticed_by(views.only_the_unseen_is_redealt, "NewDeck", redealt=redealt_from_a_new_deck)


class TurnDone(toy.ToyView):
    """Whose turn it is has nothing more to decide."""

    @property
    def inactive_seats(self) -> frozenset[int]:
        return frozenset({self.public.turn})


class DoneForMe(toy.ToyView):
    """Every seat considers only itself inactive."""

    @property
    def inactive_seats(self) -> frozenset[int]:
        return frozenset() if self.seat is None or self.public.phase != "settle" else frozenset({self.seat})


broken.title_noticed_by(views.who_is_done_is_not_asked, "AskedAlthoughDone", view_class=TurnDone)
broken.title_noticed_by(views.who_is_done_is_not_asked, "DoneInOwnEyesOnly", view_class=DoneForMe)
