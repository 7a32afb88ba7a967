"""Access to the events of a table: from its rows or, once archived, from its record.

Rows are deleted as soon as the record is verified, which may happen while a page is built. After reading rows of an
ended table, functions here check `was_archived_meanwhile` and read the record instead.
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
    """The columns of an event that the log needs. A plain tuple, because the end of the log is read with every page."""

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
    """Return whether an ended table without a record has one by now. 1 query for such a table."""
    if not table.is_ended:
        return False
    vars(table).pop("archived_log", None)  # drop the cached value
    return table.archived_log is not None


def list_log_rows(table: Table, after: int, until: int) -> list[LogRow]:
    """Return the events with numbers in (after, until], oldest first. 1 query, 2 for an ended table."""
    if sealed := table.archived_log:
        return [parse_log_row(event) for event in sealed.events(after, until)]
    rows = Event.objects.filter(table=table, seq__range=(after + 1, until)).values_list(*LogRow._fields)
    log_rows = sorted(LogRow(*row) for row in rows)
    return list_log_rows(table, after, until) if was_archived_meanwhile(table) else log_rows


def parse_log_row(event: ArchivedEvent) -> LogRow:
    """Parse a packed event into the columns of its row. The body may lack the state's hashes."""
    body = parse_json(event.body)
    at = datetime.fromisoformat(body["time"])
    return LogRow(event.seq, body["kind"], body["seat"], body["cause"], event.body, at)


def list_snapshots(table: Table, after: int, last: int) -> Sequence[tuple[str, bool]]:
    """Return the stored snapshots of events in (after, last], each with whether it is whole. 1 or 2 queries."""
    if sealed := table.archived_log:
        return [(event.frame, event.keyframe) for event in sealed.events(after, last) if event.frame]
    snapshots = _FRAMES.all(table=table.pk, after=after, last=last)
    return list_snapshots(table, after, last) if was_archived_meanwhile(table) else snapshots


def get_snapshot_at(table: Table, n: int) -> dict[str, Json] | None:
    """Return the plain snapshot after event `n`; None before the start. 1 or 2 queries."""
    if sealed := table.archived_log:
        return sealed.get_snapshot_at(n)
    texts = list_snapshots(table, n - FULL_SNAPSHOT_EVERY, n)
    return decode_snapshots(texts) if texts else None


def walk_snapshots(table: Table, first: int, last: int) -> Iterator[tuple[int, dict[str, Json]]]:
    """Yield number and plain snapshot of the events `first` to `last`. 2 or 3 queries."""
    frame = get_snapshot_at(table, first) if first <= last else None
    if frame is None:
        return
    yield first, frame
    for seq, (text, keyframe) in enumerate(list_snapshots(table, first, last), first + 1):
        frame = parse_json(text) if keyframe else patch(frame, parse_json(text))
        yield seq, frame


def get_start_seq(table: Table) -> int:
    """Return the number of the event that started the match; 0 if it hasn't started. 1 or 2 queries."""
    if sealed := table.archived_log:
        return sealed.start_seq
    start_seq = table.events.filter(kind=Event.Kind.START).order_by("seq").values_list("seq", flat=True).first() or 0
    return get_start_seq(table) if was_archived_meanwhile(table) else start_seq


def get_first_move_seq(table: Table, seat: int | None) -> int | None:
    """Return the number of the first decision of a seat, or (None) of any seat; None without one. 1 or 2 queries."""
    if sealed := table.archived_log:
        rows = map(parse_log_row, sealed.events())
        return next((row.seq for row in rows if row.kind == "move" and seat in (None, row.seat)), None)
    moves = table.events.filter(kind=Event.Kind.MOVE)
    seat_moves = moves if seat is None else moves.filter(seat=seat)
    first_seq = seat_moves.order_by("seq").values_list("seq", flat=True).first()
    return get_first_move_seq(table, seat) if was_archived_meanwhile(table) else first_seq


def get_next_move_seq(table: Table, seat: int, after: int) -> int | None:
    """Return the number of the seat's first decision after event `after`, or None. 1 or 2 queries."""
    if sealed := table.archived_log:
        rows = map(parse_log_row, sealed.events(after))
        return next((row.seq for row in rows if row.kind == "move" and row.seat == seat), None)
    moves = table.events.filter(kind=Event.Kind.MOVE, seat=seat, seq__gt=after)
    next_seq = moves.order_by("seq").values_list("seq", flat=True).first()
    return get_next_move_seq(table, seat, after) if was_archived_meanwhile(table) else next_seq


def get_last_move_seq(sealed: ArchivedLog, seat: int | None) -> int | None:
    """Return the last decision of a seat's person, excluding those of clock, premove or bot; or None."""
    if seat is None:
        return None
    for event in sealed.reversed_events():
        if '"kind":"move"' in event.body and f'"seat":{seat},' in event.body:
            row = parse_log_row(event)
            if (row.kind, row.cause, row.seat) == ("move", "player", seat):
                return row.seq
    return None
