"""What the seats decide."""

from games.catalog.get9.types import Piles
from games.engine.serialization import values


class Move(values.Move):
    """A decision at a GET9! table."""


class Split(Move):
    piles: Piles  # the own nine cards, three in each: left, centre, right
    card: str = ""  # of the left pile, to play in the first round; "" to choose it later


class Choose(Move):
    card: str  # of this round's pile, to play


class Open(Move):
    chips: int  # the forced first bet of a match


class Call(Move):
    """Match the table's bet, or stay in for nothing."""


class Raise(Move):
    to: int  # the amount that the own bet of the round is brought to


class Check(Move):
    """Rest: no part in the rest of the round's betting."""


class Fold(Move):
    """Leave the match; the chips stay in the pot."""


class AllIn(Move):
    """Put everything in where it isn't enough for a call."""
