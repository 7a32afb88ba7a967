"""What seats decide. Amounts are dollars. What becomes visible is in `happenings`."""

from dataclasses import dataclass
from typing import ClassVar

from games.engine.values import Move
from games.titles.dilemma.happenings import HAPPENINGS

__all__ = ["HAPPENINGS", "MOVES"]


@dataclass(frozen=True, slots=True)
class Fold(Move):
    type: ClassVar[str] = "fold"


@dataclass(frozen=True, slots=True)
class Check(Move):
    type: ClassVar[str] = "check"


@dataclass(frozen=True, slots=True)
class Call(Move):
    """Matches the highest bet, or pays the whole stack if that is less."""

    type: ClassVar[str] = "call"


@dataclass(frozen=True, slots=True)
class Bet(Move):
    """The first bet of a round."""

    type: ClassVar[str] = "bet"
    to: int


@dataclass(frozen=True, slots=True)
class Raise(Move):
    """Brings the seat's own bet of this round to `to`."""

    type: ClassVar[str] = "raise"
    to: int


@dataclass(frozen=True, slots=True)
class AllIn(Move):
    """The whole stack, as a call, bet or raise, whichever it makes."""

    type: ClassVar[str] = "all-in"


MOVES: tuple[type[Move], ...] = (Fold, Check, Call, Bet, Raise, AllIn)
