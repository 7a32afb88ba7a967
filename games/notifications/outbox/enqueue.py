"""Noting that there is something to tell. Inside the transaction of the event that gives the reason; whether and by
which channels anybody is notified is decided later (`fanout`), when it is due. And deleting what is old."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q

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


def enqueue_started(session: TableSession) -> None:
    """Tell those who sit there and are not asked at once: their turn tells the others."""
    people = [seat for seat in session.seats if seat.user_id]
    if len(people) > 1:
        waiting = [seat for seat in people if seat.question_seq is None]
        _enqueue(session, waiting, Notification.Kind.STARTED, session.now + _get_delay(session.table))


def delete_undelivered(table: Table) -> None:
    """Of the questions of an ended table only what was sent to somebody stays, as long as that log does. What is not
    decided yet has nothing to tell any more."""
    asked = Notification.objects.filter(table=table, kind__in=(*Notification.ASKING, Notification.Kind.OPENING))
    untold = asked.filter(deliveries=None).select_for_update(of=("self",))  # somebody may be about to decide it
    Notification.objects.filter(pk__in=list(untold.values_list("pk", flat=True))).delete()


def delete_old_deliveries(before: datetime, limit: int) -> int:
    """Forget at most `limit` deliveries from before that moment, the oldest first, with their notifications where the
    table has ended. Returns how many."""
    old = Delivery.objects.filter(next_attempt_at=None, created_at__lt=before).order_by("created_at")
    found = list(old.values_list("pk", "notification")[:limit])
    Delivery.objects.filter(pk__in=[pk for pk, _notice in found]).delete()
    told = Notification.objects.filter(pk__in=[notice for _pk, notice in found], due_at=None, deliveries=None)
    told.filter(table__ended_at__isnull=False).delete()
    return len(found)


def delete_old_notifications(before: datetime, limit: int) -> int:
    """Forget at most `limit` notifications from before that moment, but for questions of matches that go on: reminders
    are counted from them. Returns how many."""
    old = Notification.objects.filter(created_at__lt=before, due_at=None, deliveries=None)
    over = Q(table=None) | Q(table__ended_at__isnull=False) | ~Q(kind__in=Notification.ASKING)
    found = list(old.filter(over).order_by("created_at").values_list("pk", flat=True)[:limit])
    Notification.objects.filter(pk__in=found).delete()
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
