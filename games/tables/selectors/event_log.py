"""The event log, limited to what a reader may see."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from django.db.models import IntegerField, Max, QuerySet, Subquery
from django.db.models.functions import Coalesce, Greatest, Least
from django.utils.translation import get_language

from config.db.compiled_queries import CompiledQuery
from games.catalog.registry import get_game
from games.engine.game import AddressedHappening, AnyAddressedHappening
from games.engine.serialization.canonical_json import parse_json
from games.rendering.log_lines import LogLine, RecentLog
from games.rendering.seats import SeatLine
from games.tables.access import TableAccess
from games.tables.clocks.coarse_times import coarsen_log_times
from games.tables.labels import inline_names, list_seat_lines, localize_text
from games.tables.models import Event, PlayedPremove, Seat, Table
from games.tables.selectors.event_source import LogRow, get_last_move_seq, list_log_rows, was_archived_meanwhile
from games.tables.storage.archived_log import ArchivedLog

PAGE_EVENTS = 100
MAX_CACHED_BODIES = 4096


def list_log_lines(slug: str, rows: Iterable[LogRow], seat: int | None, *, everything: bool = False) -> list[LogLine]:
    """Convert events to log lines as a seat (or spectator) sees them; `everything` shows all hands, once ended."""
    return [_line(slug, row, seat, everything) for row in rows]


def _tail(table: Any, seat: Any, seen_seq: Any, after: Any, last: Any) -> "QuerySet[Event, tuple[Any, ...]]":
    events = Event.objects.filter(table=table)
    # Only people's decisions have a key, and (seat, key) is indexed.
    moves = events.filter(seat=seat, key__isnull=False, kind="move", cause=Event.Cause.PLAYER)
    moved = Subquery(moves.order_by().values("table").annotate(last=Max("seq")).values("last"))
    began = Subquery(events.filter(kind="start").order_by("seq").values("seq")[:1])
    known_until = Least(seen_seq, Coalesce(moved, began, 0))
    tail = events.filter(seq__gt=Greatest(after, known_until), seq__lte=last)
    return tail.annotate(moved=moved, began=began).values_list(*LogRow._fields, "moved", "began")


_TAIL = CompiledQuery(_tail, seen_seq=IntegerField(), after=IntegerField())


def get_recent_log(table: Table, seat: int | None, count: int, seen_seq: int = 0) -> RecentLog:
    """Return the last `count` events, without those that the page has shown and that precede the reader's last move.

    `seen_seq` is the last event on the reader's page. 1 query, whatever the length of the log; 2 for an ended table
    without a record.
    """
    after = max(0, table.last_seq - count)
    if table.archived_log is not None:
        return _sealed_tail(table, table.archived_log, seat, after, seen_seq)
    read = sorted(_TAIL.all(table=table.pk, seat=seat, seen_seq=seen_seq, after=after, last=table.last_seq))
    if was_archived_meanwhile(table):
        return get_recent_log(table, seat, count, seen_seq)
    lines = list_log_lines(table.game_slug, [LogRow(*row[:-2]) for row in read], seat)
    return RecentLog([line for line in lines if not line.is_empty], after, *(read[-1][-2:] if read else (None, None)))


def _sealed_tail(table: Table, sealed: ArchivedLog, seat: int | None, after: int, seen_seq: int) -> RecentLog:
    moved, began = get_last_move_seq(sealed, seat), sealed.start_seq or None
    rows = list_log_rows(table, max(after, min(seen_seq, moved or began or 0)), table.last_seq)
    lines = list_log_lines(table.game_slug, rows, seat)
    return RecentLog([line for line in lines if not line.is_empty], after, moved, began)


def add_plans(lines: list[LogLine], own_seat: Seat | None) -> list[LogLine]:
    """Add descriptions of the reader's own premoves to the lines they have played. 1 query if there are any."""
    planned = [line.seq for line in lines if line.cause == Event.Cause.PLAN]
    if own_seat is None or not planned:
        return lines
    rows = PlayedPremove.objects.filter(seat=own_seat.pk, user=own_seat.user_id, event_seq__in=planned)
    words = dict(rows.values_list("event_seq", "words"))
    return [replace(line, plan=words.get(line.seq, "")) for line in lines]


def hash_log_perspective(lines: Iterable[SeatLine]) -> str:
    """Hash what the wording of the log depends on: language, names and the reader."""
    words = (get_language(), [(line.name, line.is_me) for line in lines])
    return hashlib.sha256(repr(words).encode()).hexdigest()[:8]


def parse_log_cursor(mark: str, perspective: str, last: int, count: int) -> int:
    """Return the last event on the page that sent this cursor; 0 if it is invalid, outdated or worded differently."""
    seen_seq, _, sent_perspective = mark.partition("-")
    is_valid = sent_perspective == perspective and seen_seq.isascii() and seen_seq.isdecimal() and len(seen_seq) < 10
    return int(seen_seq) if is_valid and last - count <= int(seen_seq) <= last else 0


@dataclass(frozen=True, slots=True)
class LogPage:
    """A page of a table's log as a reader may see it: page `number` of `pages`, oldest events first."""

    id: str
    slug: str
    game_name: str
    names: list[str]
    my_seat: int | None
    lines: list[LogLine]
    is_coarse: bool  # times are rounded to the hour
    number: int
    pages: int


def get_log_page(access: TableAccess, number: int | None) -> LogPage:
    """Return page `number` of the log (1 is the oldest, None the newest). 1 or 2 queries."""
    table, seat = access.table, access.seat_number
    pages = max(1, -(-table.last_seq // PAGE_EVENTS))
    number = min(max(number or pages, 1), pages)
    rows = list_log_rows(table, (number - 1) * PAGE_EVENTS, number * PAGE_EVENTS)
    return LogPage(
        id=table.public_id,
        slug=table.game_slug,
        game_name=localize_text(get_game(table.game_slug).metadata.name),
        names=inline_names(list_seat_lines(access.seats, seat)),
        my_seat=seat,
        lines=coarsen_log_times(
            table,
            add_plans(
                [line for line in list_log_lines(table.game_slug, rows, seat) if not line.is_empty], access.own_seat
            ),
        ),
        is_coarse=not table.is_ended,
        number=number,
        pages=pages,
    )


def _line(slug: str, row: LogRow, seat: int | None, everything: bool) -> LogLine:
    happenings = tuple(t.happening for t in parse_happenings(slug, row.body) if everything or t.is_visible_to(seat))
    planned = row.cause == Event.Cause.PLAN and row.seat != seat  # others see an ordinary decision
    return LogLine(
        row.seq, row.created_at, row.kind, row.seat, Event.Cause.PLAYER.value if planned else row.cause, happenings
    )


@lru_cache(maxsize=MAX_CACHED_BODIES)
def parse_happenings(slug: str, body: str) -> tuple[AnyAddressedHappening, ...]:
    """Parse all happenings of an event, visible or not, from its body (which never changes)."""
    return tuple(
        AddressedHappening(get_game(slug).read_happening(h["what"]), None if h["to"] is None else tuple(h["to"]))
        for h in parse_json(body)["happenings"]
    )
