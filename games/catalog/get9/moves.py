"""Moves of GET9!."""

from games.catalog.get9.types import Piles
from games.engine.serialization import values


class Move(values.Move):
    """A decision at a GET9! table."""


class Split(Move):
    piles: Piles  # the seat's nine cards, three in each: left, center, right
    card: str = ""  # of the left pile, to play in the first round; "" to choose it later


class Choose(Move):
    card: str  # of this round's pile, to play


class Open(Move):
    chips: int  # the forced first bet of a match


class Call(Move):
    """Match the table's bet, or stay in at no cost."""


class Raise(Move):
    to: int  # the total of the seat's bet in this round


class Check(Move):
    """Rest: sit out the rest of the round's betting."""


class Fold(Move):
    """Leave the match; the chips stay in the pot."""


class AllIn(Move):
    """Put in all chips if there aren't enough for a call."""
