"""Poker hands once more, the literal way: every five of the cards, named and compared as people do it."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

Key = tuple[int, list[int]]


def best(cards: Sequence[str], ranks: Sequence[str], order: Sequence[str], *, wheel: bool) -> Key:
    """Place of the category in `order`, and the ranks compared; of up to seven cards such as "G10"."""
    held = [(card[0], ranks.index(card[1:])) for card in cards]
    return max(_named(five, len(ranks), order, wheel=wheel) for five in combinations(held, min(5, len(held))))


def _named(cards: Sequence[tuple[str, int]], ranks: int, order: Sequence[str], *, wheel: bool) -> Key:
    counts = Counter(rank for _, rank in cards)
    grouped = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    category = {
        (5,): "five", (4, 1): "four", (4,): "four", (3, 2): "full-house", (2, 2, 1): "two-pair", (2, 2): "two-pair",
    }.get(tuple(shape)) or {3: "three", 2: "pair", 1: "high-card"}[shape[0]]  # fmt: skip
    categories = [(category, grouped)]
    if len(cards) == 5:
        top = _top_of_straight(sorted(counts), ranks, wheel=wheel)
        same_suit = len({suit for suit, _ in cards}) == 1
        if top is not None:
            categories.append(("straight-flush" if same_suit else "straight", [top]))
        if same_suit:
            categories.append(("flush", sorted((rank for _, rank in cards), reverse=True)))
    return max((order.index(name), compared) for name, compared in categories)


def _top_of_straight(numbers: list[int], ranks: int, *, wheel: bool) -> int | None:
    if len(numbers) != 5:
        return None
    if numbers[4] - numbers[0] == 4:
        return numbers[4]
    return 3 if wheel and numbers == [0, 1, 2, 3, ranks - 1] else None
