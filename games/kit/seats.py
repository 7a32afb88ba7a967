"""Rows with one value per seat, and who stands where.

>>> put((7, 8, 9), 1, 0)
(7, 0, 9)
>>> ranked((30, 50, 50), over=True)
Standing(places=(3, 1, 1), scores=(30, 50, 50), winners=(1, 2), house=None)
"""

from collections.abc import Sequence
from typing import Any, TypeVar

from games.engine.contract import Standing

T = TypeVar("T")


def put(row: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """The row with another value for one seat."""
    changed = list(row)
    changed[seat] = value
    return tuple(changed)


def placed(ranks: Sequence[Any]) -> tuple[int, ...]:
    """Places as in a race, the highest first: 1, 2, 2, 4."""
    return tuple([1 + sum([other > own for other in ranks]) for own in ranks])


def ranked(scores: tuple[int, ...], *, over: bool, by: Sequence[Any] = ()) -> Standing:
    """The standing by scores, or `by` what decides instead; whoever is first has won once it is over."""
    places = placed(by or scores)
    return Standing(places, scores, tuple([seat for seat, place in enumerate(places) if over and place == 1]))
