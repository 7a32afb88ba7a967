"""Who sits where around a table, as one reader sees it."""

from collections.abc import Iterable
from typing import Protocol, TypeVar


class Numbered(Protocol):
    """A seat's line."""

    @property
    def number(self) -> int: ...


S = TypeVar("S", bound=Numbered)


def rotate_seats(lines: Iterable[S], own: int | None) -> list[S]:
    """The seats in the same order, beginning with the reader's own. Spectators (None) see them as they come.

    >>> from types import SimpleNamespace as Line
    >>> [line.number for line in rotate_seats([Line(number=seat) for seat in range(4)], 2)]
    [2, 3, 0, 1]
    """
    found = list(lines)
    at = next((place for place, line in enumerate(found) if line.number == own), 0)
    return found[at:] + found[:at]
