"""Jobs' small writes: signs of life, and the hours' events, each counted once."""

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
    """Count the events that came since the last time, at most AT_ONCE. Returns how many.

    On PostgreSQL one that commits later than its key says may be missed: it's a picture of how busy it was, no more.
    """
    with write_transaction():
        last = _lock_last_counted()
        if last is None:  # the log from before is nobody's business now
            last = Event.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
            HourlyEventCount.objects.create(hour=_hour(timezone.now()), event_count=0, last_event_id=last)
        rows = list(Event.objects.filter(pk__gt=last).order_by("pk").values_list("pk", "created_at")[:AT_ONCE])
        for hour, events in Counter(_hour(at) for _pk, at in rows).items():
            _add_to_hour(hour, events, rows[-1][0])
    return len(rows)


def count_pruned(table: Table) -> None:
    """A table's rows are about to go, and with them what has not been counted yet. Within the transaction that does it.
    How far the log has been counted stays."""
    last = _lock_last_counted()
    if last is not None:
        times = Event.objects.filter(table=table, pk__gt=last).values_list("created_at", flat=True)
        for hour, events in Counter(map(_hour, times)).items():
            _add_to_hour(hour, events, last)


def _lock_last_counted() -> int | None:
    """The key of the last event that was counted. Nobody else counts until the transaction ends."""
    newest = HourlyEventCount.objects.select_for_update(no_key=True).order_by("-last_event_id")
    return newest.values_list("last_event_id", flat=True).first()


def _add_to_hour(hour: datetime, events: int, last: int) -> None:
    if not HourlyEventCount.objects.filter(hour=hour).update(event_count=F("event_count") + events, last_event_id=last):
        HourlyEventCount.objects.create(hour=hour, event_count=events, last_event_id=last)


def _hour(moment: datetime) -> datetime:
    return moment.replace(minute=0, second=0, microsecond=0)
