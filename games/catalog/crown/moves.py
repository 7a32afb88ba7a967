"""Moves. A card is its kind's letter: P prince, B bishop, N noble, K knight."""

from games.catalog.crown.cards import Cards, sort_cards
from games.engine.serialization import values


class Move(values.Move):
    """A decision at a table of The Crown of Lombardia.

    With `pair`, two princes replace one of the cards it requires.
    """


class Keep(Move):
    kind: str  # the one to keep of the three drawn cards


class Pick(Move):
    kind: str  # the one to keep of the two cards passed by the turn player


class Give(Move):
    kind: str  # solo: the card for the automaton


class Reveal(Move):
    """Show three princes and win."""


class Bishops(Move):
    count: int  # number of cards shown together
    pair: bool = False


class Nobles(Move):
    count: int  # number of cards discarded together
    pair: bool = False


class Attack(Move):  # costs three knights
    pair: bool = False


class EndTurn(Move):
    pass


class Defend(Move):  # costs two knights
    pair: bool = False


class Yield(Move):
    """Don't defend."""


class Take(Move):
    kind: str  # the kind that the attacked hand loses


class Discard(Move):
    cards: Cards  # for the hand limit: cards of the hand, in any order

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", sort_cards(self.cards))
