"""Small values shared by happenings and view. Amounts are dollars."""

from typing import Literal

from games.catalog.dilemma.cards import ranking, side_cards
from games.engine.serialization.values import frozen_dataclass
from games.kit.poker_hands import Hand, Ranking

Cards = tuple[str, ...]
Phase = Literal["start", "blinds", "deal", "bets", "close", "open", "street", "showdown", "payment", "bank", "over"]
Blind = Literal["small", "big"]
Reason = Literal["bank", "alone", "hands"]

UNIT = 10  # the smallest chip
BOARD = 5  # number of community cards in a whole hand
BLINDS = ((10, 20), (20, 40), (30, 60))  # by active bank


@frozen_dataclass
class Options:
    """The table's options, fixed at setup."""

    rules: int
    bonus_table: str  # by category, high card to straight flush
    penalty: int | Literal["BB"]
    fold_win_bonus: int
    heads_up_blinds: str
    one_is_also_high: bool
    flush_beats_full_house: bool
    reopen_after_short_all_in: bool
    max_hands: int  # 0: no limit

    @property
    def ranking(self) -> Ranking:
        """The ranking of hands at this table."""
        return ranking(self.one_is_also_high, self.flush_beats_full_house)


@frozen_dataclass
class Shown:
    """A hand shown at a showdown. Place 1 is the sheet's success; equal hands share a place."""

    seat: int
    cards: Cards
    hand: Hand
    place: int

    def side_cards(self, other: "Shown") -> tuple[str, ...]:
        """Return the first side cards that differ; empty unless side cards decide."""
        return side_cards(self.hand, other.hand)


@frozen_dataclass
class Prize:
    """A seat's winnings from a pot; 0 is the main pot."""

    seat: int
    chips: int
    pot: int


@frozen_dataclass
class Payment:
    """Chips paid between a seat and the bank."""

    seat: int
    chips: int


@frozen_dataclass
class Exit:
    """The hand in which a seat lost its last chips (0 while it plays), and its stack at the start of that hand."""

    hand: int = 0
    stack: int = 0


@frozen_dataclass
class Outcome:
    """The result of a hand, kept while the next one is already dealt.

    `hands` are best first, empty without a showdown.
    """

    hand: int
    board: Cards
    hands: tuple[Shown, ...]
    prizes: tuple[Prize, ...] = ()
    penalties: tuple[Payment, ...] = ()
    bonuses: tuple[Payment, ...] = ()
