"""What seats decide."""

from games.engine import values
from games.engine.values import value


class Move(values.Move):
    """A decision at a Lombard table."""

    __slots__ = ()


@value
class Call(Move):
    """Pay one coin and open one hole card, 0 or 1."""

    card: int


@value
class Double(Move):
    """Pay two coins, the supply adds one; both hole cards stay hidden."""


@value
class Fold(Move):
    """Out of the round, free of charge."""
