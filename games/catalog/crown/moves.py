"""What the seats decide. A card is its kind's letter: P prince, B bishop, N noble, K knight."""

from games.catalog.crown.cards import Cards, sort_cards
from games.engine.serialization import values


class Move(values.Move):
    """A decision at a table of The Crown of Lombardia. With `pair` two princes are one of the cards it takes."""


class Keep(Move):
    kind: str  # the one to keep of the three cards drawn


class Pick(Move):
    kind: str  # the one to keep of the two cards passed by the turn player


class Give(Move):
    kind: str  # solo: the card the automaton gets


class Reveal(Move):
    """Show three princes and win."""


class Bishops(Move):
    count: int  # shown together
    pair: bool = False


class Nobles(Move):
    count: int  # discarded together
    pair: bool = False


class Attack(Move):  # for three knights
    pair: bool = False


class EndTurn(Move):
    pass


class Defend(Move):  # for two knights
    pair: bool = False


class Yield(Move):
    """Do not defend."""


class Take(Move):
    kind: str  # that the attacked hand loses


class Discard(Move):
    cards: Cards  # at the hand limit: own ones, in any order

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", sort_cards(self.cards))
