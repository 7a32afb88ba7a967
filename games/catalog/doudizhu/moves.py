"""What the seats decide."""

from games.catalog.doudizhu.ranks import Cards, sort_cards
from games.engine.serialization import values


class Move(values.Move):
    """A decision at a Dou Dizhu table."""


class Accept(Move):
    """Become the landlord."""


class Refuse(Move):
    """Avoid it, at the price of playing one bomb at most."""


class Play(Move):
    cards: Cards  # a combination, by ranks in any order

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", sort_cards(self.cards))


class Pass(Move):
    """Play nothing this time."""
