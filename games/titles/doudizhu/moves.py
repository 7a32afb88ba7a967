"""What seats decide, and the small values that state and view share. What becomes visible is in `happenings`."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from games.engine.quick import quick
from games.engine.values import Move
from games.titles.doudizhu.happenings import HAPPENINGS
from games.titles.doudizhu.ranks import Cards, in_order

__all__ = [
    "HAPPENINGS", "MOVES", "SEATS", "Accept", "Answer", "Options", "Outcome", "Pass", "Phase", "Play", "Refuse",
    "Trick", "Turn", "to_beat",
]  # fmt: skip

Phase = Literal["deal", "face-up", "auction", "kitty", "play", "show", "payment", "over"]
Answer = Literal["", "accept", "refuse"]

SEATS = 4


# --- moves -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Accept(Move):
    """Become the landlord."""

    type: ClassVar[str] = "accept"


@dataclass(frozen=True, slots=True)
class Refuse(Move):
    """Avoid it, at the price of playing one bomb at most."""

    type: ClassVar[str] = "refuse"


@dataclass(frozen=True, slots=True)
class Play(Move):
    """A combination, by ranks. The order they are named in is no matter."""

    type: ClassVar[str] = "play"
    cards: Cards

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", in_order(self.cards))


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """Play nothing this time."""

    type: ClassVar[str] = "pass"


MOVES: tuple[type[Move], ...] = (Accept, Refuse, Play, Pass)


# --- shared values -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Options:
    """The table's options, fixed at setup."""

    deals: int
    kitty_to_landlord: bool
    show_kitty: bool
    forced_landlord_limited: bool
    mixed_rank: int  # what a small and a big joker are worth as a pair
    low_two: bool


@quick
@dataclass(frozen=True, slots=True)
class Turn:
    """What a seat did in a trick; without cards it passed."""

    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a deal ended, kept while the next one is already dealt. By seat: chips won or lost, and cards left."""

    deal: int
    landlord: int
    rate: int
    winner: int  # who went out
    gains: tuple[int, ...]
    hands: tuple[Cards, ...]


Trick = tuple[Turn, ...]


def to_beat(trick: Trick) -> Turn | None:
    """The last play of a trick; None when the next seat leads: at the beginning, and after three passes."""
    for turn in trick[:-4:-1]:
        if turn.cards:
            return turn
    return None
