"""A turn written out: what comes of it, and what can't be."""

from typing import Any

import pytest

from games.catalog.crown.position import build_position
from games.catalog.crown.rules import legal, waiting_on
from games.engine.positions import InvalidPositionError
from tests.catalog.crown.play import check
from tests.catalog.crown.positions import hands, until_asked

FRESH: dict[str, Any] = {"hands": [list("NNNBP"), list("BKNNK")], "drawn": list("NKB")}
LATER: dict[str, Any] = {
    "turn": 3, "player": 1, "scores": [3, 2], "hands": [list("BBBKKN"), list("KKKNBP")],
    "known": [[], list("BBB")], "pile": list("PPBNNNN"), "buried": [["N"], ["N", "K"]],
}  # fmt: skip
SHUFFLED: dict[str, Any] = {"turn": 7, "hands": [list("PPBBBN"), list("KKNNK")], "pile": list("KKN")}
SOLO: dict[str, Any] = {
    "turn": 9, "hands": [list("BBNNP"), list("BBKKP")], "drawn": list("BKN"), "pile": list("PKNN"),
    "options": {"mode": "solo"},
}  # fmt: skip


@pytest.mark.parametrize(
    ("plain", "asked", "kinds"),
    [
        (FRESH, 0, {"keep"}),
        ({**FRESH, "player": 1}, 1, {"keep"}),
        (LATER, 1, {"attack", "end-turn"}),
        (SHUFFLED, 0, {"bishops", "nobles", "end-turn"}),
        (SOLO, 0, {"keep"}),
    ],
)
def test_whose_turn_it_is_decides(plain: dict[str, Any], asked: int, kinds: set[str]) -> None:
    state = build_position(plain)
    check(state)
    assert waiting_on(state) == {asked}
    assert {move.type for part in legal(state, asked) for move in getattr(part, "moves", ())} == kinds


def test_the_first_deck_is_five_turns_long() -> None:
    assert build_position(FRESH).public.deck_size == 12
    assert build_position(LATER).public.deck_size == 6
    assert [build_position(plain).public.shuffles for plain in (FRESH, LATER, SHUFFLED)] == [0, 0, 1]


def test_what_one_knows_the_other_knows_to_be_known() -> None:
    state = build_position(LATER)
    assert state.own[1].known == state.own[0].exposed == ("B", "B", "B")
    assert state.own[0].known == state.own[1].exposed == ()


def test_the_next_cards_are_those_named() -> None:
    state = build_position({**SHUFFLED, "deck": ["N", "B", "P"]})
    check(state)
    assert state.hidden.deck[:3] == ("N", "B", "P")


def test_the_automaton_plays_its_turn_by_itself() -> None:
    state = build_position({**SOLO, "drawn": [], "player": 1, "hands": [list("BBNNK"), list("BBBKN")], "pile": ["P"]})
    check(state)
    assert state.public.phase == "auto"
    assert until_asked(state)[0].public.scores == (0, 1)
    assert hands(state)[1] == tuple("BBBNK")


@pytest.mark.parametrize(
    ("plain", "problem"),
    [
        ({**FRESH, "hands": [["N"]]}, "two sides"),
        ({**FRESH, "player": 2}, "two sides"),
        ({**FRESH, "scores": [0]}, "two sides"),
        ({**FRESH, "buried": [["K"]]}, "two sides"),
        ({**FRESH, "drawn": ["N", "K"]}, "three cards are drawn"),
        ({**FRESH, "scores": [0, 10]}, "three cards are drawn, and nobody has 10 points yet"),
        ({**FRESH, "scores": [-1, 0]}, "three cards are drawn"),
        ({**FRESH, "hands": [list("PPNNN"), list("BKNNK")]}, "not so often in the deck: P"),
        ({**FRESH, "drawn": ["N", "K", "X"]}, "not so often in the deck: X"),
        ({**FRESH, "turn": 2}, "in turn 2 the deck has 9 cards"),
        ({**FRESH, "turn": 0}, "turns count from 1"),
        ({**SHUFFLED, "turn": 5}, "the pile is first shuffled in turn 6"),
        ({**LATER, "buried": [["N"], []], "pile": list("PPBNNNNNK")}, "and 3 at least lie face down"),
        ({**LATER, "known": [["N", "N"], []]}, "nobody knows of cards"),
        ({**SOLO, "known": [["B"], []]}, "in solo nothing is hidden"),
        ({**SOLO, "buried": [["K"], []]}, "in solo nothing is hidden"),
        ({**SOLO, "player": 1}, "in solo nothing is hidden"),
        ({**FRESH, "options": {"mode": "duel"}}, "no such option: mode"),
        ({**FRESH, "dealer": 0}, "what is dealer?"),
    ],
)
def test_what_cannot_be(plain: dict[str, Any], problem: str) -> None:
    with pytest.raises(InvalidPositionError) as error:
        build_position(plain)
    assert problem in str(error.value)
