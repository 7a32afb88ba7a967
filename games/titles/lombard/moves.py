"""What seats decide, what becomes visible, and the small values that state and view share."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from games.engine.values import Happening, Move
from games.titles.lombard.hands import Hand

Action = Literal["", "call", "double", "fold"]
Phase = Literal["start", "deal", "turns", "runout", "showdown", "payment", "over"]

UNDECIDED: Action = ""  # until a seat's turn of the round
COST: Mapping[Action, int] = {"call": 1, "double": 2, "fold": 0}
BONUS: Mapping[Action, int] = {"call": 0, "double": 1, "fold": 0}  # what the supply adds to the pot


@dataclass(frozen=True, slots=True)
class Call(Move):
    """Pay one coin and open one hole card, 0 or 1."""

    type: ClassVar[str] = "call"
    card: int


@dataclass(frozen=True, slots=True)
class Double(Move):
    """Pay two coins, the supply adds one; both hole cards stay hidden."""

    type: ClassVar[str] = "double"


@dataclass(frozen=True, slots=True)
class Fold(Move):
    """Out of the round, free of charge."""

    type: ClassVar[str] = "fold"


MOVES: tuple[type[Move], ...] = (Call, Double, Fold)


@dataclass(frozen=True, slots=True)
class FirstDealer(Happening):
    type: ClassVar[str] = "first-dealer"
    seat: int


@dataclass(frozen=True, slots=True)
class RoundBegan(Happening):
    """`seat` deals; the supply puts the first coin into the pot, everybody gets two hole cards."""

    type: ClassVar[str] = "round-began"
    round: int
    seat: int


@dataclass(frozen=True, slots=True)
class Dealt(Happening):
    """A seat's own hole cards, for its eyes only."""

    type: ClassVar[str] = "dealt"
    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CommunityOpened(Happening):
    type: ClassVar[str] = "community-opened"
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Called(Happening):
    type: ClassVar[str] = "called"
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Doubled(Happening):
    type: ClassVar[str] = "doubled"
    seat: int


@dataclass(frozen=True, slots=True)
class Folded(Happening):
    type: ClassVar[str] = "folded"
    seat: int


@dataclass(frozen=True, slots=True)
class HandShown(Happening):
    """A hand of the showdown, best first."""

    type: ClassVar[str] = "hand-shown"
    seat: int
    cards: tuple[str, ...]
    hand: Hand


@dataclass(frozen=True, slots=True)
class PotWon(Happening):
    """`shown` is False when everybody else had folded; `balance` is the winner's after it."""

    type: ClassVar[str] = "pot-won"
    seat: int
    coins: int
    shown: bool
    balance: int


@dataclass(frozen=True, slots=True)
class MatchWon(Happening):
    type: ClassVar[str] = "match-won"
    seat: int
    balance: int


HAPPENINGS: tuple[type[Happening], ...] = (
    FirstDealer, RoundBegan, Dealt, CommunityOpened, Called, Doubled, Folded, HandShown, PotWon, MatchWon,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Options:
    """The table's options, fixed at setup. Coins, and two switches of the sheet's open points 1 and 2."""

    start: int
    target: int
    last_player_acts: bool
    track_debt: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """A hand opened at a showdown."""

    seat: int
    cards: tuple[str, ...]
    hand: Hand


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a round ended, kept while the next one is already dealt. `hands` best first, empty without a showdown."""

    round: int
    winner: int
    pot: int
    board: tuple[str, ...]
    actions: tuple[Action, ...]
    hands: tuple[Shown, ...]
