"""Moves through their two doors, JSON and forms."""

from typing import Any

import pytest
from hypothesis import given

from games.engine.errors import InvalidPayloadError
from games.engine.serialization.canonical_json import decode_tagged, dump_canonical, to_json
from games.engine.serialization.form_parsing import move_from_form
from games.engine.serialization.values import Move
from tests.contract.checks.moves import as_form
from tests.engine.values import MOVES, Answer, Call, Draw, Split, moves


@given(moves)
def test_a_move_passes_both_doors(move: Move) -> None:
    plain = to_json(move)
    assert decode_tagged(MOVES, plain) == move
    assert move_from_form(MOVES, {"move": [dump_canonical(plain)]}) == move
    if not isinstance(move, Call) or abs(move.card) < 10**15:
        assert move_from_form(MOVES, as_form(plain)) == move


@pytest.mark.parametrize(
    ("form", "move"),
    [
        ({"type": ["call"], "card": ["1"]}, Call(1)),
        ({"type": ["call"], "card": [" -12 "]}, Call(-12)),
        ({"type": ["draw"]}, Draw(())),
        ({"type": ["draw"], "cards": ["K1", "P4"]}, Draw(("K1", "P4"))),
        ({"type": ["split"], "piles.0": ["K1"], "piles.1": ["P4", "B4"]}, Split((("K1",), ("P4", "B4")))),
        ({"type": ["answer"], "sure": ["on"], "word": ["yes"]}, Answer(True, "yes")),
        ({"type": ["answer"], "sure": ["false"]}, Answer(False)),
        ({"move": ['{"type":"call","card":0}'], "type": ["draw"]}, Call(0)),
        ({"type": ["call"], "card": ["1"], "csrfmiddlewaretoken": ["x"], "asked": ["7"], "key": ["k"]}, Call(1)),
    ],
)
def test_what_a_browser_sends(form: dict[str, list[str]], move: Move) -> None:
    assert move_from_form(MOVES, form) == move


@pytest.mark.parametrize(
    ("form", "code"),
    [
        ({}, "unknown-move"),
        ({"type": []}, "unknown-move"),
        ({"type": ["raise"]}, "unknown-move"),
        ({"type": ["call"]}, "missing-field"),
        ({"type": ["call"], "card": []}, "missing-field"),
        ({"type": ["call"], "card": ["one"]}, "not-a-number"),
        ({"type": ["call"], "card": ["1.0"]}, "not-a-number"),
        ({"type": ["call"], "card": ["１"]}, "not-a-number"),
        ({"type": ["call"], "card": ["1" * 16]}, "not-a-number"),
        ({"type": ["call"], "card": [""]}, "not-a-number"),
        ({"type": ["answer"], "sure": ["on"], "word": ["maybe"]}, "malformed"),
        ({"type": ["answer"], "sure": ["40.0"]}, "malformed"),
        ({"type": ["draw"], "cards": ["\ud800"]}, "not-a-text"),
        ({"move": ["{"]}, "malformed"),
        ({"move": ["[]"]}, "malformed"),
        ({"move": ['{"type":"call","card":0,"more":1}']}, "malformed"),
    ],
)
def test_forms_that_are_no_move(form: dict[str, list[str]], code: str) -> None:
    with pytest.raises(InvalidPayloadError) as caught:
        move_from_form(MOVES, form)
    assert caught.value.code == code


@pytest.mark.parametrize(
    "plain", [None, [], 1, "call", {}, {"type": None}, {"type": ["call"]}, {"type": "Call"}, {"card": 1}]
)
def test_json_that_is_no_move(plain: Any) -> None:
    with pytest.raises(InvalidPayloadError):
        decode_tagged(MOVES, plain)
