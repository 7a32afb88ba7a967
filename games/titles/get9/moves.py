"""What the seats decide."""

from dataclasses import dataclass

from games.engine.values import Move
from games.titles.get9.happenings import HAPPENINGS
from games.titles.get9.parts import Piles

__all__ = ["HAPPENINGS", "MOVES"]


@dataclass(frozen=True, slots=True)
class Split(Move):
    """The own nine cards as three piles of three: left, centre, right."""

    type = "split"
    piles: Piles


@dataclass(frozen=True, slots=True)
class Choose(Move):
    """The card of this round's pile to play."""

    type = "choose"
    card: str


@dataclass(frozen=True, slots=True)
class Open(Move):
    """The forced first bet of a match."""

    type = "open"
    chips: int


@dataclass(frozen=True, slots=True)
class Call(Move):
    """Match the table's bet, or stay in for nothing."""

    type = "call"


@dataclass(frozen=True, slots=True)
class Raise(Move):
    """Bring the own bet of the round to a higher amount."""

    type = "raise"
    to: int


@dataclass(frozen=True, slots=True)
class Check(Move):
    """Rest: no part in the rest of the round's betting."""

    type = "check"


@dataclass(frozen=True, slots=True)
class Fold(Move):
    """Leave the match; the chips stay in the pot."""

    type = "fold"


@dataclass(frozen=True, slots=True)
class AllIn(Move):
    """Put everything in where it isn't enough for a call."""

    type = "all-in"


MOVES: tuple[type[Move], ...] = (Split, Choose, Open, Call, Raise, Check, Fold, AllIn)
