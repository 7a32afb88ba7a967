"""The small values that moves, happenings, state and view share."""

from typing import Literal

from games.catalog.doudizhu.move_tables import Book, book
from games.catalog.doudizhu.ranks import Cards
from games.engine.serialization.values import value

Phase = Literal["deal", "face-up", "auction", "kitty", "play", "show", "payment", "over"]
Answer = Literal["", "accept", "refuse"]

SEATS, HAND, KITTY = 4, 25, 8


@value
class Options:
    """The table options, fixed at setup."""

    rules: int
    deals: int
    kitty_to_landlord: bool
    show_kitty: bool
    forced_landlord_limited: bool
    low_two_sequences: bool

    @property
    def book(self) -> Book:
        """The combinations under these options."""
        return book(self.low_two_sequences)


@value
class Turn:
    """What a seat did in a trick; without cards it passed."""

    seat: int
    cards: Cards


@value
class Outcome:
    """How a deal ended, kept while the next one is already dealt. By seat: chips won or lost, and cards left."""

    deal: int
    landlord: int
    rate: int
    winner: int  # who went out
    gains: tuple[int, ...]
    hands: tuple[Cards, ...]


Trick = tuple[Turn, ...]
