"""Writes by background jobs: heartbeats, and hourly event counts that count each event once."""

from collections import Counter
from datetime import datetime

from django.db.models import F
from django.utils import timezone

from config.db.locking import write_transaction
from games.monitoring.models import HourlyEventCount, QueueHeartbeat
from games.tables.models import Event, Table

AT_ONCE = 20_000


def record_heartbeat(queue: str) -> None:
    with write_transaction():
        QueueHeartbeat.objects.update_or_create(queue=queue, defaults={"last_seen_at": timezone.now()})


def count_events() -> int:
    """Count new events, at most AT_ONCE. Return how many.

    On PostgreSQL, an event that commits after one with a higher key may be missed; the counts are only an indication of
    load.
    """
    with write_transaction():
        last = _lock_last_counted()
        if last is None:  # ignore the log from before monitoring began
            last = Event.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
            HourlyEventCount.objects.create(hour=_hour(timezone.now()), event_count=0, last_event_id=last)
        rows = list(Event.objects.filter(pk__gt=last).order_by("pk").values_list("pk", "created_at")[:AT_ONCE])
        for hour, events in Counter(_hour(at) for _pk, at in rows).items():
            _add_to_hour(hour, events, rows[-1][0])
    return len(rows)


def count_pruned(table: Table) -> None:
    """Count a table's uncounted events before its rows are deleted, in the same transaction.

    The position up to which the log has been counted stays the same.
    """
    last = _lock_last_counted()
    if last is not None:
        times = Event.objects.filter(table=table, pk__gt=last).values_list("created_at", flat=True)
        for hour, events in Counter(map(_hour, times)).items():
            _add_to_hour(hour, events, last)


def _lock_last_counted() -> int | None:
    """Return the key of the last counted event, and lock out other counters until the transaction ends."""
    newest = HourlyEventCount.objects.select_for_update(no_key=True).order_by("-last_event_id")
    return newest.values_list("last_event_id", flat=True).first()


def _add_to_hour(hour: datetime, events: int, last: int) -> None:
    if not HourlyEventCount.objects.filter(hour=hour).update(event_count=F("event_count") + events, last_event_id=last):
        HourlyEventCount.objects.create(hour=hour, event_count=events, last_event_id=last)


def _hour(moment: datetime) -> datetime:
    return moment.replace(minute=0, second=0, microsecond=0)
