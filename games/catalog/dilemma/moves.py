"""Moves of Dilemma Hold'em. Amounts are dollars."""

from games.engine.serialization import values


class Move(values.Move):
    """A decision at a Dilemma table."""


class Fold(Move):
    pass


class Check(Move):
    pass


class Call(Move):
    """Match the highest bet, or pay the whole stack if that is less."""


class Bet(Move):
    """The first bet of a round."""

    to: int


class Raise(Move):
    """Raise the seat's bet of this round to `to`."""

    to: int


class AllIn(Move):
    """Pay the whole stack as a call, bet or raise."""
