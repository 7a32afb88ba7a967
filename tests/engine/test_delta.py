"""Deltas between plain JSON values."""

from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.serialization.canonical_json import dump_canonical
from games.engine.serialization.json_patch import diff, patch
from tests.engine.values import plain_json


@st.composite
def related(draw: st.DrawFn) -> tuple[Any, Any]:
    """Two values of which the second is often the first with something changed deep inside."""
    old = draw(plain_json)
    return old, draw(st.just(old) | plain_json | st.builds(_changed, st.just(old), plain_json, st.integers(0, 9)))


def _changed(old: Any, other: Any, at: int) -> Any:
    if isinstance(old, dict) and old:
        key = sorted(old)[at % len(old)]
        return {**old, key: _changed(old[key], other, at)} if at else {k: v for k, v in old.items() if k != key}
    if isinstance(old, list) and old:
        at %= len(old)
        return [*old[:at], _changed(old[at], other, at), *old[at + 1 :]]
    return other


@given(related())
def test_patch_makes_new_from_old_and_leaves_old_alone(pair: tuple[Any, Any]) -> None:
    old, new = pair
    before = deepcopy(old)
    delta = diff(old, new)
    assert dump_canonical(patch(old, delta)) == dump_canonical(new)
    assert dump_canonical(old) == dump_canonical(before)
    assert dump_canonical(delta), "a delta is plain JSON itself"
    assert (delta is None) == (dump_canonical(old) == dump_canonical(new))


@given(related(), plain_json)
def test_deltas_go_one_after_another(pair: tuple[Any, Any], last: Any) -> None:
    old, new = pair
    assert dump_canonical(patch(patch(old, diff(old, new)), diff(new, last))) == dump_canonical(last)


@pytest.mark.parametrize(
    ("old", "new", "delta"),
    [
        (1, 1, None),
        (1, True, ["=", True]),
        (0, False, ["=", False]),
        ([1, 2], [1, 2, 3], ["=", [1, 2, 3]]),
        ([1, [2, 3]], [1, [2, 4]], ["[", {"1": ["[", {"1": ["=", 4]}]}]),
        ([True], [1], ["[", {"0": ["=", 1]}]),
        ({"a": 1, "b": 2}, {"b": 2, "c": None}, ["{", {"c": ["=", None]}, ["a"]]),
        ({"a": None}, {}, ["{", {}, ["a"]]),
        ({}, [], ["=", []]),
    ],
)
def test_examples(old: Any, new: Any, delta: Any) -> None:
    assert diff(old, new) == delta
    assert dump_canonical(patch(old, delta)) == dump_canonical(new)


def test_a_small_change_makes_a_small_delta() -> None:
    old: dict[str, Any] = {"seats": [{"coins": 8, "cards": ["K1", "P4"]} for _ in range(11)], "pot": 0}
    new = deepcopy(old) | {"pot": 1}
    new["seats"][3]["coins"] = 7
    assert diff(old, new) == ["{", {"seats": ["[", {"3": ["{", {"coins": ["=", 7]}, []]}], "pot": ["=", 1]}, []]
