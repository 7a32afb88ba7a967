"""Noting that there is something to tell. Inside the transaction of the event that gives the reason; whether and by
which channels anybody is told is decided later (`fanout`), when the notice is due. And forgetting what is long told."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings

from config.db.compiled_queries import CompiledInsert
from games.notifications.models import Delivery, Notice
from games.tables.models import Seat, Table
from games.tables.session.table_session import TableSession

_NOTICES = CompiledInsert(Notice, ignore_conflicts=True)


def enqueue_your_turn(d: TableSession, seats: Sequence[Seat]) -> None:
    """Tell the people who are asked, but not at once: who answers soon, or has an answer filed, needs no letter."""
    asked = [seat for seat in seats if seat.asked is not None]
    _enqueue(d, asked, Notice.Kind.YOUR_TURN, d.now + _get_delay(d.table))


def enqueue_reveal_requests(d: TableSession, seats: Sequence[Seat]) -> None:
    """Tell those whose part of the shuffle is awaited, but not at once: a browser that looks in shows it by itself."""
    _enqueue(d, seats, Notice.Kind.OPENING, d.now + _get_delay(d.table))


def enqueue_match_ended(d: TableSession) -> None:
    """Tell everybody who has played, or would have."""
    broken_off = d.table.status == Table.Status.BROKEN_OFF
    _enqueue(d, d.seats, Notice.Kind.BROKEN_OFF if broken_off else Notice.Kind.ENDED, d.now)


def delete_undelivered(table: Table) -> None:
    """Of an ended table only what was sent to somebody stays, for as long as the log of deliveries does."""
    Notice.objects.filter(table=table, due_at=None, deliveries=None).delete()


def delete_old_deliveries(before: datetime, limit: int) -> int:
    """Forget at most `limit` deliveries from before that moment, the oldest first, with their notices where the table
    has ended. Returns how many."""
    old = Delivery.objects.filter(next_try_at=None, created_at__lt=before).order_by("created_at")
    found = list(old.values_list("pk", "notice")[:limit])
    Delivery.objects.filter(pk__in=[pk for pk, _notice in found]).delete()
    told = Notice.objects.filter(pk__in=[notice for _pk, notice in found], due_at=None, deliveries=None)
    told.filter(table__ended_at__isnull=False).delete()
    return len(found)


def _get_delay(table: Table) -> timedelta:
    """A quarter of the time to decide, and no more than the setting."""
    longest = settings.NOTIFICATION_DELAY
    return timedelta(seconds=min(longest, table.turn_seconds // 4) if table.turn_seconds else longest)


def _enqueue(d: TableSession, seats: Sequence[Seat], kind: Notice.Kind, due: datetime) -> None:
    rows = [
        Notice(recipient_id=seat.user_id, table=d.table, seq=seat.asked or d.event_writer.seq, kind=kind, due_at=due)
        for seat in seats
        if seat.user_id and not seat.is_bot and not (seat.has_forfeited and kind == Notice.Kind.YOUR_TURN)
    ]
    _NOTICES(rows)
