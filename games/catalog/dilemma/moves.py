"""What seats decide. Amounts are dollars."""

from games.engine.serialization import values


class Move(values.Move):
    """A decision at a Dilemma table."""


class Fold(Move):
    pass


class Check(Move):
    pass


class Call(Move):
    """Matches the highest bet, or pays the whole stack if that is less."""


class Bet(Move):
    """The first bet of a round."""

    to: int


class Raise(Move):
    """Brings the seat's own bet of this round to `to`."""

    to: int


class AllIn(Move):
    """The whole stack, as a call, bet or raise, whichever it makes."""
