"""What the seats decide. A card is its kind's letter: P prince, B bishop, N noble, K knight."""

from games.engine import values
from games.titles.crown.kinds import Cards, in_order


class Move(values.Move):
    """A decision at a table of The Crown of Lombardia."""


class Keep(Move):
    """Of the three cards drawn, the one to keep."""

    kind: str


class Pick(Move):
    """Of the two cards passed by the turn player, the one to keep."""

    kind: str


class Give(Move):
    """Solo: the card the automaton gets."""

    kind: str


class Reveal(Move):
    """Show three princes and win."""


class Bishops(Move):
    """Show bishops together; with `pair` two princes are one of the `count`."""

    count: int
    pair: bool = False


class Nobles(Move):
    """Discard nobles together; with `pair` two princes are one of the `count`."""

    count: int
    pair: bool = False


class Attack(Move):
    """Discard three knights; with `pair` two princes are one of them."""

    pair: bool = False


class EndTurn(Move):
    pass


class Defend(Move):
    """Discard two knights; with `pair` two princes are one of them."""

    pair: bool = False


class Yield(Move):
    """Do not defend."""


class Take(Move):
    """The kind that the attacked hand loses."""

    kind: str


class Discard(Move):
    """At the hand limit: these own cards, in any order."""

    cards: Cards

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", in_order(self.cards))
