"""Time that goes by at a table, without anybody waiting: all that has happened there is made longer ago.

A deadline that is only moved nearer is a house that cheats, and the audit says so.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import F

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
OF_A_SEAT = ("deadline", "act_at", "leased_until")


def time_passes(table: Table, time: timedelta) -> Table:
    """Everything at the table so much earlier: its log, rewritten behind the triggers, and all its moments."""
    append_only.remove_triggers()  # a test's database gets them back when it is rolled back
    table = fresh(table)
    digest, rows = table.commitment, list(Event.objects.filter(table=table).order_by("seq"))
    for row in rows:
        row.created_at -= time
        row.body = dump_canonical(_earlier(parse_json(row.body), time))
        row.digest = digest = next_digest(digest, table.public_id, bytes(table.seed.value), row.seq, row.body)
    Event.objects.bulk_update(rows, ["created_at", "body", "digest"], batch_size=100)
    moments = {name: F(name) - time for name in OF_THE_TABLE if getattr(table, name)}
    Table.objects.filter(pk=table.pk).update(digest=digest, **moments)
    for name in OF_A_SEAT:
        Seat.objects.filter(table=table, **{f"{name}__isnull": False}).update(**{name: F(name) - time})
    return fresh(table)


def time_runs_out(table: Table, *numbers: int) -> Table:
    """As much time goes by as these seats have left for their questions; the others are given that much more."""
    deadlines = [one.deadline for one in (seat(table, number) for number in numbers) if one.deadline]
    changed_at = fresh(table).changed_at
    assert changed_at is not None
    time = max(deadlines) - changed_at
    others = Seat.objects.filter(table=table, deadline__isnull=False).exclude(number__in=numbers)
    others.update(deadline=F("deadline") + time)
    return time_passes(table, time)


def _earlier(body: Any, time: timedelta) -> Any:
    def moved(text: str) -> str:
        return format_time(datetime.fromisoformat(text) - time)

    data = {name: moved(part) if name in ("deadline", "found") else part for name, part in body["data"].items()}
    return body | {"time": moved(body["time"]), "data": data}
