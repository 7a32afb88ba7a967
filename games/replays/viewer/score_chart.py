"""How the scores went over a finished match: a line for every seat, drawn here so that no script has to."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

from games.replays.models import MatchSummary
from games.tables.access import TableAccess
from games.tables.labels import list_seat_lines
from games.tables.models import Table

WIDTH, HEIGHT = 600, 180
MARGIN, RIGHT = 8, 74  # of the drawing; the last scores are in the right one
APART = 24  # between two of them, where there is room
ROUND = (1, 1.5, 2, 3, 4, 5, 6, 8, 10)  # that a scale may end with, times a power of ten
CACHE_SIZE = 64
Scores = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A seat's scores; `points` are those of an SVG polyline, as high as the scores, at any scale.

    The automaton's `seat` is None, and it has no name.
    """

    seat: int | None
    name: str
    scores: Scores
    points: str
    end: float  # the height of its last score, at the last point or as near as others leave room
    now: int  # at the position that is looked at


@dataclass(frozen=True, slots=True)
class Chart:
    """Scores from each of the `positions` on, which lie between `first` and `last`, looked at from `n`.

    `scale` is drawn from no more than is known there, `whole` from all.
    """

    n: int
    first: int
    last: int
    positions: tuple[int, ...]
    lines: tuple[ChartLine, ...]
    scale: str
    whole: str

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
        """Return the position's horizontal place."""
        return _across(self.n, self.first, self.last)

    @property
    def known(self) -> float:
        """Return the visible share of the drawing, including its left margin and at the end the right one."""
        return WIDTH + 2 * MARGIN + RIGHT if self.n == self.last else self.seen + MARGIN


def add_chart_to_page(access: TableAccess, context: dict[str, Any]) -> None:
    """Adds the chart to the page of a finished table, or that it is still being drawn."""
    if access.table.status != Table.Status.FINISHED:
        return
    if outline := getattr(access.table, "summary", None):
        context["chart"] = build_chart(access, outline, outline.end_seq)
    else:
        context["outlining"] = True


def build_chart(access: TableAccess, outline: MatchSummary, n: int) -> Chart | None:
    """The chart of a finished match, looked at from position `n`; None where there is nothing to draw."""
    if len(outline.score_series) < 2:
        return None
    positions, rows = zip(*[(at, tuple(scores)) for at, *scores in outline.score_series], strict=True)
    now = max((at for at, position in enumerate(positions) if position <= n), default=0)
    zoom, ground = _scale(rows)
    names, polylines = (
        [line.name for line in list_seat_lines(access.seats, None)],
        _polylines(positions, rows, outline.end_seq),
    )
    lines, ends = [], _apart([ground - zoom * score for score in rows[-1]])
    for at, (scores, points) in enumerate(zip(zip(*rows, strict=True), polylines, strict=True)):
        seated = at < len(names)
        lines.append(
            ChartLine(at if seated else None, names[at] if seated else "", scores, points, ends[at], scores[now])
        )
    reached, whole = _matrix(*_scale(rows[: now + 1])), _matrix(zoom, ground)
    return Chart(n, outline.start_seq, outline.end_seq, positions, tuple(lines), reached, whole)


def _scale(rows: Sequence[Scores]) -> tuple[float, float]:
    """Return a score's height, and the height of 0. The scale ends with round numbers, so that it seldom changes."""
    high, low = _rounded(max(map(max, rows))), -_rounded(-min(map(min, rows)))
    zoom = HEIGHT / max(1, high - low)
    return zoom, HEIGHT + zoom * low


def _rounded(score: int) -> int:
    """A round number that is not less; none below 0."""
    if score <= 0:
        return 0
    power: int = 10 ** (len(str(score)) - 1)
    return next(round(step * power) for step in ROUND if step * power >= score)


def _apart(heights: Sequence[float]) -> list[float]:
    """As far apart as can be read, in the same order, within the drawing."""
    gap = min(APART, HEIGHT / max(1, len(heights) - 1))
    order = sorted(range(len(heights)), key=heights.__getitem__)
    ends, above = list(heights), -gap
    for at in order:
        above = ends[at] = max(ends[at], above + gap)
    below = HEIGHT + gap
    for at in reversed(order):
        below = ends[at] = min(ends[at], below - gap)
    return [round(end, 1) for end in ends]


def _matrix(zoom: float, ground: float) -> str:
    return f"matrix(1 0 0 {-zoom:.6g} 0 {ground:.6g})"


@lru_cache(maxsize=CACHE_SIZE)
def _polylines(positions: tuple[int, ...], rows: tuple[Scores, ...], last: int) -> tuple[str, ...]:
    """Each line's points."""
    xs = [_across(position, positions[0], last) for position in positions]
    return tuple(_steps(xs, scores) for scores in zip(*rows, strict=True))


def _steps(xs: Sequence[float], ys: Sequence[int]) -> str:
    """Level until the score changes, and from the last change to the end."""
    corners = [(xs[0], ys[0])]
    for before, (x, y) in zip(ys, list(zip(xs, ys, strict=True))[1:], strict=False):
        corners += [(x, before), (x, y)]
    corners.append((WIDTH, ys[-1]))
    distinct = [corners[0], *(b for a, b in pairwise(corners) if a != b)]
    return " ".join(f"{x:g},{y}" for x, y in distinct)


def _across(n: int, first: int, last: int) -> float:
    return round(WIDTH * (n - first) / max(1, last - first), 1)
