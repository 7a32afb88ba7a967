"""The ranking of hands against an independent reading of the sheet's table, and the promise that nothing ties."""

import random
from collections import Counter
from itertools import combinations

import pytest

from games.catalog.sdc import hands

NUMBERS = dict(zip(["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"], range(2, 15), strict=True))
STRONG_TO_WEAK = "WFAE"
OF = {card: NUMBERS[card[1:]] for card in hands.DECK}
RUNS = {  # the numbers of each straight, in order, by what they are when sorted
    tuple(sorted(run)): run for run in ([14 if n == 1 else n for n in range(at, at + 5)] for at in range(1, 11))
}
NAMES = ["royal", "straight flush", "four", "full house", "flush", "straight", "three", "two pair", "pair", "high card"]


def better(first: tuple[str, ...], second: tuple[str, ...]) -> bool:
    """Return whether the first hand wins: category names from the top, then the table's sentence, card by card."""
    category, other = named(first), named(second)
    if category != other:
        return NAMES.index(category) < NAMES.index(other)
    if category in ("royal", "straight flush", "flush") and first[0][0] != second[0][0]:
        return STRONG_TO_WEAK.index(first[0][0]) < STRONG_TO_WEAK.index(second[0][0])
    a, b = deciding(first, category), deciding(second, category)
    if number(a[0]) != number(b[0]):
        return number(a[0]) > number(b[0])
    if category in ("straight", "high card"):
        return STRONG_TO_WEAK.index(a[0][0]) < STRONG_TO_WEAK.index(b[0][0])
    return any(card[0] == "W" for card in a) and not any(card[0] == "W" for card in b)


def number(card: str) -> int:
    return OF[card]


def sequence(hand: tuple[str, ...]) -> list[str]:
    """The hand in straight order, or nothing, with the ace below 2 and above K."""
    run = RUNS.get(tuple(sorted(map(number, hand))), [])
    return [next(card for card in hand if number(card) == n) for n in run]


def named(hand: tuple[str, ...]) -> str:
    counts = sorted(Counter(map(number, hand)).values())
    one_suit, run = len({card[0] for card in hand}) == 1, sequence(hand)
    if one_suit:
        return ("royal" if number(run[-1]) == 14 else "straight flush") if run else "flush"
    if run:
        return "straight"
    return {
        (1, 4): "four",
        (2, 3): "full house",
        (1, 1, 3): "three",
        (1, 2, 2): "two pair",
        (1, 1, 1, 2): "pair",
        (1, 1, 1, 1, 1): "high card",
    }[tuple(counts)]


def deciding(hand: tuple[str, ...], name: str) -> list[str]:
    """The cards that decide between two hands of that category."""
    if "straight" in name or name == "royal":
        return sequence(hand)[-1:]
    counts = Counter(map(number, hand))
    size = {"four": 4, "full house": 3, "three": 3, "two pair": 2, "pair": 2}.get(name, 1)
    top = max(n for n, count in counts.items() if count == size)
    return [card for card in hand if number(card) == top]


def test_the_deck() -> None:
    assert len(set(hands.DECK)) == 52
    assert Counter(card[0] for card in hands.DECK) == dict.fromkeys("WFAE", 13)


def test_every_hand_of_a_part_of_the_deck_is_named_alike() -> None:
    for hand in combinations(hands.DECK[:13] + hands.DECK[13:20], 5):
        assert NAMES[9 - hands.strength(hand)[0]] == named(hand), hand


def agrees(first: tuple[str, ...], second: tuple[str, ...]) -> bool:
    """Return whether the stronger of the two is the better one; hands without a common card never tie."""
    first_strength, other = hands.strength(first), hands.strength(second)
    return first_strength != other and (first_strength > other) is better(first, second)


@pytest.mark.parametrize("count", [3_000, pytest.param(20_000, marks=pytest.mark.slow)])
def test_random_pairs_agree_with_the_table_and_never_tie(count: int) -> None:
    rng = random.Random(52)
    for _ in range(count):
        dealt = rng.sample(hands.DECK, 10)
        first, second = tuple(dealt[:5]), tuple(dealt[5:])
        assert agrees(first, second), (first, second)


@pytest.mark.parametrize("count", [8_000, pytest.param(40_000, marks=pytest.mark.slow)])
def test_pairs_of_one_category_agree_with_the_table_and_never_tie(count: int) -> None:
    """Random pairs hardly ever meet in the high categories; hands from few numbers and suits do."""
    rng, met = random.Random(5), Counter[str]()
    for _ in range(count):
        low = rng.randrange(9)
        suits = rng.sample(STRONG_TO_WEAK, rng.choice([2, 4]))
        part = [card for card in hands.DECK if card[0] in suits and low <= number(card) - 2 <= low + 5 + len(suits) % 4]
        dealt = rng.sample(part, 10)
        first, second = tuple(dealt[:5]), tuple(dealt[5:])
        assert agrees(first, second), (first, second)
        met[named(first)] += named(first) == named(second)
    assert all(met[name] for name in NAMES[4:]), met


def test_straight_flushes_and_full_groups_in_pairs() -> None:
    flushes = [tuple(suit + r for r in run) for suit in STRONG_TO_WEAK for run in runs()]
    for first, second in combinations(flushes, 2):
        if not set(first) & set(second):
            assert agrees(first, second), (first, second)


def runs() -> list[list[str]]:
    ranks = ["A", *"23456789", "10", *"JQKA"]
    return [ranks[start : start + 5] for start in range(10)]
