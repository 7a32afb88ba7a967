"""A stage written out: what comes of it, and what can't be."""

from typing import Any

import pytest

from games.catalog.sdc.position import build_position
from games.catalog.sdc.rules import waiting_on
from games.engine.positions import InvalidPositionError
from tests.catalog.sdc.play import check

LEARNER = ["F2", "W9", "F9", "E6", "A4"]
OTHER = ["FQ", "AQ", "E7", "A3", "W2"]
GOOD: dict[str, Any] = {"hands": [LEARNER, OTHER], "opener": 1, "deck": ["A9", "EJ"]}
EXCHANGED: dict[str, Any] = {**GOOD, "discards": [["E3"], []]}


def test_both_are_to_exchange() -> None:
    state = build_position(GOOD)
    check(state)
    assert waiting_on(state) == {0, 1}
    assert state.own[0].hand == ("W9", "F9", "E6", "A4", "F2")
    assert state.hidden.deck[:2] == ("A9", "EJ")


def test_the_opener_is_to_bid() -> None:
    state = build_position(EXCHANGED)
    check(state)
    assert waiting_on(state) == {1}
    assert state.public.exchanged == (1, 0)


def test_the_responder_is_to_answer() -> None:
    state = build_position({**EXCHANGED, "bid": 3})
    check(state)
    assert waiting_on(state) == {0}
    assert state.public.amounts == range(4, 6)


@pytest.mark.parametrize(
    ("stage", "opener", "coins"), [(2, 0, 15), (2, 1, 6), (3, 1, 9), (3, 0, 10), (9, 1, 1), (9, 0, 19)]
)
def test_the_stages_before_have_led_to_the_coins(stage: int, opener: int, coins: int) -> None:
    state = build_position({**GOOD, "stage": stage, "opener": opener, "coins": [coins, 20 - coins]})
    check(state)
    first, second = state.public.tallies
    assert first.won + first.lost == stage - 1
    assert (first, second)[opener].won


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"hands": [LEARNER]}, "two seats hold five cards each"),
        ({"hands": [LEARNER, OTHER[:4]]}, "two seats hold five cards each"),
        ({"hands": [LEARNER, [*OTHER[:4], "F2"]]}, "not so often in the deck: F2"),
        ({"discards": [["E3"]]}, "both have exchanged"),
        ({"discards": [["E3"] * 6, []]}, "at most 5 cards"),
        ({"discards": [["F9"], []]}, "not so often in the deck: F9"),
        ({"coins": [10, 11]}, "both have coins, 20 together"),
        ({"coins": [20, 0]}, "both have coins, 20 together"),
        ({"opener": 2}, "seat 0 or 1 is the opener"),
        ({"bid": 3}, "after the exchange 1 to 5 may be bid"),
        ({"bid": 6, "discards": [[], []]}, "1 to 5 may be bid"),
        ({"bid": 3, "discards": [[], []], "coins": [2, 18], "stage": 3}, "1 to 2 may be bid"),
        ({"stage": 2}, "1 stages don't lead to these coins"),
        ({"stage": 0}, "-1 stages don't lead to these coins"),
        ({"coins": [9, 11], "opener": 0, "stage": 2}, "1 stages don't lead to these coins"),
        ({"raised": 3}, "what is raised?"),
    ],
)
def test_what_cannot_be(change: dict[str, Any], problem: str) -> None:
    with pytest.raises(InvalidPositionError) as error:
        build_position({**GOOD, **change})
    assert problem in str(error.value)
