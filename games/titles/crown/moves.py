"""What the seats decide. A card is its kind's letter: P prince, B bishop, N noble, K knight."""

from dataclasses import dataclass

from games.engine.values import Move
from games.titles.crown.happenings import HAPPENINGS
from games.titles.crown.kinds import Cards, in_order

__all__ = ["HAPPENINGS", "MOVES"]


@dataclass(frozen=True, slots=True)
class Keep(Move):
    """Of the three cards drawn, the one to keep."""

    type = "keep"
    kind: str


@dataclass(frozen=True, slots=True)
class Pick(Move):
    """Of the two cards passed by the turn player, the one to keep."""

    type = "pick"
    kind: str


@dataclass(frozen=True, slots=True)
class Give(Move):
    """Solo: the card the automaton gets."""

    type = "give"
    kind: str


@dataclass(frozen=True, slots=True)
class Reveal(Move):
    """Show three princes and win."""

    type = "reveal"


@dataclass(frozen=True, slots=True)
class Bishops(Move):
    """Show bishops together; with `pair` two princes are one of the `count`."""

    type = "bishops"
    count: int
    pair: bool = False


@dataclass(frozen=True, slots=True)
class Nobles(Move):
    """Discard nobles together; with `pair` two princes are one of the `count`."""

    type = "nobles"
    count: int
    pair: bool = False


@dataclass(frozen=True, slots=True)
class Attack(Move):
    """Discard three knights; with `pair` two princes are one of them."""

    type = "attack"
    pair: bool = False


@dataclass(frozen=True, slots=True)
class EndTurn(Move):
    type = "end"


@dataclass(frozen=True, slots=True)
class Defend(Move):
    """Discard two knights; with `pair` two princes are one of them."""

    type = "defend"
    pair: bool = False


@dataclass(frozen=True, slots=True)
class Yield(Move):
    """Do not defend."""

    type = "yield"


@dataclass(frozen=True, slots=True)
class Take(Move):
    """The kind that the attacked hand loses."""

    type = "take"
    kind: str


@dataclass(frozen=True, slots=True)
class Discard(Move):
    """At the hand limit: these own cards, in any order."""

    type = "discard"
    cards: Cards

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", in_order(self.cards))


MOVES: tuple[type[Move], ...] = (
    Keep, Pick, Give, Reveal, Bishops, Nobles, Attack, EndTurn, Defend, Yield, Take, Discard,
)  # fmt: skip
