"""The cards 1 to 9, one set for everyone, as strings: "1" … "9". Higher numbers win, but 1 beats 9."""

from collections.abc import Iterable
from functools import cache

from games.catalog.get9.types import Cards

DECK: Cards = tuple("123456789")


@cache
def beats(card: str, other: str) -> bool:
    """Return whether the first card wins (rules sheet, 2). Equal cards don't beat each other.

    >>> beats("9", "8"), beats("1", "9"), beats("9", "1"), beats("5", "5")
    (True, True, False, False)
    """
    if {card, other} == {"1", "9"}:
        return card == "1"
    return int(card) > int(other)


def sort_cards(cards: Iterable[str]) -> Cards:
    """Sort the lowest card first, so that the order of choosing leaves no trace."""
    return tuple(sorted(cards))


def points_of(cards: Iterable[str]) -> int:
    """Return the sum of the numbers.

    >>> points_of(("3", "1"))
    4
    """
    return sum(map(int, cards))
