"""Places of the seats' marks on the track of a race to a goal."""

from collections import Counter
from dataclasses import dataclass

from games.engine.board import Track

LENGTH = 100  # percent of the track's width
MARK = 6  # percent that a mark takes up at most, on the narrowest board
STEP = 1.6  # percent between the marks of seats that have come equally far


@dataclass(frozen=True, slots=True)
class TrackMark:
    """A seat's mark. `x` is its left edge in percent of the track's width."""

    seat: int
    x: float


def place_marks(track: Track) -> list[TrackMark]:
    """Return the marks from the last seat to the first, so that the leader's is drawn on top.

    >>> from games.engine.board import Amount
    >>> [(mark.seat, mark.x) for mark in place_marks(Track(Amount(16, "16"), (8, 16, -2, 8)))]
    [(2, 0.0), (0, 47.0), (3, 48.6), (1, 94.0)]
    """
    taken: Counter[int] = Counter()
    marks = []
    for number, seat in sorted((number, seat) for seat, number in enumerate(track.numbers)):
        share = min(1, max(0, number / track.goal.number))
        marks.append(TrackMark(seat, round(min(LENGTH - MARK, share * (LENGTH - MARK) + STEP * taken[number]), 1)))
        taken[number] += 1
    return marks
