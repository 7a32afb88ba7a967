"""Moves of Dou Dizhu."""

from games.catalog.doudizhu.ranks import Cards, sort_cards
from games.engine.serialization import values


class Move(values.Move):
    """A decision at a Dou Dizhu table."""


class Accept(Move):
    """Become the landlord."""


class Refuse(Move):
    """Refuse to be landlord, at the price of playing at most one bomb."""


class Play(Move):
    cards: Cards  # a combination, as ranks in any order

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", sort_cards(self.cards))


class Pass(Move):
    """Play no cards this time."""
