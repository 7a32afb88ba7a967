"""Cards, which are only ranks in this game, and hands packed into one integer.

A packed hand has four bits for each rank, starting with the 3: its number of cards, at most 8. Adding `8 - k` to every
rank at once sets the highest of its bits where there are at least `k`, so that one addition tests all ranks.
"""

from collections.abc import Iterable

Cards = tuple[str, ...]

RANKS: Cards = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "s", "B")
SUITED: Cards = RANKS[:13]  # all except the jokers
SMALL, BIG = "s", "B"
VALUES = {rank: at + 3 for at, rank in enumerate(RANKS)}  # 3 … 10, J 11, Q 12, K 13, A 14, 2 15, s 16, B 17
DECK: Cards = tuple(rank for rank in RANKS for _ in range(2 if rank in (SMALL, BIG) else 8))

ONE = {rank: 1 << 4 * at for at, rank in enumerate(RANKS)}
MARK = {rank: 8 << 4 * at for at, rank in enumerate(RANKS)}  # a rank in a mask
ALL = sum(MARK.values())
MARKS_SUITED = sum(MARK[rank] for rank in SUITED)
ABOVE = {value: sum(MARK[rank] for rank in RANKS if VALUES[rank] > value) for value in range(18)}
_ADD = tuple((8 - k) * (ALL >> 3) for k in range(9))


class _Places(dict[str, str]):
    """Sort keys of cards: strings, so that invalid cards sort after all others."""

    def __missing__(self, text: str) -> str:
        return "~" + text


_place = _Places({rank: chr(ord("a") + at) for at, rank in enumerate(RANKS)}).__getitem__


def pack(cards: Iterable[str]) -> int:
    """Return the hand as an integer.

    >>> pack(["3", "3", "4"])
    18
    """
    return sum(map(ONE.__getitem__, cards))


def at_least(hand: int, k: int) -> int:
    """Return the mask of the ranks of which a packed hand has `k` or more, 1 to 8."""
    return (hand + _ADD[k]) & ALL


def sort_cards(cards: Iterable[str]) -> Cards:
    """Sort from low to high, with invalid cards last."""
    return tuple(sorted(cards, key=_place))


def remove_cards(hand: Cards, cards: Cards) -> Cards | None:
    """Return the rest of a hand; None if it doesn't contain all the cards, counting copies.

    >>> remove_cards(("3", "3", "4"), ("3", "4"))
    ('3',)
    >>> remove_cards(("3", "3", "4"), ("4", "4"))
    """
    remaining = list(hand)
    try:
        for card in cards:
            remaining.remove(card)
    except ValueError:
        return None
    return tuple(remaining)
