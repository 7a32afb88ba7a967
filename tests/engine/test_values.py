"""Frozen values: created, compared, replaced and copied like dataclasses, and immutable."""

import copy
import pickle
from dataclasses import FrozenInstanceError, field, replace
from typing import Generic, TypeVar

import pytest

from games.engine.serialization.values import Move, frozen_dataclass

T = TypeVar("T")


class Raise(Move):
    to: int
    reason: str = "mood"


class Fold(Move):
    pass


@frozen_dataclass
class Pair(Generic[T]):
    first: T
    second: T


@frozen_dataclass
class Checked:
    number: int

    def __post_init__(self) -> None:
        if self.number < 0:
            raise ValueError("negative")


@frozen_dataclass
class Listing:
    items: list[int] = field(default_factory=list)


def test_fields_are_given_by_place_or_name_and_may_have_defaults() -> None:
    assert (Raise(40).to, Raise(40).reason) == (40, "mood")
    assert Raise(40, "fun") == Raise(reason="fun", to=40) != Raise(40)
    assert Fold() == Fold()
    assert Pair(1, 2) == Pair(second=2, first=1)
    assert repr(Raise(40)) == "Raise(to=40, reason='mood')"


@pytest.mark.parametrize("given", [{}, {"to": 40, "from": 20}, {"reason": "fun"}])
def test_a_missing_or_unknown_field_is_an_error_that_names_the_value(given: dict[str, object]) -> None:
    with pytest.raises(TypeError, match=r"Raise\.__init__"):
        Raise(**given)  # type: ignore[arg-type]


def test_nothing_can_be_altered() -> None:
    move = Raise(40)
    with pytest.raises(FrozenInstanceError):
        move.to = 60  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del move.to
    with pytest.raises((AttributeError, TypeError)):
        move.other = 1  # type: ignore[attr-defined]
    assert {move: 1}[Raise(40)] == 1


def test_copies_are_equal() -> None:
    move = Raise(40, "fun")
    assert replace(move, to=60) == Raise(60, "fun")
    assert copy.deepcopy(move) == move == pickle.loads(pickle.dumps(move))


def test_values_may_check_themselves_and_have_default_factories() -> None:
    with pytest.raises(ValueError, match="negative"):
        Checked(-1)
    assert Listing().items == []
    assert Listing().items is not Listing().items
