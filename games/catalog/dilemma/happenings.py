"""Happenings, one log line each. Amounts are dollars."""

from games.catalog.dilemma.cards import side_cards
from games.catalog.dilemma.types import Blind, Cards, Reason
from games.engine.serialization import values
from games.kit.poker_hands import Category, Hand


class Happening(values.Happening):
    """Something visible at a Dilemma table."""

    @property
    def moment(self) -> str:
        return "all-in" if getattr(self, "all_in", False) else ""


class FirstDealer(Happening):
    seat: int


class HandBegan(Happening):
    """`seat` has the DEALER marker."""

    hand: int
    seat: int


class BlindPosted(Happening):
    seat: int
    blind: Blind
    chips: int
    all_in: bool


class Dealt(Happening):
    """A seat's hole cards. Visible to the seat only."""

    seat: int
    cards: Cards


class Folded(Happening):
    seat: int


class Checked(Happening):
    seat: int


class Called(Happening):
    """`chips` were added to the seat's bet."""

    seat: int
    chips: int
    all_in: bool


class BetMade(Happening):
    seat: int
    to: int
    all_in: bool


class Raised(Happening):
    seat: int
    to: int
    all_in: bool


class Returned(Happening):
    """Uncalled chips are returned."""

    seat: int
    chips: int


class HoleOpened(Happening):
    """A live seat's hole cards, opened before the rest of the board because no one can bet any more."""

    seat: int
    cards: Cards


class CommunityOpened(Happening):
    """The three cards of the flop, or the one of turn or river; `count` is the size of the board."""

    cards: Cards
    count: int


class HandShown(Happening):
    """A hand of the showdown, best first."""

    seat: int
    cards: Cards
    hand: Hand

    def side_cards(self, other: "HandShown") -> tuple[str, ...]:
        """Return the first side cards that differ; empty unless side cards decide."""
        return side_cards(self.hand, other.hand)


class PotWon(Happening):
    """`pot` 0 is the main pot, out of `pots`. A shared pot has one happening per winner.

    `hand` is None if all others folded.
    """

    seat: int
    chips: int
    pot: int
    pots: int
    hand: Hand | None


class PenaltyPaid(Happening):
    seat: int
    chips: int


class BonusPaid(Happening):
    """`category` is None if all others folded."""

    seat: int
    chips: int
    category: Category | None


class BankShort(Happening):
    """All banks together have only `paid` left of a bonus of `due`."""

    due: int
    paid: int


class BlindsRaised(Happening):
    """The bank `level` (2 or 3) is now active."""

    level: int
    small: int
    big: int


class Eliminated(Happening):
    seat: int


class MatchEnded(Happening):
    """The bank is empty, only one seat has chips, or the last hand was played."""

    reason: Reason
