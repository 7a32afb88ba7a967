"""A deck as players see it: which cards there are, what they are called, how they are drawn.

A card's code is a suit's letter and a rank ("K7"); where the other half doesn't matter to the games played with a deck,
it is one of them alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.engine.localized_text import Text


@dataclass(frozen=True, slots=True)
class Suit:
    """The suit alone and with its %(rank)s: whole phrases, because word order differs between languages."""

    name: Text
    name_with_rank: Text
    tone: str  # its colour, one of those that tokens.css has for suits
    ranks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SpecialCard:
    """A card with neither suit nor rank, like a joker."""

    name: Text
    tone: str
    pip: str  # the small symbol in its corner


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck. Its sprite has a symbol for each suit and single card, named by its code, in one `currentColor`. Pictures
    are called "figure-J": as large as a card, with an upper left corner that is free for the index."""

    name: str  # as templates call it
    sprite: str = ""  # the static file; a deck of mere numbers needs none
    suits: Mapping[str, Suit] = field(default_factory=dict)
    ranks: tuple[str, ...] = ()  # those that are cards without a suit; if there are none, suits without a rank are
    special_cards: Mapping[str, SpecialCard] = field(default_factory=dict)
    figures: tuple[str, ...] = ()  # the ranks and single cards that are pictures
    has_suit_pictures: bool = False  # or every card is its suit's picture
    has_numerals: bool = False  # ranks without a suit are symbols of the sprite as well, named by themselves

    def codes(self) -> tuple[str, ...]:
        """Every card that can be drawn."""
        return (*self.special_cards, *self.ranks, *(() if self.ranks else self.suits), *self.suited())

    def suited(self) -> tuple[str, ...]:
        """The cards with a suit and a rank."""
        return tuple(code + rank for code, suit in self.suits.items() for rank in suit.ranks)


def number_ranks(least: int, most: int) -> tuple[str, ...]:
    """The ranks between two numbers, both included.

    >>> number_ranks(2, 4)
    ('2', '3', '4')
    """
    return tuple(str(n) for n in range(least, most + 1))
