"""What seats decide. Amounts are dollars."""

from games.engine import values
from games.engine.values import value


class Move(values.Move):
    """A decision at a Dilemma table."""

    __slots__ = ()


@value
class Fold(Move):
    pass


@value
class Check(Move):
    pass


@value
class Call(Move):
    """Matches the highest bet, or pays the whole stack if that is less."""


@value
class Bet(Move):
    """The first bet of a round."""

    to: int


@value
class Raise(Move):
    """Brings the seat's own bet of this round to `to`."""

    to: int


@value
class AllIn(Move):
    """The whole stack, as a call, bet or raise, whichever it makes."""
