"""Small values shared by moves, happenings, state and view."""

from typing import Literal

from games.catalog.sdc.hands import HandComparison, compare_hands, get_counting_cards
from games.engine.serialization.values import frozen_dataclass

Cards = tuple[str, ...]
Phase = Literal["first", "deal", "draw", "bid", "answer", "reply", "showdown", "pay", "end", "over"]


@frozen_dataclass
class Options:
    """The table options, fixed at setup."""

    rules: int
    start_coins: int
    max_bid: int
    max_exchange: int
    first_opener: str
    stage_limit: int  # 0: no limit


@frozen_dataclass
class Tally:
    """The basis of a seat's match score: exact sums over the stages played."""

    won: int = 0
    lost: int = 0
    gained: int = 0  # coins, in stages won
    paid: int = 0  # coins, in stages lost
    best: int = 0  # category of the best hand after the draw


@frozen_dataclass
class Score:
    """The displayed match score: points 0–100, stars 1–5, comment 0–5."""

    skill: int
    power: int
    luck: int
    total: int
    stars: int
    comment: int


@frozen_dataclass
class Outcome:
    """A finished stage, as everyone may remember it. Pairs are by seat."""

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

    @property
    def compared(self) -> HandComparison:
        """Return which hand was better and why, even if one was dropped."""
        return compare_hands(self.hands)

    @property
    def deciding(self) -> tuple[Cards | None, ...]:
        """The cards of each hand that won the stage; None after a drop."""
        if self.dropped is not None:
            return (None, None)
        return tuple(get_counting_cards(hand) if seat == self.winner else () for seat, hand in enumerate(self.hands))
