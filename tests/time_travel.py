"""Time that goes by at a table, without anybody waiting: all that has happened there is made longer ago.

A deadline that is only moved nearer is a house that cheats, and the audit says so.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import DateTimeField, ExpressionWrapper, F, QuerySet, Value

from config.db import append_only
from games.engine.hash_chain import next_digest
from games.engine.serialization.canonical_json import dump_canonical, parse_json
from games.replays.audit.columns import format_time
from games.tables.models import Event, Seat, Table
from tests.matches import fresh, seat

OF_THE_TABLE = (
    "created_at",
    "started_at",
    "changed_at",
    "lobby_at",
    "frozen_at",
    "void_due_at",
    "paused_at",
    "live_since",
)
OF_A_SEAT = ("deadline", "clock_since", "act_at", "leased_until")


def time_passes(table: Table, time: timedelta) -> Table:
    """Move everything at the table so much earlier: its log, while the triggers are off, and all its moments."""
    append_only.remove_triggers()
    table = fresh(table)
    digest, rows = table.commitment, list(Event.objects.filter(table=table).order_by("seq"))
    for row in rows:
        row.created_at -= time
        row.body = dump_canonical(_earlier(parse_json(row.body), time))
        row.digest = digest = next_digest(digest, table.public_id, bytes(table.seed.value), row.seq, row.body)
    Event.objects.bulk_update(rows, ["created_at", "body", "digest"], batch_size=100)
    append_only.install_triggers()
    moments = {name: F(name) - time for name in OF_THE_TABLE if getattr(table, name)}
    Table.objects.filter(pk=table.pk).update(digest=digest, **moments)
    for name in OF_A_SEAT:
        Seat.objects.filter(table=table, **{f"{name}__isnull": False}).update(**{name: F(name) - time})
    return fresh(table)


def time_runs_out(table: Table, *numbers: int) -> Table:
    """As much time goes by as these seats have left for their questions; the others are given that much more."""
    deadlines = [
        waiting_seat.deadline for waiting_seat in (seat(table, number) for number in numbers) if waiting_seat.deadline
    ]
    changed_at = fresh(table).changed_at
    assert changed_at is not None
    time = max(deadlines) - changed_at
    other_seats = Seat.objects.filter(table=table, deadline__isnull=False).exclude(number__in=numbers)
    shift_clocks(other_seats, time)
    return time_passes(table, time)


def set_deadlines(seats: "QuerySet[Seat]", deadline: datetime) -> int:
    """Have the time of these seats be up at that moment, as if their clocks had been started accordingly."""
    since = ExpressionWrapper(Value(deadline, DateTimeField()) - F("time_left"), DateTimeField())
    return seats.update(deadline=deadline, clock_since=since)


def shift_clocks(seats: "QuerySet[Seat]", time: timedelta) -> int:
    """Have the clocks of these seats be started that much later."""
    return seats.update(deadline=F("deadline") + time, clock_since=F("clock_since") + time)


def clock_runs(at: Seat, time: timedelta) -> None:
    """Have the seat's clock be started that much earlier."""
    shift_clocks(Seat.objects.filter(pk=at.pk), -time)


def _earlier(body: Any, time: timedelta) -> Any:
    def moved(text: str) -> str:
        return format_time(datetime.fromisoformat(text) - time)

    data = {name: moved(part) if name in ("deadline", "found") else part for name, part in body["data"].items()}
    return body | {"time": moved(body["time"]), "data": data}
