"""Moves of Lombard Hold'em."""

from games.engine.serialization import values


class Move(values.Move):
    """A decision at a Lombard table."""


class Call(Move):
    """Pay one coin and open one hole card, 0 or 1."""

    card: int


class Double(Move):
    """Pay two coins, and the supply adds one; both hole cards stay hidden."""


class Fold(Move):
    """Leave the round at no cost."""
