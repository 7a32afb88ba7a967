"""Rows with one value per seat, the order round the table, and who stands where.

>>> put((7, 8, 9), 1, 0)
(7, 0, 9)
>>> ranked((30, 50, 50), over=True)
Standing(places=(3, 1, 1), scores=(30, 50, 50), winners=(1, 2), house=None)
"""

from collections.abc import Sequence
from typing import Any, TypeVar

from games.engine.game import Standing

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


def clockwise(seats: Sequence[int], dealer: int, count: int) -> tuple[int, ...]:
    """Those seats in the order of the table from the dealer's left on.

    >>> clockwise([0, 2, 3], 2, 4)
    (3, 0, 2)
    """
    if len(seats) < 2:
        return tuple(seats)
    return tuple(sorted(seats, key=lambda seat: (seat - dealer - 1) % count))


def next_with(row: Sequence[int], after: int) -> int:
    """The next seat clockwise that has something; raises ValueError if nobody has.

    >>> next_with([5, 0, 0, 5], 0)
    3
    """
    seats = len(row)
    for at in range(after + 1, after + 1 + seats):
        if row[at % seats]:
            return at % seats
    raise ValueError("nobody has anything")
