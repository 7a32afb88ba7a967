"""Toys that break what is promised of values and views."""

from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from games.engine.chance import Chance, Rng
from games.engine.contract import Step, everybody, only
from games.engine.values import State
from tests.contract.checks import play, values, views
from tests.contract.toys import toy
from tests.contract.toys.registry import Broken
from tests.contract.toys.toy import ToyRules, ToyState

broken = Broken()


@dataclass(frozen=True, slots=True, repr=False)
class Shapeless(ToyState):
    more: tuple[ToyState | None, ...] | int = 0


@broken.noticed_by(values.survives_the_codec)
class StateOfAnotherKind(ToyRules):
    def setup(self, options: Any, seats: int) -> ToyState:
        good = super().setup(options, seats)
        return Shapeless(**{name: getattr(good, name) for name in good.__slots__})


@broken.noticed_by(values.survives_the_codec)
class ViewOfAnotherKind(ToyRules):
    def view(self, state: ToyState, seat: int | None) -> toy.ToyView:
        view = super().view(state, seat)
        return replace(view, public=replace(view.public, number=str(view.public.number)))  # type: ignore[arg-type]


broken.title_noticed_by(values.happenings_are_told_well, "HappeningNotListed", happenings=(toy.Dealt, toy.Bids))


@broken.noticed_by(values.happenings_are_told_well)
class ToldToNobody(ToyRules):
    def deal(self, state: ToyState, chance: Chance) -> Step:
        step = super().deal(state, chance)
        return replace(step, happenings=(*step.happenings, only(9, toy.Dealt(()))))


@broken.noticed_by(views.told_is_what_the_view_shows)
class DealtInPlainSight(ToyRules):
    def deal(self, state: ToyState, chance: Chance) -> Step:
        step = super().deal(state, chance)
        return replace(step, happenings=tuple(everybody(told.what) for told in step.happenings))


@dataclass(frozen=True, slots=True)
class Talkative(ToyState):
    pass


@broken.noticed_by(values.repr_tells_nothing)
class StateTellsItself(ToyRules):
    def setup(self, options: Any, seats: int) -> ToyState:
        good = super().setup(options, seats)
        return Talkative(**{name: getattr(good, name) for name in good.__slots__})


@dataclass(slots=True, repr=False, eq=False)
class Soft:
    """A dataclass that can be changed."""

    seat: int


@broken.noticed_by(values.values_are_frozen)
class TellsSoftly(ToyRules):
    def keep(self, state: ToyState, seat: int, card: str) -> Step:
        return replace(super().keep(state, seat, card), happenings=(everybody(Soft(seat)),))  # type: ignore[arg-type]


@broken.noticed_by(play.functions_are_pure)
class ChangesInPlace(ToyRules):
    def view(self, state: ToyState, seat: int | None) -> toy.ToyView:
        object.__setattr__(state, "number", state.number + 1)
        return super().view(state, seat)


@broken.noticed_by(play.functions_are_pure)
class OwnChance(ToyRules):
    numbers = count()

    def deal(self, state: ToyState, chance: Chance) -> Step:
        return super().deal(state, Chance(b"%d" % next(self.numbers)))


@broken.noticed_by(views.views_are_redacted)
class PublicForOne(ToyRules):
    def view(self, state: ToyState, seat: int | None) -> toy.ToyView:
        view = super().view(state, seat)
        return view if seat != 1 else replace(view, public=replace(view.public, number=9))


@broken.noticed_by(views.views_are_redacted)
class SpectatorsPart(ToyRules):
    def view(self, state: ToyState, seat: int | None) -> toy.ToyView:
        view = super().view(state, seat)
        return view if seat is not None else replace(view, own=toy.Own((), None, None))


@broken.noticed_by(views.views_are_redacted)
class StateInside(ToyRules):
    def view(self, state: ToyState, seat: int | None) -> toy.ToyView:
        view = super().view(state, seat)
        return replace(view, public=replace(view.public, last=(state, 0)))  # type: ignore[arg-type]


def imagine_without_what_was_laid_away(view: toy.ToyView, rng: Rng) -> State:
    world = toy.imagine(view, rng)
    return replace(world, away=tuple(None for _ in world.away))


def imagine_another_turn(view: toy.ToyView, rng: Rng) -> State:
    return replace(toy.imagine(view, rng), turn=view.public.turn + 1)


broken.title_noticed_by(views.imagined_worlds_agree, "ForgetsItsCards", imagine=imagine_without_what_was_laid_away)
broken.title_noticed_by(views.imagined_worlds_agree, "ForgetsTheTurn", imagine=imagine_another_turn)
