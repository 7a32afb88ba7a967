"""The contract of a title: what a title's modules must offer, and the small values they exchange.

A title is a folder `games/titles/<slug>/` of pure functions over frozen dataclasses:

    meta.py     META: Meta
    moves.py    MOVES, HAPPENINGS: tuples of frozen dataclasses with a `type` class attribute
    state.py    STATE: the frozen full state, secrets included
    view.py     VIEW: a frozen dataclass View(seat, public, private), importing neither state nor rules
    rules.py    the functions of `Rules` below
    imagine.py  imagine(view, rng) -> State
    bot.py      BOTS: {"beginner": choose, "normal": choose, …}
    pace.py     if measured: the functions of `Pace` below
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from games.engine.chance import Chance, Rng
from games.engine.legal import Legal
from games.engine.meta import Meta, Value
from games.engine.quick import quick
from games.engine.values import Happening, Move, State, View

__all__ = [
    "Bot",
    "Happening",
    "Legal",
    "Move",
    "Pace",
    "Rules",
    "Sim",
    "Standing",
    "State",
    "Step",
    "Title",
    "Told",
    "View",
    "everybody",
    "only",
]


@quick
@dataclass(frozen=True, slots=True)
class Told:
    """A happening and who may see it: `to` is None for everybody, else the seat numbers, ascending."""

    what: Happening
    to: tuple[int, ...] | None = None

    def visible_to(self, seat: int | None) -> bool:
        """Whether that seat, or a spectator (None), may see it."""
        return self.to is None or (seat is not None and seat in self.to)


def everybody(what: Happening) -> Told:
    """A happening in plain sight."""
    return Told(what)


def only(seats: int | Iterable[int], what: Happening) -> Told:
    """A happening for one seat, or for some."""
    return Told(what, (seats,) if isinstance(seats, int) else tuple(sorted(seats)))


@quick
@dataclass(frozen=True, slots=True)
class Step:
    """What one decision or one house step led to."""

    state: State
    happenings: tuple[Told, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """How a table stands: per seat its place (1 is best, ties share) and its score in the title's own unit.

    A lone player beaten by the house is second; then nobody of the seats has won.
    """

    places: tuple[int, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...] = ()  # empty while the match runs
    house: int | None = None  # the score of the house where it plays against a lone player

    @property
    def house_won(self) -> bool:
        """Whether the house beats the lone player, as it stands."""
        return self.house is not None and self.places == (2,)


class Rules(Protocol):
    """The functions of a title's `rules.py`. All pure; a state's seats are numbered 0 … n-1, clockwise."""

    def setup(self, options: Mapping[str, Value], seats: int) -> State:
        """The state before the house's first step. `options` have passed `Meta.options_checked`."""

    def waiting_on(self, state: State) -> frozenset[int]:
        """The seats that must decide now. Empty: the house moves, or the match is over."""

    def over(self, state: State) -> bool:
        """Whether the match has ended."""

    def legal(self, state: State, seat: int) -> Legal:
        """Every move open to a seat. `legal(s, i).contains(m)` exactly when `apply(s, i, m)` accepts."""

    def apply(self, state: State, seat: int, move: Move) -> Step:
        """That decision and nothing else. Raises IllegalMove, or BadPayload for no move at all, and changes nothing."""

    def advance(self, state: State, chance: Chance) -> Step | None:
        """One house step, or None when somebody must decide or the match is over."""

    def safe_move(self, state: State, seat: int, chance: Chance) -> Move:
        """What a timeout plays for a seat that is waited on."""

    def view(self, state: State, seat: int | None) -> View:
        """What that seat, or a spectator, was shown and may remember."""

    def standing(self, state: State) -> Standing:
        """Places and scores; winners once the match is over."""


class Sim:
    """A bot's sandbox: imagined worlds as opaque handles. A bot never sees a real state."""

    def __init__(self, rules: Rules, imagine: Callable[[Any, Rng], State], view: View) -> None:
        self._rules, self._imagine, self._view = rules, imagine, view

    def imagine(self, rng: Rng) -> State:
        """A world that agrees with everything the bot knows."""
        return self._imagine(self._view, rng)

    def waiting_on(self, world: State) -> frozenset[int]:
        return self._rules.waiting_on(world)

    def over(self, world: State) -> bool:
        return self._rules.over(world)

    def legal(self, world: State, seat: int) -> Legal:
        return self._rules.legal(world, seat)

    def apply(self, world: State, seat: int, move: Move) -> State:
        return self._rules.apply(world, seat, move).state

    def advance(self, world: State, chance: Chance) -> State | None:
        step = self._rules.advance(world, chance)
        return step.state if step else None

    def standing(self, world: State) -> Standing:
        return self._rules.standing(world)


class Bot(Protocol):
    """A level of a title's bot. `seen`: recent happenings visible to the seat, oldest first."""

    def __call__(self, view: Any, seen: tuple[Happening, ...], legal: Legal, rng: Rng, sim: Sim) -> Move: ...


class Pace(Protocol):
    """The functions of a title's `pace.py`: how long a match usually is, as `manage.py arena` has measured it.

    `options` have passed `Meta.options_checked`. People come by at times of their own, equally often.
    """

    def visits(self, options: Mapping[str, Value], seats: int) -> int:
        """How often a person finds something to decide, on average; all that can be decided at once is one visit."""

    def looks(self, options: Mapping[str, Value], seats: int) -> int:
        """How often everybody comes by until it is over, on average: visits, and looks while others are awaited."""


@dataclass(frozen=True, slots=True)
class Title:
    """One game of the house, as the catalogue hands it out."""

    LEVELS: ClassVar[tuple[str, ...]] = ("beginner", "normal")

    meta: Meta
    rules: Rules
    moves: tuple[type[Move], ...]
    happenings: tuple[type[Happening], ...]
    state: type[State]
    view: type[View]
    imagine: Callable[[Any, Rng], State]
    bots: Mapping[str, Bot]
