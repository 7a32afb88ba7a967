"""Decks as players see them: their cards, names and appearance.

A card's code is a suit's letter followed by a rank ("K7"), or only one of them if the games played with the deck don't
use the other.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.engine.localized_text import Text


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit's name alone and with its %(rank)s. Whole phrases, because word order differs between languages."""

    name: Text
    name_with_rank: Text
    tone: str  # its color, one of the suit colors in tokens.css
    ranks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SpecialCard:
    """A card with neither suit nor rank, like a joker."""

    name: Text
    tone: str
    pip: str  # the small symbol in the card's corner


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck and its sprite.

    The sprite has a symbol for each suit and special card, named by its code, in a single `currentColor`. Pictures are
    named "figure-J", have the size of a card, and leave the upper left corner free for the index.
    """

    name: str  # as used in templates
    sprite: str = ""  # path of the static file; not needed for a deck of plain numbers
    suits: Mapping[str, Suit] = field(default_factory=dict)
    ranks: tuple[str, ...] = ()  # ranks that are cards without a suit; if empty, suits without a rank are cards
    special_cards: Mapping[str, SpecialCard] = field(default_factory=dict)
    figures: tuple[str, ...] = ()  # ranks and special cards that have pictures
    has_suit_pictures: bool = False  # every card shows its suit's picture
    has_numerals: bool = False  # ranks without a suit are symbols in the sprite too, named by the rank

    def codes(self) -> tuple[str, ...]:
        """Return the codes of all cards."""
        return (*self.special_cards, *self.ranks, *(() if self.ranks else self.suits), *self.suited())

    def suited(self) -> tuple[str, ...]:
        """Return the codes of the cards with both suit and rank."""
        return tuple(code + rank for code, suit in self.suits.items() for rank in suit.ranks)


def number_ranks(lowest: int, highest: int) -> tuple[str, ...]:
    """Return the ranks between two numbers, both included.

    >>> number_ranks(2, 4)
    ('2', '3', '4')
    """
    return tuple(str(n) for n in range(lowest, highest + 1))
