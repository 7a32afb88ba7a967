"""Small values shared by moves, happenings, state and view."""

from typing import Literal

from games.catalog.doudizhu.move_tables import MoveTables, get_move_tables
from games.catalog.doudizhu.ranks import Cards
from games.engine.serialization.values import frozen_dataclass

Phase = Literal["deal", "face-up", "auction", "kitty", "play", "show", "payment", "over"]
Answer = Literal["", "accept", "refuse"]

SEATS, HAND, KITTY = 4, 25, 8


@frozen_dataclass
class Options:
    """The table options, fixed at setup."""

    rules: int
    deals: int
    kitty_to_landlord: bool
    show_kitty: bool
    forced_landlord_limited: bool
    low_two_sequences: bool

    @property
    def move_tables(self) -> MoveTables:
        """The combinations under these options."""
        return get_move_tables(self.low_two_sequences)


@frozen_dataclass
class Turn:
    """A seat's play in a trick; without cards it passed."""

    seat: int
    cards: Cards


@frozen_dataclass
class Outcome:
    """The result of a deal, kept while the next one is already dealt. By seat: chips won or lost, and cards left."""

    deal: int
    landlord: int
    rate: int
    winner: int  # went out
    gains: tuple[int, ...]
    hands: tuple[Cards, ...]


Trick = tuple[Turn, ...]
