"""What seats decide, what becomes visible, and the small values that state and view share. Amounts are dollars."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from games.engine.quick import quick
from games.engine.values import Happening, Move
from games.kit.poker import Category, Hand

Cards = tuple[str, ...]
Phase = Literal["start", "blinds", "deal", "bets", "close", "open", "street", "showdown", "payment", "bank", "over"]
Blind = Literal["small", "big"]
Reason = Literal["bank", "alone", "hands"]

UNIT = 10  # the smallest chip
BOARD = 5  # community cards of a whole hand
BLINDS = ((10, 20), (20, 40), (30, 60))  # by active bank


@dataclass(frozen=True, slots=True)
class Fold(Move):
    type: ClassVar[str] = "fold"


@dataclass(frozen=True, slots=True)
class Check(Move):
    type: ClassVar[str] = "check"


@dataclass(frozen=True, slots=True)
class Call(Move):
    """Matches the highest bet, or pays the whole stack if that is less."""

    type: ClassVar[str] = "call"


@dataclass(frozen=True, slots=True)
class Bet(Move):
    """The first bet of a round."""

    type: ClassVar[str] = "bet"
    to: int


@dataclass(frozen=True, slots=True)
class Raise(Move):
    """Brings the seat's own bet of this round to `to`."""

    type: ClassVar[str] = "raise"
    to: int


@dataclass(frozen=True, slots=True)
class AllIn(Move):
    """The whole stack, as a call, bet or raise, whichever it makes."""

    type: ClassVar[str] = "all-in"


MOVES: tuple[type[Move], ...] = (Fold, Check, Call, Bet, Raise, AllIn)


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
    CommunityOpened, HandShown, PotWon, PenaltyPaid, BonusPaid, BlindsRaised, Eliminated, MatchEnded,
)  # fmt: skip


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
