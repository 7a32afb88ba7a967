"""The small values that moves, happenings, state and view share."""

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
    stage_limit: int  # 0: none


@frozen_dataclass
class Tally:
    """What a seat's match score is made of: exact sums over the stages played."""

    won: int = 0
    lost: int = 0
    gained: int = 0  # coins, over the won stages
    paid: int = 0  # coins, over the lost ones
    best: int = 0  # category of the best hand after the draw


@frozen_dataclass
class Score:
    """The match score as shown: whole points 0-100, stars 1-5, comment 0-5."""

    skill: int
    power: int
    luck: int
    total: int
    stars: int
    comment: int


@frozen_dataclass
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

    @property
    def compared(self) -> HandComparison:
        """Which hand was better and why, also where one was dropped."""
        return compare_hands(self.hands)

    @property
    def deciding(self) -> tuple[Cards | None, ...]:
        """Of each hand the cards that won the stage; None where a drop did."""
        if self.dropped is not None:
            return (None, None)
        return tuple(get_counting_cards(hand) if seat == self.winner else () for seat, hand in enumerate(self.hands))
