"""How the scores went over a finished match: a line for every seat, drawn here so that no script has to."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.db.models import ExpressionWrapper, Q
from django.db.models.fields import BooleanField

from games import catalog
from games.engine.codec import parse
from games.engine.delta import patch
from games.tables.access import Access
from games.tables.models import Event, Table
from games.tables.names import in_language, seat_lines

POINTS = 60  # at most
LONG = 10_000  # events; longer matches have no chart, because all of them would have to be read
WIDTH, HEIGHT = 600, 180
Scores = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A seat's scores; `points` are those of an SVG polyline. The house's `seat` is None, and it has no name."""

    seat: int | None
    name: str
    scores: Scores
    points: str
    end: float  # the height of the last point


@dataclass(frozen=True, slots=True)
class Chart:
    """`chapters` are the numbers of the columns, 0 for the start; `name` is what they count (rounds, hands …)."""

    name: str
    chapters: tuple[int, ...]
    lines: tuple[Line, ...]
    low: int
    high: int
    zero: float | None  # the height of 0 where scores go below it

    @property
    def rows(self) -> list[tuple[int, Scores]]:
        """The same in numbers: chapter by chapter, the scores of all."""
        return list(zip(self.chapters, zip(*[line.scores for line in self.lines], strict=True), strict=True))


def page_made(access: Access, more: dict[str, Any]) -> None:
    """Adds the chart to the page of a finished table."""
    if access.table.status == Table.Status.FINISHED:
        more["chart"] = chart(access)


def chart(access: Access) -> Chart | None:
    """The chart of a finished match; None where there is nothing to draw. 1 query, the first time."""
    table = access.table
    columns = chapter_scores(table)
    if len(columns) < 2:
        return None
    chapters, rows = zip(*columns, strict=True)
    low, high = min(map(min, rows)), max(map(max, rows))
    names = [line.name for line in seat_lines(access.seats, None)]
    lines = []
    for at, scores in enumerate(zip(*rows, strict=True)):
        ys = [_height(score, low, high) for score in scores]
        xs = [round(WIDTH * x / (len(ys) - 1), 1) for x in range(len(ys))]
        points = " ".join(f"{x:g},{y:g}" for x, y in zip(xs, ys, strict=True))
        seated = at < len(names)
        lines.append(Line(at if seated else None, names[at] if seated else "", scores, points, ys[-1]))
    name = in_language(catalog.title(table.title).meta.chapter.name)
    return Chart(name, chapters, tuple(lines), low, high, _height(0, low, high) if low < 0 < high else None)


def chapter_scores(table: Table) -> list[tuple[int, Scores]]:
    """The scores of an ended match at the end of each chapter, at most POINTS of them. 1 query, the first time."""
    return [] if table.seq > LONG else _scores(table.pk, table.title, table.digest)


def _height(score: int, low: int, high: int) -> float:
    return round(HEIGHT - HEIGHT * (score - low) / max(1, high - low), 1)


@lru_cache(maxsize=256)
def _scores(table: int, slug: str, digest: str) -> list[tuple[int, Scores]]:
    """The number of each chapter and the scores at its end, the house's last; the digest names the match for good."""
    title = catalog.title(slug)
    ends, number, frame = [], 0, None
    for text, keyframe, begins in _frames(table, title.meta.chapter.begins):
        if begins and frame is not None:
            ends.append((number, frame))
        number += begins
        frame = parse(text) if keyframe else patch(frame, parse(text))
    if frame is not None:
        ends.append((number, frame))
    return [(number, _standing(title, kept)) for number, kept in _thinned(ends)]


def _frames(table: int, begins: str) -> Iterable[tuple[str, bool, bool]]:
    """Frames in order, and whether a chapter begins with each."""
    opening = ExpressionWrapper(Q(body__contains=f'"type":"{begins}"'), output_field=BooleanField())
    events = Event.objects.filter(table=table).exclude(frame="").annotate(begins=opening).order_by("seq")
    return events.values_list("frame", "keyframe", "begins").iterator()


def _standing(title: Any, frame: Any) -> Scores:
    standing = title.rules.standing(title.read_state(frame))
    return standing.scores if standing.house is None else (*standing.scores, standing.house)


def _thinned(ends: list[Any]) -> list[Any]:
    """At most so many of them, evenly, the first and the last among them."""
    if len(ends) <= POINTS:
        return ends
    return [ends[round(at * (len(ends) - 1) / (POINTS - 1))] for at in range(POINTS)]
