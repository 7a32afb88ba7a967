"""The small values that state and view share. Amounts are dollars."""

from dataclasses import dataclass
from typing import Literal

from games.engine.quick import quick
from games.kit.poker import Hand

Cards = tuple[str, ...]
Phase = Literal["start", "blinds", "deal", "bets", "close", "open", "street", "showdown", "payment", "bank", "over"]
Blind = Literal["small", "big"]
Reason = Literal["bank", "alone", "hands"]

UNIT = 10  # the smallest chip
BOARD = 5  # community cards of a whole hand
BLINDS = ((10, 20), (20, 40), (30, 60))  # by active bank


@dataclass(frozen=True, slots=True)
class Options:
    """The table's options, fixed at setup."""

    bonus: tuple[int, ...]  # by category, high card to straight flush
    penalty: int  # 0 and `penalty_is_blind`: the big blind
    penalty_is_blind: bool
    fold_bonus: int
    casino_blinds: bool
    one_is_high: bool
    flush_first: bool
    reopens: bool
    max_hands: int  # 0 for none


@quick
@dataclass(frozen=True, slots=True)
class Shown:
    """A hand opened at a showdown. Place 1 is the sheet's success; equal hands share a place."""

    seat: int
    cards: Cards
    hand: Hand
    place: int


@quick
@dataclass(frozen=True, slots=True)
class Prize:
    """What a seat won of a pot; 0 is the main pot."""

    seat: int
    chips: int
    pot: int


@quick
@dataclass(frozen=True, slots=True)
class Payment:
    """Chips between a seat and the bank."""

    seat: int
    chips: int


@dataclass(frozen=True, slots=True)
class Exit:
    """When a seat lost its last chips, and what it had at the start of that hand: hand 0 while it plays."""

    hand: int = 0
    stack: int = 0


@quick
@dataclass(frozen=True, slots=True)
class Outcome:
    """How a hand ended, kept while the next one is already dealt. `hands` best first, empty without a showdown."""

    hand: int
    board: Cards
    hands: tuple[Shown, ...]
    prizes: tuple[Prize, ...] = ()
    penalties: tuple[Payment, ...] = ()
    bonuses: tuple[Payment, ...] = ()
