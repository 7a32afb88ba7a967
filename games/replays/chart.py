"""How the scores went over a finished match: a line for every seat, drawn here so that no script has to."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from games.replays.models import Outline
from games.tables.access import Access
from games.tables.models import Table
from games.tables.names import seat_lines

WIDTH, HEIGHT = 600, 180
MARGIN, RIGHT = 8, 74  # of the drawing; the last scores stand in the right one
Scores = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A seat's scores; `points` are those of an SVG polyline. The house's `seat` is None, and it has no name."""

    seat: int | None
    name: str
    scores: Scores
    points: str
    end: float  # the height of the last point
    now: int  # at the position that is looked at


@dataclass(frozen=True, slots=True)
class Chart:
    """Scores from each of the `positions` on, which lie between `first` and `last`, looked at from `n`."""

    n: int
    first: int
    last: int
    positions: tuple[int, ...]
    lines: tuple[Line, ...]
    low: int
    high: int
    zero: float | None  # the height of 0 where scores go below it

    @property
    def rows(self) -> list[tuple[int, Scores]]:
        """The same in numbers: from position to position, the scores of all."""
        return list(zip(self.positions, zip(*[line.scores for line in self.lines], strict=True), strict=True))

    @property
    def series(self) -> list[list[int]]:
        """The rows for a script."""
        return [[n, *scores] for n, scores in self.rows]

    @property
    def seen(self) -> float:
        """Where the position is, across."""
        return _across(self.n, self.first, self.last)

    @property
    def known(self) -> float:
        """How much of the drawing is not hidden, its left margin and in the end its right one included."""
        return WIDTH + 2 * MARGIN + RIGHT if self.n == self.last else self.seen + MARGIN


def page_made(access: Access, more: dict[str, Any]) -> None:
    """Adds the chart to the page of a finished table."""
    if access.table.status != Table.Status.FINISHED:
        return
    if outline := getattr(access.table, "outline", None):
        more["chart"] = chart(access, outline, outline.last)


def chart(access: Access, outline: Outline, n: int) -> Chart | None:
    """The chart of a finished match, looked at from position `n`; None where there is nothing to draw."""
    if len(outline.series) < 2:
        return None
    positions, rows = zip(*[(at, tuple(scores)) for at, *scores in outline.series], strict=True)
    low, high = min(map(min, rows)), max(map(max, rows))
    first, last = outline.first, outline.last
    now = max((at for at, position in enumerate(positions) if position <= n), default=0)
    names = [line.name for line in seat_lines(access.seats, None)]
    lines = []
    for at, scores in enumerate(zip(*rows, strict=True)):
        ys = [_height(score, low, high) for score in scores]
        points = _steps([_across(position, first, last) for position in positions], ys)
        seated = at < len(names)
        lines.append(Line(at if seated else None, names[at] if seated else "", scores, points, ys[-1], scores[now]))
    zero = _height(0, low, high) if low < 0 < high else None
    return Chart(n, first, last, positions, tuple(lines), low, high, zero)


def _steps(xs: Sequence[float], ys: Sequence[float]) -> str:
    """Level until the score changes, and from the last change to the end."""
    corners = [(xs[0], ys[0])]
    for before, (x, y) in zip(ys, list(zip(xs, ys, strict=True))[1:], strict=False):
        corners += [(x, before), (x, y)]
    corners.append((WIDTH, ys[-1]))
    kept = [corners[0], *(b for a, b in pairwise(corners) if a != b)]
    return " ".join(f"{x:g},{y:g}" for x, y in kept)


def _across(n: int, first: int, last: int) -> float:
    return round(WIDTH * (n - first) / max(1, last - first), 1)


def _height(score: int, low: int, high: int) -> float:
    return round(HEIGHT - HEIGHT * (score - low) / max(1, high - low), 1)
