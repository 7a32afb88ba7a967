"""The one door to what has happened at a table: its events' rows or, once it is sealed, its record.

The rows go as soon as the record is verified, which may be while a page is made. So whoever has read rows of a table
that has ended asks `was_archived_meanwhile`, and reads the record instead.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from config.db.compiled_queries import CompiledQuery
from games.engine.serialization.canonical_json import parse_json
from games.engine.serialization.json_patch import patch
from games.tables.models import Event, Table
from games.tables.storage.archived_log import ArchivedEvent, ArchivedLog
from games.tables.storage.snapshots import FULL_SNAPSHOT_EVERY, Json, decode_snapshots


class LogRow(NamedTuple):
    """What the log reads of an event. Plain rows: the log's tail is read with every page."""

    seq: int
    kind: str
    seat: int | None
    cause: str
    body: str
    created_at: datetime


_FRAMES = CompiledQuery(
    lambda table, after, last: (
        Event.objects.filter(table=table, seq__gt=after, seq__lte=last)
        .exclude(frame="")
        .order_by("seq")
        .values_list("frame", "keyframe")
    )
)


def was_archived_meanwhile(table: Table) -> bool:
    """Whether an ended table that had no record when it was looked for has one by now. 1 query for such a table."""
    if not table.is_ended:
        return False
    vars(table).pop("archived_log", None)  # what was read before
    return table.archived_log is not None


def list_log_rows(table: Table, after: int, until: int) -> list[LogRow]:
    """The events with numbers in (after, until], oldest first. 1 query, 2 where the table has ended."""
    if sealed := table.archived_log:
        return [parse_log_row(event) for event in sealed.events(after, until)]
    rows = Event.objects.filter(table=table, seq__range=(after + 1, until)).values_list(*LogRow._fields)
    found = sorted(LogRow(*row) for row in rows)
    return list_log_rows(table, after, until) if was_archived_meanwhile(table) else found


def parse_log_row(event: ArchivedEvent) -> LogRow:
    """What the columns beside an event's text say, from the text. That is as it is kept: it may lack the hashes."""
    body = parse_json(event.body)
    at = datetime.fromisoformat(body["time"])
    return LogRow(event.seq, body["kind"], body["seat"], body["cause"], event.body, at)


def list_snapshots(table: Table, after: int, last: int) -> Sequence[tuple[str, bool]]:
    """The stored frames of events in (after, last], and whether each is a keyframe. 1 query, or 2."""
    if sealed := table.archived_log:
        return [(event.frame, event.keyframe) for event in sealed.events(after, last) if event.frame]
    found = _FRAMES.all(table=table.pk, after=after, last=last)
    return list_snapshots(table, after, last) if was_archived_meanwhile(table) else found


def get_snapshot_at(table: Table, n: int) -> dict[str, Json] | None:
    """The plain frame after event `n`, from the keyframe before it; None before the start. 1 query, or 2."""
    if sealed := table.archived_log:
        return sealed.get_snapshot_at(n)
    texts = list_snapshots(table, n - FULL_SNAPSHOT_EVERY, n)
    return decode_snapshots(texts) if texts else None


def walk_snapshots(table: Table, first: int, last: int) -> Iterator[tuple[int, dict[str, Json]]]:
    """The plain frames after the events `first` … `last` of a match, each with its number. 2 queries, or 3."""
    frame = get_snapshot_at(table, first) if first <= last else None
    if frame is None:
        return
    yield first, frame
    for seq, (text, keyframe) in enumerate(list_snapshots(table, first, last), first + 1):
        frame = parse_json(text) if keyframe else patch(frame, parse_json(text))
        yield seq, frame


def get_start_seq(table: Table) -> int:
    """The number of the event that started the match; 0 if none did. 1 query, or 2."""
    if sealed := table.archived_log:
        return sealed.start_seq
    found = table.events.filter(kind=Event.Kind.START).order_by("seq").values_list("seq", flat=True).first() or 0
    return get_start_seq(table) if was_archived_meanwhile(table) else found


def get_first_move_seq(table: Table, seat: int | None) -> int | None:
    """The first decision of that seat, or (None) of any seat; None: there is none. 1 query, or 2."""
    if sealed := table.archived_log:
        rows = map(parse_log_row, sealed.events())
        return next((row.seq for row in rows if row.kind == "move" and seat in (None, row.seat)), None)
    moves = table.events.filter(kind=Event.Kind.MOVE)
    mine = moves if seat is None else moves.filter(seat=seat)
    found = mine.order_by("seq").values_list("seq", flat=True).first()
    return get_first_move_seq(table, seat) if was_archived_meanwhile(table) else found


def get_next_move_seq(table: Table, seat: int, after: int) -> int | None:
    """That seat's first decision after event `after`; None: there is none. 1 query, or 2."""
    if sealed := table.archived_log:
        rows = map(parse_log_row, sealed.events(after))
        return next((row.seq for row in rows if row.kind == "move" and row.seat == seat), None)
    moves = table.events.filter(kind=Event.Kind.MOVE, seat=seat, seq__gt=after)
    found = moves.order_by("seq").values_list("seq", flat=True).first()
    return get_next_move_seq(table, seat, after) if was_archived_meanwhile(table) else found


def get_last_move_seq(sealed: ArchivedLog, seat: int | None) -> int | None:
    """The last decision of a seat's person, not one that the clock, a plan or a bot took; None: none."""
    if seat is None:
        return None
    for event in sealed.reversed_events():
        if '"kind":"move"' in event.body and f'"seat":{seat},' in event.body:
            row = parse_log_row(event)
            if (row.kind, row.cause, row.seat) == ("move", "player", seat):
                return row.seq
    return None
