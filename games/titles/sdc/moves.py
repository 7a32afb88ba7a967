"""What the seats decide, what becomes visible, and the small values that state and view share."""

from dataclasses import dataclass
from typing import Literal

from games.engine.values import Happening, Move

Cards = tuple[str, ...]
Phase = Literal["first", "deal", "draw", "bid", "answer", "reply", "showdown", "pay", "end", "over"]


# --- moves -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Draw(Move):
    """Exchange these own cards, or none."""

    type = "draw"
    cards: Cards = ()


@dataclass(frozen=True, slots=True)
class Bid(Move):
    """The opener's first bid."""

    type = "bid"
    coins: int


@dataclass(frozen=True, slots=True)
class Call(Move):
    type = "call"


@dataclass(frozen=True, slots=True)
class Raise(Move):
    """The responder's higher bid."""

    type = "raise"
    to: int


@dataclass(frozen=True, slots=True)
class Drop(Move):
    type = "drop"


MOVES: tuple[type[Move], ...] = (Draw, Bid, Call, Raise, Drop)


# --- shared values -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Options:
    """The table options, fixed at setup."""

    start_coins: int
    max_bid: int
    max_exchange: int
    first_opener: str
    stage_limit: int  # 0: none


@dataclass(frozen=True, slots=True)
class Tally:
    """What a seat's match score is made of: exact sums over the stages played."""

    won: int = 0
    lost: int = 0
    gained: int = 0  # coins, over the won stages
    paid: int = 0  # coins, over the lost ones
    best: int = 0  # category of the best hand after the draw


@dataclass(frozen=True, slots=True)
class Score:
    """The match score as shown: whole points 0-100, stars 1-5, comment 0-5."""

    skill: int
    power: int
    luck: int
    total: int
    stars: int
    comment: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished stage, as everybody may remember it. Pairs are by seat."""

    stage: int
    opener: int
    hands: tuple[Cards, Cards]
    categories: tuple[int, int]
    exchanged: tuple[int, ...]
    bid: int
    raised: int  # 0: no raise
    dropped: int | None  # the seat that dropped
    winner: int
    coins: int


# --- happenings --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FirstOpener(Happening):
    type = "first-opener"
    seat: int
    by_lot: bool


@dataclass(frozen=True, slots=True)
class StageBegan(Happening):
    type = "stage-began"
    stage: int
    opener: int


@dataclass(frozen=True, slots=True)
class Dealt(Happening):
    """Told to the seat alone."""

    type = "dealt"
    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Confirmed(Happening):
    """That a seat has settled its draw; never how many cards."""

    type = "confirmed"
    seat: int


@dataclass(frozen=True, slots=True)
class Marked(Happening):
    """Told to the seat alone: the cards it gives away."""

    type = "marked"
    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Exchanged(Happening):
    type = "exchanged"
    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class Drew(Happening):
    """Told to the seat alone: the cards it got."""

    type = "drew"
    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class BidMade(Happening):
    type = "bid-made"
    seat: int
    coins: int


@dataclass(frozen=True, slots=True)
class Called(Happening):
    type = "called"
    seat: int
    coins: int


@dataclass(frozen=True, slots=True)
class Raised(Happening):
    type = "raised"
    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class Dropped(Happening):
    type = "dropped"
    seat: int


@dataclass(frozen=True, slots=True)
class Shown(Happening):
    type = "shown"
    seat: int
    cards: Cards
    category: int


@dataclass(frozen=True, slots=True)
class Paid(Happening):
    """The loser of a stage pays the winner; `won_by_drop`: the better hand was not asked for."""

    type = "paid"
    winner: int
    coins: int
    won_by_drop: bool


@dataclass(frozen=True, slots=True)
class MatchEnded(Happening):
    """`winner` is None when the stage limit found equal coins."""

    type = "match-ended"
    winner: int | None
    by_limit: bool


HAPPENINGS: tuple[type[Happening], ...] = (
    FirstOpener,
    StageBegan,
    Dealt,
    Confirmed,
    Marked,
    Exchanged,
    Drew,
    BidMade,
    Called,
    Raised,
    Dropped,
    Shown,
    Paid,
    MatchEnded,
)
