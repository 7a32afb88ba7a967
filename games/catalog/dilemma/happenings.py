"""What becomes visible, one line of the log each. Amounts are dollars."""

from games.catalog.dilemma.cards import side_cards
from games.catalog.dilemma.types import Blind, Cards, Reason
from games.engine.serialization import values
from games.kit.poker_hands import Category, Hand


class Happening(values.Happening):
    """What can be seen at a Dilemma table."""

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
    """A seat's own hole cards, for its eyes only."""

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
    """Chips that nobody has matched go back."""

    seat: int
    chips: int


class HoleOpened(Happening):
    """Nobody can bet any more: a live seat's hole cards, before the rest of the board."""

    seat: int
    cards: Cards


class CommunityOpened(Happening):
    """The flop's three cards, or the one of turn or river; `count` lie on the table now."""

    cards: Cards
    count: int


class HandShown(Happening):
    """A hand of the showdown, best first."""

    seat: int
    cards: Cards
    hand: Hand

    def side_cards(self, other: "HandShown") -> tuple[str, ...]:
        """The first side cards that differ, where nothing before them does."""
        return side_cards(self.hand, other.hand)


class PotWon(Happening):
    """`pot` 0 is the main pot, out of `pots`; a shared pot is told once for each winner.

    `hand` is None when everybody else had folded.
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
    """`category` is None when everybody else had folded."""

    seat: int
    chips: int
    category: Category | None


class BankShort(Happening):
    """Of a bonus of `due` all banks together have only `paid` left."""

    due: int
    paid: int


class BlindsRaised(Happening):
    """The bank `level` (2 or 3) is the active one now."""

    level: int
    small: int
    big: int


class Eliminated(Happening):
    seat: int


class MatchEnded(Happening):
    """The bank is empty, one seat alone has chips, or the last hand was played."""

    reason: Reason
