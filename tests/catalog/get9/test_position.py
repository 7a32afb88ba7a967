"""A match written out: what comes of it, and what can't be."""

from typing import Any

import pytest

from games.catalog.get9.position import build_position
from games.engine.positions import InvalidPositionError
from tests.catalog.get9.play import check

LEARNER = [["9", "8", "6"], ["7", "5", "4"], ["3", "2", "1"]]
OTHER = [["9", "4", "2"], ["8", "6", "1"], ["7", "5", "3"]]
GOOD: dict[str, Any] = {
    "chips": [13, 14, 13], "pots": [2, 1, 2], "button": 1, "match": 2, "piles": [LEARNER, OTHER, OTHER],
    "dealer": [["3", "5", "9"], ["8", "4", "1"], ["2", "7", "6"]], "played": [["8", "9", "4"]],
}  # fmt: skip


def test_the_rounds_that_are_over_are_scored_by_the_rules() -> None:
    state = build_position(GOOD)
    check(state)
    assert (state.public.phase, state.public.round, state.public.match) == ("choose", 2, 2)
    assert state.public.points == (15, 6, 0)
    assert state.public.dealer_points == 0
    assert state.public.choosing == (0, 1, 2)


def test_cards_that_are_chosen_lie_closed() -> None:
    state = build_position({**GOOD, "picked": ["7", "8", "1"]})
    check(state)
    assert state.public.choosing == ()
    assert len(state.public.rounds) == 1


def test_nobody_has_split_yet() -> None:
    state = build_position({"dealer": GOOD["dealer"], "chips": [15, 15, 15, 15]})
    check(state)
    assert state.public.choosing == (0, 1, 2, 3)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"dealer": []}, "three piles of three"),
        ({"dealer": [["3", "5", "5"], ["8", "4", "1"], ["2", "7", "6"]]}, "not so often in the deck: 5"),
        ({"piles": [LEARNER, OTHER, [["9"], ["8"], ["7"]]]}, "three piles of three"),
        ({"piles": [LEARNER, OTHER]}, "3 to 7 players"),
        ({"piles": LEARNER}, "piles is no list of lists"),
        ({"chips": [13, 14]}, "3 to 7 players"),
        ({"pots": [2, 1]}, "everybody has chips and a pot"),
        ({"chips": [0, 27, 13]}, "everybody has chips and a pot"),
        ({"carry": 1}, "45 chips together"),
        ({"pots": [6, 1, 2], "chips": [9, 14, 13]}, "nobody puts in more than 5"),
        ({"match": 6}, "match 1 to 5"),
        ({"button": 3}, "one of the seats has the button"),
        ({"played": [["7", "9", "4"]]}, "in round 1 everybody plays a card of the pile for it"),
        ({"played": [["8", "9"]]}, "in round 1 everybody plays a card of the pile for it"),
        ({"played": [["8", "9", "4"]] * 4}, "more cards were chosen than there are rounds"),
        ({"rounds": 2}, "what is rounds?"),
    ],
)
def test_what_cannot_be(change: dict[str, Any], problem: str) -> None:
    with pytest.raises(InvalidPositionError) as error:
        build_position({**GOOD, **change})
    assert problem in str(error.value)
