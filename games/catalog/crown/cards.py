"""The 28 cards. Only the kind matters, so a card is its kind's letter, and piles are compared by counts."""

from collections import Counter
from collections.abc import Iterable
from itertools import product

Cards = tuple[str, ...]  # in the order of KINDS, except for the deck
KINDS = "PBNK"  # prince, bishop, noble, knight; ties between kinds are broken in this order
COPIES = {"P": 3, "B": 5, "N": 9, "K": 11}
ALL: Cards = tuple(kind for kind, copies in COPIES.items() for _ in range(copies))
SET_ASIDE: Cards = ("P", "P", "B")  # the pile's first cards, face down but known to everyone
PAIR: Cards = ("P", "P")


def sort_cards(cards: Iterable[str]) -> Cards:
    """Sort cards by kind, so that positions in a hand don't reveal when a card came."""
    return tuple(sorted(cards, key=lambda card: (KINDS.find(card), card)))


def remove_cards(cards: Iterable[str], removed: Iterable[str]) -> Cards:
    """Return `cards` without `removed`; missing cards are ignored.

    >>> remove_cards("PBNNK", "NNNK")
    ('P', 'B')
    """
    return sort_cards((Counter(cards) - Counter(removed)).elements())


DECK: Cards = remove_cards(ALL, SET_ASIDE)


def merge_cards(first: Iterable[str], second: Iterable[str]) -> Cards:
    """Return the smallest pile that contains both piles.

    >>> merge_cards("BBN", "BBB")
    ('B', 'B', 'B', 'N')
    """
    return sort_cards((Counter(first) | Counter(second)).elements())


def keep_certain(cards: Iterable[str], count: int) -> Cards:
    """Return which of the known cards are certainly left when any `count` cards may be gone.

    >>> keep_certain("BBBNK", 2)
    ('B',)
    """
    return sort_cards(kind for kind, held in Counter(cards).items() for _ in range(held - count))


def most_held(cards: Cards, among: Iterable[str] | None = None) -> str:
    """Return the most frequent kind (of those `among`); ties go to prince, then bishop, noble, knight.

    >>> most_held(("B", "B", "N", "N", "K"))
    'B'
    """
    return max(sort_cards(set(cards if among is None else among)), key=cards.count)


def cost(kind: str, count: int, pair: bool) -> Cards:
    """Return the cards that count as `count` of a kind, with or without the prince pair as one of them.

    >>> cost("K", 3, True)
    ('P', 'P', 'K', 'K')
    """
    return sort_cards([*PAIR, *(kind for _ in range(count - 1))] if pair else [kind] * count)


def has_cards(hand: Cards, cards: Cards) -> bool:
    """Return whether the hand has all these cards."""
    return all(hand.count(kind) >= cards.count(kind) for kind in set(cards))


def list_subsets(hand: Cards, count: int) -> tuple[Cards, ...]:
    """List all different ways to choose `count` cards of a hand.

    >>> list_subsets(("B", "N", "N"), 2)
    (('N', 'N'), ('B', 'N'))
    """
    held = Counter(hand)
    ways = product(*([kind * n for n in range(held[kind] + 1)] for kind in KINDS))
    return tuple(tuple("".join(way)) for way in ways if len("".join(way)) == count)


def bishop_points(count: int) -> int:
    """Return 1 point for three bishops shown, 2 for four or more."""
    return 0 if count < 3 else 1 if count == 3 else 2


def noble_points(count: int, classic: bool) -> int:
    """Return 2 points for two nobles in classic; in adjusted and solo, one less than the two to four nobles."""
    return 2 if classic else count - 1


def automaton_noble_points(count: int) -> int:
    """Return the automaton's points for discarding all its nobles in the best sets of two to four.

    >>> [automaton_noble_points(n) for n in range(2, 10)]
    [1, 2, 3, 3, 4, 5, 6, 6]
    """
    return count - -(-count // 4)
