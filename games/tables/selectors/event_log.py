"""The log as one reader may see it."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.db.models import IntegerField, Max, QuerySet, Subquery
from django.db.models.functions import Coalesce, Greatest, Least
from django.utils.translation import get_language

from config.db.compiled_queries import Param, Prepared
from games.catalog.registry import title
from games.engine.game import AnyTold, Told
from games.engine.serialization.canonical_json import parse
from games.rendering.log_lines import LogLine, LogTail
from games.rendering.seats import SeatLine
from games.tables.access import Access
from games.tables.clocks.coarse_times import lines_told
from games.tables.labels import in_language, in_sentences, seat_lines
from games.tables.models import Event, Table
from games.tables.selectors.event_source import LogRow, last_move, log_rows
from games.tables.storage.archived_log import Sealed

PAGE_EVENTS = 100
BODIES_KEPT = 4096


def log_lines(slug: str, rows: Iterable[LogRow], seat: int | None, *, everything: bool = False) -> list[LogLine]:
    """Events as log lines for a seat (or a spectator); `everything` opens all hands, for ended tables."""
    return [_line(slug, row, seat, everything) for row in rows]


def _tail() -> "QuerySet[Event, tuple[Any, ...]]":
    events = Event.objects.filter(table=Param("table"))
    # People's decisions alone have a key, and by seat and key there is an index.
    moves = events.filter(seat=Param("seat"), key__isnull=False, kind="move", cause=Event.Cause.PLAYER)
    moved = Subquery(moves.order_by().values("table").annotate(last=Max("seq")).values("last"))
    began = Subquery(events.filter(kind="start").order_by("seq").values("seq")[:1])
    seen = Least(Param("seen", IntegerField()), Coalesce(moved, began, 0))
    tail = events.filter(seq__gt=Greatest(Param("after", IntegerField()), seen), seq__lte=Param("last"))
    return tail.annotate(moved=moved, began=began).values_list(*LogRow._fields, "moved", "began")


_TAIL = Prepared(_tail)


def log_tail(table: Table, seat: int | None, count: int, seen: int = 0) -> LogTail:
    """The last `count` events, without those until `seen` that are no news since the reader's last decision either.

    1 query, whatever the length of the log; another where the table has ended.
    """
    after = max(0, table.seq - count)
    if table.sealed is not None:
        return _sealed_tail(table, table.sealed, seat, after, seen)
    read = sorted(_TAIL.all(table=table.pk, seat=seat, seen=seen, after=after, last=table.seq))
    lines = log_lines(table.title, [LogRow(*row[:-2]) for row in read], seat)
    return LogTail([line for line in lines if not line.silent], after, *(read[-1][-2:] if read else (None, None)))


def _sealed_tail(table: Table, sealed: Sealed, seat: int | None, after: int, seen: int) -> LogTail:
    moved, began = last_move(sealed, seat), sealed.began or None
    rows = log_rows(table, max(after, min(seen, moved or began or 0)), table.seq)
    lines = log_lines(table.title, rows, seat)
    return LogTail([line for line in lines if not line.silent], after, moved, began)


def eyes_of(lines: Iterable[SeatLine]) -> str:
    """In what words the log is told: to whom, with which names, in which language."""
    words = (get_language(), [(line.name, line.is_me) for line in lines])
    return hashlib.sha256(repr(words).encode()).hexdigest()[:8]


def seen_until(mark: str, eyes: str, last: int, count: int) -> int:
    """The last event that whoever brings this mark has in these words; 0 if it is none of ours, or too long ago."""
    seen, _, same = mark.partition("-")
    known = same == eyes and seen.isascii() and seen.isdecimal() and len(seen) < 10
    return int(seen) if known and last - count <= int(seen) <= last else 0


@dataclass(frozen=True, slots=True)
class LogPage:
    """A stretch of a table's log as one reader may see it: page `number` of `pages`, oldest first."""

    id: str
    slug: str
    title_name: str
    names: list[str]
    my_seat: int | None
    lines: list[LogLine]
    number: int
    pages: int


def log_page(access: Access, number: int | None) -> LogPage:
    """Page `number` of the log (1 is the oldest, None the newest) for whoever `access` is. 1 query, or 2."""
    table, seat = access.table, access.seat
    pages = max(1, -(-table.seq // PAGE_EVENTS))
    number = min(max(number or pages, 1), pages)
    rows = log_rows(table, (number - 1) * PAGE_EVENTS, number * PAGE_EVENTS)
    return LogPage(
        id=table.public_id,
        slug=table.title,
        title_name=in_language(title(table.title).meta.name),
        names=in_sentences(seat_lines(access.seats, seat)),
        my_seat=seat,
        lines=lines_told(table, [line for line in log_lines(table.title, rows, seat) if not line.silent]),
        number=number,
        pages=pages,
    )


def _line(slug: str, row: LogRow, seat: int | None, everything: bool) -> LogLine:
    told = tuple(t.what for t in happenings_in(slug, row.body) if everything or t.visible_to(seat))
    planned = row.cause == Event.Cause.PLAN and row.seat != seat  # to others a decision like any other
    return LogLine(
        row.seq, row.created_at, row.kind, row.seat, Event.Cause.PLAYER.value if planned else row.cause, told
    )


@lru_cache(maxsize=BODIES_KEPT)
def happenings_in(slug: str, body: str) -> tuple[AnyTold, ...]:
    """All happenings of an event, for whomever, from its verbatim text (which never changes)."""
    return tuple(
        Told(title(slug).read_happening(h["what"]), None if h["to"] is None else tuple(h["to"]))
        for h in parse(body)["happenings"]
    )
