"""A deal written out, its auction and its end: what comes of it, and what can't be."""

from typing import Any

import pytest

from games.catalog.doudizhu.game import GAME
from games.catalog.doudizhu.position import build_position
from games.catalog.doudizhu.rules import legal
from games.engine.chance import Rng
from games.engine.positions import InvalidPositionError
from tests.catalog.doudizhu.hidden import reshuffle
from tests.catalog.doudizhu.play import check
from tests.catalog.doudizhu.positions import ACCEPT, REFUSE, auction, house, play

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
    assert [len(private.kitty) for private in state.own] == [0, 0, 8, 0]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"hands": [["3"], ["4"], ["5"]]}, "four hands"),
        ({"landlord": 4}, "the landlord and the leader"),
        ({"leader": -1}, "the landlord and the leader"),
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
    with pytest.raises(InvalidPositionError) as error:
        build_position({**GOOD, **change})
    assert problem in str(error.value)


AUCTION: dict[str, Any] = {"hands": [["2", "3"], [], ["9"], []], "starter": 2, "kitty": ["B", "B"]}


def test_an_auction_is_dealt_to_the_end_and_asks_who_holds_the_face_up_card() -> None:
    state = build_position(AUCTION)
    check(state)
    assert (state.public.phase, state.public.turn, state.public.face_up) == ("auction", 2, "9")
    assert [len(private.hand) for private in state.own] == [25] * 4
    assert state.hidden.kitty.count("B") == 2
    assert legal(state, 2) == legal(auction(2), 2)


def test_who_accepts_then_takes_the_kitty_at_rate_one_and_limits_those_who_refused() -> None:
    state, _ = house(play(build_position(AUCTION), REFUSE, REFUSE, ACCEPT))
    check(state)
    assert (state.public.landlord, state.public.rate, state.public.turn) == (0, 1, 0)
    assert state.public.bombs_left == (None, 1, 1, None)
    assert len(state.own[0].hand) == 33


def test_every_seat_may_look_at_an_auction() -> None:
    """No view contains hidden cards: neither another's hand nor the kitty."""
    state = build_position(AUCTION)
    for seat in (None, *range(4)):
        view = GAME.view(state, seat)
        assert GAME.view(reshuffle(state, seat, Rng(b"auction", str(seat))), seat) == view
        assert GAME.view(GAME.imagine(view, Rng(b"auction", "x")), seat) == view


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"starter": 4}, "who is asked first"),
        ({"starter": 1}, "who is asked first"),
        ({"refused": [2]}, "what is refused?"),
        ({"kitty": ["3"] * 8 + ["4"]}, "each seat has 25 cards"),
        ({"hands": [["3"] * 8 + ["4"] * 8 + ["5"] * 8 + ["6"] * 2, [], ["9"], []]}, "each seat has 25 cards"),
        ({"kitty": ["s", "s", "s"]}, "not so often in the deck: s"),
        ({"landlord": 0}, "what is landlord?"),
    ],
)
def test_what_no_auction_can_be(change: dict[str, Any], problem: str) -> None:
    with pytest.raises(InvalidPositionError) as error:
        build_position({**AUCTION, **change})
    assert problem in str(error.value)
