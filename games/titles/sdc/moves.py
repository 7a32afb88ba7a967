"""What the seats decide."""

from dataclasses import dataclass

from games.engine.values import Move
from games.titles.sdc.happenings import HAPPENINGS
from games.titles.sdc.parts import Cards

__all__ = ["HAPPENINGS", "MOVES"]


@dataclass(frozen=True, slots=True)
class Draw(Move):
    """Exchange these own cards, or none."""

    type = "draw"
    cards: Cards = ()


@dataclass(frozen=True, slots=True)
class Bid(Move):
    """The opener's first bid."""

    type = "bid"
    coins: int


@dataclass(frozen=True, slots=True)
class Call(Move):
    type = "call"


@dataclass(frozen=True, slots=True)
class Raise(Move):
    """The responder's higher bid."""

    type = "raise"
    to: int


@dataclass(frozen=True, slots=True)
class Drop(Move):
    type = "drop"


MOVES: tuple[type[Move], ...] = (Draw, Bid, Call, Raise, Drop)
