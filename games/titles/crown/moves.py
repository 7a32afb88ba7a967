"""What the seats decide. A card is its kind's letter: P prince, B bishop, N noble, K knight."""

from games.engine import values
from games.engine.values import value
from games.titles.crown.kinds import Cards, in_order


class Move(values.Move):
    """A decision at a table of The Crown of Lombardia."""

    __slots__ = ()


@value
class Keep(Move):
    """Of the three cards drawn, the one to keep."""

    kind: str


@value
class Pick(Move):
    """Of the two cards passed by the turn player, the one to keep."""

    kind: str


@value
class Give(Move):
    """Solo: the card the automaton gets."""

    kind: str


@value
class Reveal(Move):
    """Show three princes and win."""


@value
class Bishops(Move):
    """Show bishops together; with `pair` two princes are one of the `count`."""

    count: int
    pair: bool = False


@value
class Nobles(Move):
    """Discard nobles together; with `pair` two princes are one of the `count`."""

    count: int
    pair: bool = False


@value
class Attack(Move):
    """Discard three knights; with `pair` two princes are one of them."""

    pair: bool = False


@value
class EndTurn(Move):
    pass


@value
class Defend(Move):
    """Discard two knights; with `pair` two princes are one of them."""

    pair: bool = False


@value
class Yield(Move):
    """Do not defend."""


@value
class Take(Move):
    """The kind that the attacked hand loses."""

    kind: str


@value
class Discard(Move):
    """At the hand limit: these own cards, in any order."""

    cards: Cards

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", in_order(self.cards))
