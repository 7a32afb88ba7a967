"""The 28 cards. Only the kind matters, so a card is its kind's letter and piles are compared by counting."""

from collections import Counter
from collections.abc import Iterable
from itertools import product

Cards = tuple[str, ...]  # in the order of KINDS, but for the deck
KINDS = "PBNK"  # prince, bishop, noble, knight; so, too, are ties between kinds decided
COPIES = {"P": 3, "B": 5, "N": 9, "K": 11}
ALL: Cards = tuple(kind for kind, copies in COPIES.items() for _ in range(copies))
SET_ASIDE: Cards = ("P", "P", "B")  # the pile's first cards, face down but known to everybody
PAIR: Cards = ("P", "P")


def sort_cards(cards: Iterable[str]) -> Cards:
    """Where a card lies in a hand never tells when it came."""
    return tuple(sorted(cards, key=lambda card: (KINDS.find(card), card)))


def remove_cards(cards: Iterable[str], gone: Iterable[str]) -> Cards:
    """`cards` without `gone`; what isn't there can't go.

    >>> remove_cards("PBNNK", "NNNK")
    ('P', 'B')
    """
    return sort_cards((Counter(cards) - Counter(gone)).elements())


DECK: Cards = remove_cards(ALL, SET_ASIDE)


def merge_cards(one: Iterable[str], other: Iterable[str]) -> Cards:
    """The fewest cards that hold both piles.

    >>> merge_cards("BBN", "BBB")
    ('B', 'B', 'B', 'N')
    """
    return sort_cards((Counter(one) | Counter(other)).elements())


def keep_certain(cards: Iterable[str], count: int) -> Cards:
    """What is surely left of known cards when any `count` of the hand may be gone.

    >>> keep_certain("BBBNK", 2)
    ('B',)
    """
    return sort_cards(kind for kind, held in Counter(cards).items() for _ in range(held - count))


def most_held(cards: Cards, among: Iterable[str] | None = None) -> str:
    """The kind held most (of those `among`); between equals prince > bishop > noble > knight.

    >>> most_held(("B", "B", "N", "N", "K"))
    'B'
    """
    return max(sort_cards(set(cards if among is None else among)), key=cards.count)


def cost(kind: str, count: int, pair: bool) -> Cards:
    """The cards that count as `count` of a kind, the prince pair being one of them or not.

    >>> cost("K", 3, True)
    ('P', 'P', 'K', 'K')
    """
    return sort_cards([*PAIR, *(kind for _ in range(count - 1))] if pair else [kind] * count)


def has_cards(hand: Cards, cards: Cards) -> bool:
    """Whether the hand has all these cards."""
    return all(hand.count(kind) >= cards.count(kind) for kind in set(cards))


def list_subsets(hand: Cards, count: int) -> tuple[Cards, ...]:
    """Every way to choose so many cards of a hand, alike ones together.

    >>> list_subsets(("B", "N", "N"), 2)
    (('N', 'N'), ('B', 'N'))
    """
    held = Counter(hand)
    ways = product(*([kind * n for n in range(held[kind] + 1)] for kind in KINDS))
    return tuple(tuple("".join(way)) for way in ways if len("".join(way)) == count)


def bishop_points(count: int) -> int:
    """Three bishops shown: 1 point; four or more: 2."""
    return 0 if count < 3 else 1 if count == 3 else 2


def noble_points(count: int, classic: bool) -> int:
    """Classic: two nobles, 2 points. Adjusted and solo: two to four together, one less than nobles."""
    return 2 if classic else count - 1


def automaton_noble_points(count: int) -> int:
    """The automaton discards all its nobles in the best sets of two to four.

    >>> [automaton_noble_points(n) for n in range(2, 10)]
    [1, 2, 3, 3, 4, 5, 6, 6]
    """
    return count - -(-count // 4)
