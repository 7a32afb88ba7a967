"""What the seats decide."""

from games.engine import values
from games.engine.values import value
from games.titles.sdc.parts import Cards


class Move(values.Move):
    """A decision at an SdC Poker table."""

    __slots__ = ()


@value
class Draw(Move):
    """Exchange these own cards, or none."""

    cards: Cards = ()


@value
class Bid(Move):
    """The opener's first bid."""

    coins: int


@value
class Call(Move):
    pass


@value
class Raise(Move):
    """The responder's higher bid."""

    to: int


@value
class Drop(Move):
    pass
