"""The fast evaluator against the literal one, for several decks and orders, and against known frequencies."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations, product

import pytest

from games.engine.chance import Rng
from games.kit.poker_hands import STANDARD, Category, Hand, Ranking

from . import brute

TEN = tuple(str(number) for number in range(1, 11))
FRENCH = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SHORT: tuple[Category, ...] = (
    "high-card", "pair", "two-pair", "three", "straight", "full-house", "flush", "four", "straight-flush",
)  # fmt: skip
STRAIGHT_LOW: tuple[Category, ...] = (
    "high-card", "pair", "two-pair", "straight", "three", "full-house", "flush", "four", "straight-flush",
)  # fmt: skip
DECKS: dict[str, tuple[str, Sequence[str], Sequence[Category], bool]] = {
    "forty": ("GFBU", TEN, STANDARD, False),
    "forty, 1 high, flush first": ("GFBU", (*TEN[1:], "1"), SHORT, True),
    "french": ("SHDC", FRENCH, STANDARD, True),
    "thirty-six": ("SHDC", FRENCH[4:], STRAIGHT_LOW, True),
    "three suits of seven": ("abc", TEN[:7], STANDARD, False),
    "six suits of five": ("abcdef", TEN[:5], (*STANDARD, "five"), True),
    "one suit of fifteen": ("x", tuple("ABCDEFGHIJKLMNO"), STANDARD, True),
}
EACH = pytest.mark.parametrize("name", DECKS)


@cache
def ranking(name: str) -> Ranking:
    suits, ranks, order, wheel = DECKS[name]
    return Ranking(suits, ranks, order=order, has_wheel=wheel)


@cache
def key(name: str, cards: tuple[str, ...]) -> brute.Key:
    _, ranks, order, wheel = DECKS[name]
    return brute.best(cards, ranks, order, wheel=wheel)


def drawn(name: str, size: int, count: int) -> list[tuple[str, ...]]:
    rng = Rng(b"poker", f"{name}/{size}")
    suits, ranks, _, _ = DECKS[name]
    deck = [suit + rank for suit, rank in product(suits, ranks)]
    return [rng.shuffled(deck)[:size] for _ in range(count)]


def named(name: str, cards: tuple[str, ...]) -> brute.Key:
    deck_ranking = ranking(name)
    hand = deck_ranking.hand(deck_ranking.best(deck_ranking.codes(cards)))
    return deck_ranking.order.index(hand.category), [deck_ranking.ranks.index(rank) for rank in hand.ranks]


@EACH
@pytest.mark.parametrize(
    ("size", "count"),
    [(7, 400), (6, 150), (5, 400), (2, 60), (1, 20), *(pytest.param(n, 4000, marks=pytest.mark.slow) for n in (6, 7))],
)
def test_random_hands_agree_with_the_literal_evaluator(name: str, size: int, count: int) -> None:
    for cards in drawn(name, size, count):
        assert named(name, cards) == key(name, cards), cards


@EACH
def test_values_order_hands_as_the_literal_keys_do(name: str) -> None:
    deck_ranking, hands = ranking(name), drawn(name, 7, 400)
    values = [deck_ranking.best(deck_ranking.codes(cards)) for cards in hands]
    keys = [key(name, cards) for cards in hands]
    for (first, second), (a, b) in zip(combinations(values, 2), combinations(keys, 2), strict=True):
        assert (first > second, first == second) == (a > b, a == b)


@EACH
@pytest.mark.parametrize("count", [200, pytest.param(2000, marks=pytest.mark.slow)])
def test_flushes_and_runs_within_one_suit(name: str, count: int) -> None:
    """Seven cards with at least five of a suit are too rare in random hands."""
    suits, ranks, _, _ = DECKS[name]
    rng = Rng(b"poker", f"suited {name}")
    deck = [suit + rank for suit, rank in product(suits, ranks)]
    for number in range(count):
        suited = rng.shuffled([card for card in deck if card[0] == suits[number % len(suits)]])[:5]
        cards = (*suited, *rng.shuffled([card for card in deck if card not in suited])[:2])
        assert named(name, cards) == key(name, cards), cards


def test_the_forty_cards_have_the_frequencies_of_the_sheet() -> None:
    deck_ranking = ranking("forty")
    frequencies = Counter(
        deck_ranking.category(deck_ranking.best(five)) for five in combinations(deck_ranking.code.values(), 5)
    )
    assert frequencies == {
        "straight-flush": 24, "four": 360, "flush": 984, "full-house": 2160, "straight": 6120, "three": 23040,
        "two-pair": 51840, "pair": 322560, "high-card": 250920,
    }  # fmt: skip


@pytest.mark.slow
def test_the_french_deck_has_its_known_frequencies() -> None:
    deck_ranking = ranking("french")
    frequencies = Counter(
        deck_ranking.category(deck_ranking.best(five)) for five in combinations(deck_ranking.code.values(), 5)
    )
    assert frequencies == {
        "straight-flush": 40, "four": 624, "full-house": 3744, "flush": 5108, "straight": 10200, "three": 54912,
        "two-pair": 123552, "pair": 1098240, "high-card": 1302540,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "cards", "hand"),
    [
        ("forty", "G1 F2 B3 U4 G5 F9 B9", Hand("straight", ("5",))),
        ("forty", "G7 F8 B9 U10 G3 F1 B1", Hand("pair", ("1", "10", "9", "8"))),
        ("forty, 1 high, flush first", "G7 F8 B9 U10 G3 F1 B2", Hand("straight", ("1",))),
        ("forty, 1 high, flush first", "G1 F2 B3 U4 G5 F8 B9", Hand("straight", ("5",))),
        ("forty, 1 high, flush first", "G8 F9 B10 U1 G2 F5 B6", Hand("high-card", ("1", "10", "9", "8", "6"))),
        ("french", "SA HA DA CA SK HK DK", Hand("four", ("A", "K"))),
        ("french", "S9 H9 D9 C8 S8 H8 D2", Hand("full-house", ("9", "8"))),
        ("french", "S9 H9 D5 C5 S3 H3 DK", Hand("two-pair", ("9", "5", "K"))),
        ("french", "S9 H9 D5 C5 S3 H3 D4", Hand("two-pair", ("9", "5", "4"))),
        ("six suits of five", "a3 b3 c3 d3 e3 f3 a5", Hand("five", ("3",))),
    ],
)
def test_hands_in_words(name: str, cards: str, hand: Hand) -> None:
    deck_ranking = ranking(name)
    assert deck_ranking.hand(deck_ranking.best(deck_ranking.codes(cards.split()))) == hand


def test_flush_and_full_house_stand_where_the_order_says() -> None:
    flush, full = ["G1", "G3", "G5", "G7", "G9"], ["G2", "F2", "B2", "G4", "F4"]
    usual, short = ranking("forty"), ranking("forty, 1 high, flush first")
    assert usual.best(usual.codes(flush)) < usual.best(usual.codes(full))
    assert short.best(short.codes(flush)) > short.best(short.codes(full))


@pytest.mark.parametrize(("suits", "ranks"), [("", TEN), ("abcdefg", TEN), ("abcd", TEN[:4]), ("abcd", range(16))])
def test_other_decks_are_refused(suits: str, ranks: Sequence[str]) -> None:
    with pytest.raises(ValueError, match="suits"):
        Ranking(suits, tuple(map(str, ranks)))
