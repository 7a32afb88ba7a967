"""A hand written out: what comes of it, and what can't be."""

from typing import Any

import pytest

from games.catalog.dilemma.position import build_position
from games.catalog.dilemma.rules import waiting_on
from games.engine.positions import InvalidPositionError
from tests.catalog.dilemma.play import check

GOOD: dict[str, Any] = {
    "hands": [["F3", "U4"], ["B10", "G10"]],
    "board": ["G5", "F6", "B7"],
    "deck": ["U10", "G2"],
    "stacks": [900, 900],
    "paid": 100,
}
LATE: dict[str, Any] = {**GOOD, "hand": 31, "bank": [0, 0, 50], "stacks": [1900, 1350]}


@pytest.mark.parametrize(("dealer", "asked"), [(0, 1), (1, 0)])
def test_who_sits_after_the_dealer_is_asked(dealer: int, asked: int) -> None:
    state = build_position({**GOOD, "dealer": dealer})
    check(state)
    assert waiting_on(state) == {asked}
    assert (state.public.pot, state.public.betting.step) == (200, 20)
    assert state.own[0].cards == ("F3", "U4")
    assert state.hidden.deck[:2] == ("U10", "G2")
    assert len(state.hidden.deck) == 33


def test_the_blinds_are_those_of_the_last_bank() -> None:
    state = build_position(LATE)
    check(state)
    assert (state.public.level, state.public.betting.step) == (3, 60)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"hands": [["F3", "U4"]]}, "seats hold two cards each"),
        ({"hands": [["F3", "U4"], ["B10"]]}, "seats hold two cards each"),
        ({"hands": [["F3", "U4"], ["B10", "G5"]]}, "not so often in the deck: G5"),
        ({"board": ["G5", "F6"]}, "three to five community cards"),
        ({"stacks": [900]}, "every seat has a stack"),
        ({"stacks": [905, 895]}, "multiples of 10"),
        ({"stacks": [900, 910]}, "3500 together"),
        ({"stacks": [910, 890]}, "before the first hand"),
        ({"stacks": [990, 990], "paid": 10}, "the big blind of 20 at least"),
        ({"dealer": 2}, "the dealer is one of the seats"),
        ({"hand": 0}, "counted from 1"),
        ({"hand": 2, "bank": [200, 600, 500], "stacks": [1000, 1000]}, "emptied in their order"),
        ({"hand": 2, "bank": [0, 0, 0], "stacks": [1650, 1650]}, "emptied in their order"),
        ({"options": {"penalty": 7}}, "no such option: penalty"),
        ({"pot": 200}, "what is pot?"),
    ],
)
def test_what_cannot_be_says_so(change: dict[str, Any], problem: str) -> None:
    with pytest.raises(InvalidPositionError, match=problem):
        build_position({**GOOD, **change})
