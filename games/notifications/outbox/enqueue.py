"""Noting that there is something to tell. Inside the transaction of the event that gives the reason; whether and by
which channels anybody is notified is decided later (`fanout`), when it is due. And deleting what is old."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings

from config.db.compiled_queries import CompiledInsert
from games.notifications.models import Delivery, Notification
from games.tables.locked_table import TableSession
from games.tables.models import Seat, Table

_NOTICES = CompiledInsert(Notification, ignore_conflicts=True)


def enqueue_your_turn(session: TableSession, seats: Sequence[Seat]) -> None:
    """Notify the people whose turn it is, but not at once: who moves soon, or has a premove, needs no email."""
    asked = [seat for seat in seats if seat.question_seq is not None]
    _enqueue(session, asked, Notification.Kind.YOUR_TURN, session.now + _get_delay(session.table))


def enqueue_reveal_requests(session: TableSession, seats: Sequence[Seat]) -> None:
    """Tell those whose part of the shuffle is awaited, but not at once: a browser that looks in shows it by itself."""
    _enqueue(session, seats, Notification.Kind.OPENING, session.now + _get_delay(session.table))


def enqueue_match_ended(session: TableSession) -> None:
    """Tell everybody who has played, or would have."""
    broken_off = session.table.status == Table.Status.BROKEN_OFF
    _enqueue(
        session, session.seats, Notification.Kind.BROKEN_OFF if broken_off else Notification.Kind.ENDED, session.now
    )


def delete_undelivered(table: Table) -> None:
    """Of an ended table only what was sent to somebody stays, for as long as the log of deliveries does."""
    Notification.objects.filter(table=table, due_at=None, deliveries=None).delete()


def delete_old_deliveries(before: datetime, limit: int) -> int:
    """Forget at most `limit` deliveries from before that moment, the oldest first, with their notifications where the
    table has ended. Returns how many."""
    old = Delivery.objects.filter(next_attempt_at=None, created_at__lt=before).order_by("created_at")
    found = list(old.values_list("pk", "notification")[:limit])
    Delivery.objects.filter(pk__in=[pk for pk, _notice in found]).delete()
    told = Notification.objects.filter(pk__in=[notice for _pk, notice in found], due_at=None, deliveries=None)
    told.filter(table__ended_at__isnull=False).delete()
    return len(found)


def _get_delay(table: Table) -> timedelta:
    """A quarter of the time to decide, and no more than the setting."""
    longest = settings.NOTIFICATION_DELAY
    return timedelta(seconds=min(longest, table.turn_seconds // 4) if table.turn_seconds else longest)


def _enqueue(session: TableSession, seats: Sequence[Seat], kind: Notification.Kind, due: datetime) -> None:
    rows = [
        Notification(
            recipient_id=seat.user_id,
            table=session.table,
            event_seq=seat.question_seq or session.event_writer.seq,
            kind=kind,
            due_at=due,
        )
        for seat in seats
        if seat.user_id and not seat.is_bot and not (seat.has_forfeited and kind == Notification.Kind.YOUR_TURN)
    ]
    _NOTICES(rows)
