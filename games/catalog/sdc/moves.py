"""Moves of SdC Poker."""

from games.catalog.sdc.types import Cards
from games.engine.serialization import values


class Move(values.Move):
    """A decision at an SdC Poker table."""


class Draw(Move):
    """Exchange these cards of the hand, or none."""

    cards: Cards = ()


class Bid(Move):
    """The opener's first bid."""

    coins: int


class Call(Move):
    pass


class Raise(Move):
    """The responder's higher bid."""

    to: int


class Drop(Move):
    pass
