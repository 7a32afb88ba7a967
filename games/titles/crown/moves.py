"""What the seats decide, and the small values that state and view share.

A card is its kind's letter: P prince, B bishop, N noble, K knight. In solo seat 1 is the automaton.
"""

from dataclasses import dataclass
from typing import Literal

from games.engine.values import Move
from games.titles.crown.happenings import HAPPENINGS
from games.titles.crown.kinds import Cards, in_order

__all__ = ["HAPPENINGS", "MOVES"]

Phase = Literal[
    "start", "deal", "between", "draw", "keep", "pick", "give", "act", "defend", "open", "choose", "limit", "auto",
    "won", "over",
]  # fmt: skip
Mode = Literal["classic", "adjusted", "solo"]
Act = Literal["bishops", "nobles", "attack"]


def asked_in(phase: Phase, player: int) -> int | None:
    """The seat whose answer a phase of `player`'s turn waits for; None while the house moves."""
    if phase in ("keep", "give", "act", "choose", "limit"):
        return player
    return 1 - player if phase in ("pick", "defend") else None


# --- moves -------------------------------------------------------------------------------------------------------


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


# --- shared values -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Options:
    """The table options, fixed at setup."""

    mode: Mode
    target: int
    reveal_any_time: bool
    show_sizes: bool

    @property
    def solo(self) -> bool:
        return self.mode == "solo"


@dataclass(frozen=True, slots=True)
class Deed:
    """Something done in a turn, as everybody saw it."""

    what: Act
    cards: Cards  # shown or discarded
    points: int = 0
    defence: Cards = ()
    took: str = ""  # the kind, after a successful attack
    count: int = 0  # of it

    @property
    def struck(self) -> bool:
        """Whether the other's hand lost cards by it."""
        return bool(self.defence or self.took)
