"""Rows with one value per seat, the order around the table, and standings.

>>> replace_at((7, 8, 9), 1, 0)
(7, 0, 9)
>>> rank_by_score((30, 50, 50), is_over=True)
Standing(places=(3, 1, 1), scores=(30, 50, 50), winners=(1, 2), house=None)
"""

from collections.abc import Sequence
from typing import Any, TypeVar

from games.engine.game import Standing

T = TypeVar("T")


def replace_at(row: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """Return the row with another value for one seat."""
    changed = list(row)
    changed[seat] = value
    return tuple(changed)


def get_places(ranks: Sequence[Any]) -> tuple[int, ...]:
    """Return places as in a race, the highest first: 1, 2, 2, 4."""
    return tuple([1 + sum([other > rank for other in ranks]) for rank in ranks])


def rank_by_score(scores: tuple[int, ...], *, is_over: bool, by: Sequence[Any] = ()) -> Standing:
    """Return the standing by scores, or by the values in `by`. There are winners only once the match is over."""
    places = get_places(by or scores)
    return Standing(places, scores, tuple([seat for seat, place in enumerate(places) if is_over and place == 1]))


def sort_clockwise(seats: Sequence[int], dealer: int, count: int) -> tuple[int, ...]:
    """Return the seats in clockwise order, starting at the dealer's left.

    >>> sort_clockwise([0, 2, 3], 2, 4)
    (3, 0, 2)
    """
    if len(seats) < 2:
        return tuple(seats)
    return tuple(sorted(seats, key=lambda seat: (seat - dealer - 1) % count))


def find_next_seat(row: Sequence[int], after: int) -> int:
    """Return the next seat clockwise with a nonzero value. Raises ValueError if there is none.

    >>> find_next_seat([5, 0, 0, 5], 0)
    3
    """
    seats = len(row)
    for at in range(after + 1, after + 1 + seats):
        if row[at % seats]:
            return at % seats
    raise ValueError("no one has anything")
