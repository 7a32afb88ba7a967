"""The codec: everything comes back as it went out, and nothing else gets in."""

import json
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given

from games.engine.errors import InvalidPayloadError
from games.engine.serialization.canonical_json import dump_canonical, from_json, parse_json, to_json
from games.engine.serialization.decoders import INT_LIMIT, LIST_LIMIT, TEXT_LIMIT
from tests.engine.values import Call, Draw, Inner, Whole, plain_json, wholes

GOOD: dict[str, Any] = {
    "number": 1, "text": "a", "flag": True, "nothing": None, "pair": [1, "b"], "many": [1, 2], "deep": [["K1"], []],
    "one": {"card": "K1", "open": False, "count": None}, "others": [None, {"card": "P4", "open": True}], "word": "on",
    "last": {"type": "call", "card": 0}, "mixed": "x",
}  # fmt: skip


@given(wholes)
def test_a_value_comes_back_as_it_was(value: Whole) -> None:
    text = dump_canonical(to_json(value))
    decoded = from_json(Whole, parse_json(text))
    assert decoded == value
    assert dump_canonical(to_json(decoded)) == text


@given(plain_json)
def test_canonical_text_is_one_and_strict(plain: Any) -> None:
    text = dump_canonical(plain)
    assert parse_json(text) == plain
    assert text == json.dumps(parse_json(text), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def test_canonical_text_example() -> None:
    assert dump_canonical({"b": [1, True, None], "a": '茶 "x"'}) == '{"a":"茶 \\"x\\"","b":[1,true,null]}'


def test_a_union_keeps_the_kind_of_its_member() -> None:
    assert from_json(Whole, GOOD).last == Call(0)
    assert from_json(Whole, GOOD | {"last": {"type": "draw", "cards": ["K1"]}}).last == Draw(("K1",))
    assert from_json(Whole, GOOD | {"mixed": 5}).mixed == 5


def test_a_missing_field_takes_its_default_if_it_has_one() -> None:
    assert from_json(Inner, {"card": "K1", "open": True}) == Inner("K1", True, None)  # type: ignore[arg-type]
    with pytest.raises(InvalidPayloadError) as caught:
        from_json(Inner, {"card": "K1"})
    assert (caught.value.code, caught.value.params) == ("missing-field", {"field": "open"})


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("number", True), ("number", "1"), ("number", 1.0), ("number", None), ("number", [1]), ("number", INT_LIMIT),
        ("number", -INT_LIMIT), ("text", 1), ("text", None), ("text", ["a"]), ("text", "x" * (TEXT_LIMIT + 1)),
        ("text", "\ud800"), ("text", "a\0b"), ("flag", 1), ("flag", "true"), ("flag", None), ("nothing", 0),
        ("nothing", False), ("pair", [1]), ("pair", [1, "b", 2]), ("pair", ["b", 1]), ("pair", "1b"),
        ("many", [1, "2"]), ("many", 1), ("many", {"0": 1}), ("many", [0] * (LIST_LIMIT + 1)), ("many", None),
        ("deep", ["K1"]), ("deep", [[1]]), ("one", None), ("one", []), ("one", {"card": "K1", "open": 1}),
        ("one", {"card": "K1", "open": True, "more": 1}), ("others", [{}]), ("word", "ON"), ("word", "3"),
        ("word", True), ("last", {"type": "split", "piles": []}), ("last", {"card": 0}),
        ("last", {"type": "call", "card": "0"}), ("mixed", None), ("mixed", 1.5), ("mixed", True),
    ],
)  # fmt: skip
def test_a_wrong_kind_of_value_is_refused(field: str, value: Any) -> None:
    assert isinstance(from_json(Whole, GOOD), Whole)
    with pytest.raises(InvalidPayloadError):
        from_json(Whole, GOOD | {field: value})


@pytest.mark.parametrize("plain", [None, [], "", 0, True, {}, [GOOD], GOOD | {"more": 1}, GOOD | {"type": "whole"}])
def test_another_shape_is_refused(plain: Any) -> None:
    with pytest.raises(InvalidPayloadError):
        from_json(Whole, plain)


@given(plain_json)
def test_whatever_comes_is_read_or_refused(plain: Any) -> None:
    for hint in (Whole, Inner, Call, tuple[int, ...]):
        try:
            value = from_json(hint, plain)
        except InvalidPayloadError:
            continue
        assert from_json(hint, to_json(value)) == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "nul",
        "1.5",
        "1e3",
        "-0.0",
        "NaN",
        "Infinity",
        '{"a":1,"a":2}',
        "[1,]",
        "'a'",
        "[" * 100_000,
        "9" * 9_999,
    ],
)
def test_text_that_is_not_strict_json_is_refused(text: str) -> None:
    with pytest.raises(InvalidPayloadError):
        parse_json(text)


@dataclass(frozen=True)
class Odd:
    value: Any


@pytest.mark.parametrize("value", [1.5, {1}, frozenset({1}), {"a": 1}, [1], b"x", object(), Odd, Odd([1]), Odd({2})])
def test_what_has_no_place_in_the_log_is_not_written(value: Any) -> None:
    with pytest.raises(TypeError):
        to_json(value)


@pytest.mark.parametrize("hint", [float, list[int], dict[str, int], set[int], object, bytes])
def test_types_without_a_codec_are_an_error_of_ours(hint: Any) -> None:
    with pytest.raises(TypeError):
        from_json(hint, 1)
