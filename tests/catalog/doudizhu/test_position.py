"""The end of a deal written out: what comes of it, and what can't be."""

from typing import Any

import pytest

from games.catalog.doudizhu.position import build_position
from games.catalog.doudizhu.rules import legal
from games.engine.positions import InvalidPositionError
from tests.catalog.doudizhu.play import check

GOOD: dict[str, Any] = {"hands": [["3", "K"], ["B", "4"], ["5"], ["6", "6"]], "landlord": 2}


def test_whoever_leads_may_play_anything() -> None:
    for leader in range(4):
        state = build_position({**GOOD, "leader": leader})
        check(state)
        assert state.public.turn == leader
        assert state.public.top is None
        assert legal(state, leader)


def test_who_refused_plays_one_bomb_and_the_rate_is_one() -> None:
    state = build_position({**GOOD, "refused": [0, 3]})
    check(state)
    assert (state.public.starter, state.public.rate) == (0, 1)
    assert state.public.bombs_left == (1, None, None, 1)
    assert build_position(GOOD).public.rate == 2


def test_the_landlord_alone_remembers_the_kitty() -> None:
    state = build_position(GOOD)
    assert [len(one.kitty) for one in state.own] == [0, 0, 8, 0]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"hands": [["3"], ["4"], ["5"]]}, "four hands"),
        ({"landlord": 4}, "four hands"),
        ({"leader": -1}, "four hands"),
        ({"deal": 5}, "four hands"),
        ({"hands": [["3"], ["4"], ["5"], ["s", "s", "s"]]}, "not so often in the deck: s"),
        ({"hands": [["3"], ["4"], ["5"], ["1"]]}, "not so often in the deck: 1"),
        ({"hands": [["3"], ["4"], ["5"], []]}, "each seat holds a card"),
        ({"hands": [["3"] * 8 + ["4"] * 8 + ["5"] * 4, ["6"], ["7"], ["8"]]}, "each seat holds a card"),
        ({"refused": [3, 0]}, "who refused comes before the landlord"),
        ({"refused": [2, 1, 0, 3]}, "who refused comes before the landlord"),
        ({"options": {"kitty_to_landlord": False}}, "the landlord has taken the kitty"),
        ({"chips": [0, 0, 0, 0]}, "what is chips?"),
    ],
)
def test_what_cannot_be(change: dict[str, Any], problem: str) -> None:
    with pytest.raises(InvalidPositionError) as told:
        build_position({**GOOD, **change})
    assert problem in str(told.value)
