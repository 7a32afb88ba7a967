"""What becomes visible, one line of the log each. Amounts are dollars."""

from dataclasses import dataclass
from typing import ClassVar

from games.engine.quick import quick
from games.engine.values import Happening
from games.kit.poker import Category, Hand
from games.titles.dilemma.parts import Blind, Cards, Reason


@dataclass(frozen=True, slots=True)
class FirstDealer(Happening):
    type: ClassVar[str] = "first-dealer"
    seat: int


@quick
@dataclass(frozen=True, slots=True)
class HandBegan(Happening):
    """`seat` has the DEALER marker."""

    type: ClassVar[str] = "hand-began"
    hand: int
    seat: int


@quick
@dataclass(frozen=True, slots=True)
class BlindPosted(Happening):
    type: ClassVar[str] = "blind-posted"
    seat: int
    blind: Blind
    chips: int
    all_in: bool


@quick
@dataclass(frozen=True, slots=True)
class Dealt(Happening):
    """A seat's own hole cards, for its eyes only."""

    type: ClassVar[str] = "dealt"
    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Folded(Happening):
    type: ClassVar[str] = "folded"
    seat: int


@dataclass(frozen=True, slots=True)
class Checked(Happening):
    type: ClassVar[str] = "checked"
    seat: int


@quick
@dataclass(frozen=True, slots=True)
class Called(Happening):
    """`chips` were added to the seat's bet."""

    type: ClassVar[str] = "called"
    seat: int
    chips: int
    all_in: bool


@quick
@dataclass(frozen=True, slots=True)
class BetMade(Happening):
    type: ClassVar[str] = "bet-made"
    seat: int
    to: int
    all_in: bool


@quick
@dataclass(frozen=True, slots=True)
class Raised(Happening):
    type: ClassVar[str] = "raised"
    seat: int
    to: int
    all_in: bool


@quick
@dataclass(frozen=True, slots=True)
class Returned(Happening):
    """Chips that nobody has matched go back."""

    type: ClassVar[str] = "returned"
    seat: int
    chips: int


@quick
@dataclass(frozen=True, slots=True)
class HoleOpened(Happening):
    """Nobody can bet any more: a live seat's hole cards, before the rest of the board."""

    type: ClassVar[str] = "hole-opened"
    seat: int
    cards: Cards


@quick
@dataclass(frozen=True, slots=True)
class CommunityOpened(Happening):
    """The flop's three cards, or the one of turn or river; `count` lie on the table now."""

    type: ClassVar[str] = "community-opened"
    cards: Cards
    count: int


@quick
@dataclass(frozen=True, slots=True)
class HandShown(Happening):
    """A hand of the showdown, best first."""

    type: ClassVar[str] = "hand-shown"
    seat: int
    cards: Cards
    hand: Hand


@quick
@dataclass(frozen=True, slots=True)
class PotWon(Happening):
    """`pot` 0 is the main pot, out of `pots`; a shared pot is told once for each winner.

    `hand` is None when everybody else had folded.
    """

    type: ClassVar[str] = "pot-won"
    seat: int
    chips: int
    pot: int
    pots: int
    hand: Hand | None


@quick
@dataclass(frozen=True, slots=True)
class PenaltyPaid(Happening):
    type: ClassVar[str] = "penalty-paid"
    seat: int
    chips: int


@quick
@dataclass(frozen=True, slots=True)
class BonusPaid(Happening):
    """`category` is None when everybody else had folded."""

    type: ClassVar[str] = "bonus-paid"
    seat: int
    chips: int
    category: Category | None


@quick
@dataclass(frozen=True, slots=True)
class BankShort(Happening):
    """Of a bonus of `due` all banks together have only `paid` left."""

    type: ClassVar[str] = "bank-short"
    due: int
    paid: int


@dataclass(frozen=True, slots=True)
class BlindsRaised(Happening):
    """The bank `level` (2 or 3) is the active one now."""

    type: ClassVar[str] = "blinds-raised"
    level: int
    small: int
    big: int


@dataclass(frozen=True, slots=True)
class Eliminated(Happening):
    type: ClassVar[str] = "eliminated"
    seat: int


@dataclass(frozen=True, slots=True)
class MatchEnded(Happening):
    """The bank is empty, one seat alone has chips, or the last hand was played."""

    type: ClassVar[str] = "match-ended"
    reason: Reason


HAPPENINGS: tuple[type[Happening], ...] = (
    FirstDealer, HandBegan, BlindPosted, Dealt, Folded, Checked, Called, BetMade, Raised, Returned, HoleOpened,
    CommunityOpened, HandShown, PotWon, PenaltyPaid, BankShort, BonusPaid, BlindsRaised, Eliminated,
    MatchEnded,
)  # fmt: skip
