"""What the seats decide."""

from games.engine import values
from games.titles.get9.parts import Piles


class Move(values.Move):
    """A decision at a GET9! table."""


class Split(Move):
    """The own nine cards as three piles of three: left, centre, right."""

    piles: Piles


class Choose(Move):
    """The card of this round's pile to play."""

    card: str


class Open(Move):
    """The forced first bet of a match."""

    chips: int


class Call(Move):
    """Match the table's bet, or stay in for nothing."""


class Raise(Move):
    """Bring the own bet of the round to a higher amount."""

    to: int


class Check(Move):
    """Rest: no part in the rest of the round's betting."""


class Fold(Move):
    """Leave the match; the chips stay in the pot."""


class AllIn(Move):
    """Put everything in where it isn't enough for a call."""
