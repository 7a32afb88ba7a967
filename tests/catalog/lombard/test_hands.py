"""The fast evaluator against the literal one, and against the figures of the deck."""

from itertools import combinations

import pytest

from games.catalog.lombard.hands import (
    CATEGORIES,
    DECK,
    encode_cards,
    get_best_hand,
    get_showdown_key,
    number_of,
    strength,
)
from games.engine.chance import Rng
from tests.catalog.lombard.brute import best, showdown_key

PRINCES = ("P4", "P6", "P8")
LONG = [pytest.param(*counts, marks=pytest.mark.slow) for counts in ((0, 8000), (1, 8000))]  # two have their own test


def named(cards: tuple[str, ...]) -> tuple[int, tuple[int, ...]]:
    best_hand = get_best_hand(cards)
    return CATEGORIES.index(best_hand.category), best_hand.numbers


def sevens(princes: int, count: int) -> list[tuple[str, ...]]:
    """Seven cards each, with that many of the three princes."""
    rng = Rng(b"lombard", f"sevens/{princes}")
    plain = [card for card in DECK if card not in PRINCES]
    return [(*rng.shuffled(PRINCES)[:princes], *rng.shuffled(plain)[: 7 - princes]) for _ in range(count)]


@pytest.mark.parametrize(("princes", "count"), [(0, 500), (1, 500), (2, 250), (3, 5), *LONG])
def test_random_sevens_agree_with_the_literal_evaluator(princes: int, count: int) -> None:
    for cards in sevens(princes, count):
        assert named(cards) == best(cards), cards


def test_five_and_six_cards_agree_too() -> None:
    for cards in sevens(0, 300) + sevens(1, 300) + sevens(2, 200):
        assert named(cards[:5]) == best(cards[:5]), cards[:5]
        assert named(cards[:6]) == best(cards[:6]), cards[:6]


@pytest.mark.slow
@pytest.mark.parametrize("pair", list(combinations(PRINCES, 2)), ids="-".join)
def test_every_seven_with_two_princes_agrees_with_the_literal_evaluator(pair: tuple[str, str]) -> None:
    """Straights and flushes with a wild card are the hard part: 53,130 fives with each pair of princes."""
    plain = [card for card in DECK if card not in PRINCES]
    for five in combinations(plain, 5):
        assert named((*pair, *five)) == best((*pair, *five)), five


def test_the_order_of_cards_does_not_matter() -> None:
    rng = Rng(b"lombard", "orders")
    for cards in sevens(2, 100):
        assert get_best_hand(cards) == get_best_hand(rng.shuffled(cards))


@pytest.mark.parametrize("count", [100, pytest.param(2000, marks=pytest.mark.slow)])
def test_showdown_keys_order_hands_like_the_literal_evaluator_and_never_tie(count: int) -> None:
    rng = Rng(b"lombard", "showdowns")
    for _ in range(count):
        deck = rng.shuffled(DECK)
        board, holes = deck[:5], [(deck[i], deck[i + 1]) for i in range(5, 27, 2)]
        assert len({get_showdown_key(hole, board) for hole in holes}) == 11
        assert sorted(holes, key=lambda h: get_showdown_key(h, board)) == sorted(
            holes, key=lambda h: showdown_key(h, board)
        )


def test_about_six_percent_of_sevens_hold_no_pair() -> None:
    rng = Rng(b"lombard", "nothing")
    nothing = sum(get_best_hand(rng.shuffled(DECK)[:7]).category == "nothing" for _ in range(4000))
    assert 0.045 < nothing / 4000 < 0.075


def test_two_cards_alone_are_a_pair_or_nothing() -> None:
    for pair in combinations(DECK, 2):
        same = number_of(pair[0]) == number_of(pair[1])
        # two princes are a wild card, but there is nothing to join it to
        assert get_best_hand(pair).category == ("pair" if same else "nothing")


def test_codes_of_disjoint_sets_add_up() -> None:
    for cards in sevens(2, 50):
        assert strength(encode_cards(cards[:3]) + encode_cards(cards[3:])) == strength(encode_cards(cards))
