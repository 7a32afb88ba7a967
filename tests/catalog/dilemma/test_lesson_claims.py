"""The chances named in lessons are right: against every possible pair of hole cards."""

from itertools import combinations

import pytest

from games.catalog.dilemma.cards import DECK, ranking
from games.catalog.dilemma.types import Cards

ORDER = ranking(False, False)
DRY = ("G10", "F9", "B7", "U5", "G2")


def value(cards: Cards) -> int:
    return ORDER.best(ORDER.codes(cards))


def results(hand: Cards, board: Cards) -> list[int]:
    """Against each two cards that are left: 1 for a win, 0 for equal hands, -1 for a loss."""
    own_value, cards = value(hand + board), [card for card in DECK if card not in hand + board]
    other_values = [value(two + board) for two in combinations(cards, 2)]
    return [(own_value > other) - (own_value < other) for other in other_values]


@pytest.mark.parametrize(
    ("hand", "board", "hundredths"),
    [
        (("F3", "U4"), ("G5", "F6", "B7", "U10", "G2"), 93),
        (("U10", "B8"), ("G10", "F9", "B4", "U6", "G3"), 73),
        (("U9", "B3"), DRY, 62),
        (("U6", "B5"), ("G6", "F5", "B9", "U2", "G1"), 85),
    ],
)
def test_how_often_a_hand_wins(hand: Cards, board: Cards, hundredths: int) -> None:
    outcomes = results(hand, board)
    assert round(100 * outcomes.count(1) / len(outcomes)) == hundredths


def test_the_hopeless_hand_beats_no_other() -> None:
    assert max(results(("F3", "U1"), DRY)) == 0


def test_nothing_beats_three_nines_on_the_flop() -> None:
    assert min(results(("U9", "B9"), ("G9", "F4", "B2"))) == 1


def test_only_a_higher_straight_beats_the_straight() -> None:
    hand, board = ("F3", "U4"), ("G5", "F6", "B7", "U10", "G2")
    cards = [card for card in DECK if card not in hand + board]
    better = [two for two in combinations(cards, 2) if value(two + board) > value(hand + board)]
    categories = {ORDER.hand(value(two + board)).category for two in better}
    assert categories == {ORDER.hand(value(hand + board)).category}


def test_a_call_with_the_bonus_pays_from_one_win_in_four() -> None:
    staked, won = 40 + 20, 120 + 100
    assert staked / (staked + won) < 1 / 4
