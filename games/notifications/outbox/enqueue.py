"""Creation of notifications, in the transaction of the event that causes them; and deletion of old ones.

`fanout` decides later, when a notification is due, whether and by which channels it is sent.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from config.db.compiled_queries import CompiledInsert
from games.clocks.seat_clock import REMINDER_SHARE
from games.notifications.models import Delivery, Notification
from games.tables.clocks.seat_clock import get_allotted_time
from games.tables.gameplay.agreements import list_voting_seats
from games.tables.locked_table import TableSession
from games.tables.models import Seat, Table

_NOTICES = CompiledInsert(Notification, ignore_conflicts=True)


def enqueue_your_turn(session: TableSession, seats: Sequence[Seat]) -> None:
    """Notify people of their turn after a delay: quick moves and premoves need no email."""
    _enqueue(session, [seat for seat in seats if seat.question_seq is not None], Notification.Kind.YOUR_TURN)


def enqueue_reveal_requests(session: TableSession, seats: Sequence[Seat]) -> None:
    """Notify people whose client seed is awaited, after a delay: an open browser reveals it automatically."""
    _enqueue(session, seats, Notification.Kind.OPENING)


def enqueue_match_ended(session: TableSession) -> None:
    """Notify everyone who played, or would have."""
    broken_off = session.table.status == Table.Status.BROKEN_OFF
    kind = Notification.Kind.BROKEN_OFF if broken_off else Notification.Kind.ENDED
    _enqueue(session, session.seats, kind, delay=timedelta(0))


def enqueue_started(session: TableSession) -> None:
    """Notify players who have no question yet; the others are notified of their turn."""
    people = [seat for seat in session.seats if seat.user_id]
    if len(people) > 1:
        waiting = [seat for seat in people if seat.question_seq is None]
        _enqueue(session, waiting, Notification.Kind.STARTED)


def enqueue_table_full(session: TableSession, user_id: int) -> None:
    """Notify the host, unless they took the last seat themselves."""
    hosts = [seat for seat in session.seats if seat.user_id == session.table.host_id != user_id]
    _enqueue_news(session, hosts, Notification.Kind.TABLE_FULL)


def enqueue_pause_vote(session: TableSession, seat: Seat) -> None:
    """Ask the others who have to agree, if this vote is the proposal."""
    delete_pause_proposal(session.table, seat.user_id)
    if session.table.agreed_seats == [seat.number]:
        _enqueue_news(session, list_voting_seats(session.seats), Notification.Kind.PAUSE_PROPOSED, seat)


def enqueue_pause(session: TableSession, voter: Seat | None) -> None:
    """Notify everyone but the last who agreed."""
    _enqueue_news(session, session.seats, Notification.Kind.PAUSE_AGREED, voter)


def delete_pause_proposal(table: Table, user_id: int | None) -> None:
    """Delete the person's notification about a proposed pause, after they have answered."""
    notices = Notification.objects.filter(table=table, recipient=user_id, kind=Notification.Kind.PAUSE_PROPOSED)
    _delete_locked(notices)


def enqueue_pause_end(session: TableSession, seat: Seat) -> None:
    _enqueue_news(session, session.seats, Notification.Kind.PAUSE_ENDED, seat)


def enqueue_timeout(session: TableSession, seat: Seat) -> None:
    _enqueue_news(session, [seat], Notification.Kind.TIMED_OUT)


def enqueue_substitution(session: TableSession, seat: Seat) -> None:
    _enqueue_news(session, [seat], Notification.Kind.SEAT_TO_BOT)


def reconsider_reminders(user_id: int) -> None:
    """Recompute a person's reminders after a change of their availability: they may be due earlier."""
    waiting = Notification.objects.filter(recipient=user_id, kind=Notification.Kind.REMINDER, due_at__isnull=False)
    waiting.update(due_at=Now())


def delete_undelivered(table: Table) -> None:
    """Delete an ended table's unsent questions and news. Sent ones stay as long as their log."""
    _delete_locked(Notification.objects.filter(table=table, kind__in=Notification.PASSING, deliveries=None))


def _delete_locked(rows: "QuerySet[Notification]") -> None:
    """Delete these rows, waiting for workers that are deciding about them."""
    locked = rows.select_for_update(of=("self",))
    Notification.objects.filter(pk__in=list(locked.values_list("pk", flat=True))).delete()


def delete_old_deliveries(before: datetime, limit: int) -> int:
    """Delete at most `limit` finished deliveries from before that moment, oldest first. Return how many.

    Their notifications are deleted as well if the table has ended.
    """
    old = Delivery.objects.filter(next_attempt_at=None, created_at__lt=before).order_by("created_at")
    rows = list(old.values_list("pk", "notification")[:limit])
    Delivery.objects.filter(pk__in=[pk for pk, _notice in rows]).delete()
    notices = Notification.objects.filter(pk__in=[notice for _pk, notice in rows], due_at=None, deliveries=None)
    notices.filter(table__ended_at__isnull=False).delete()
    return len(rows)


def delete_old_notifications(before: datetime, limit: int) -> int:
    """Delete at most `limit` notifications from before that moment. Return how many.

    Questions of running matches stay, because they are listed while open, and so do the three of each member of staff:
    without them, work that has waited for long would be announced as new.
    """
    old = Notification.objects.filter(created_at__lt=before, due_at=None, deliveries=None)
    old = old.exclude(kind__in=Notification.STAFF)
    over = Q(table=None) | Q(table__ended_at__isnull=False) | ~Q(kind__in=Notification.ASKING)
    pks = list(old.filter(over).order_by("created_at").values_list("pk", flat=True)[:limit])
    Notification.objects.filter(pk__in=pks).delete()
    return len(pks)


def _get_delay(session: TableSession, seat: Seat | None = None) -> timedelta:
    """Return the delay: a quarter of the time to decide, at most the setting.

    `seat` is the seat with the question; None for news of the table.
    """
    table, longest = session.table, timedelta(seconds=settings.NOTIFICATION_DELAY)
    if seat is not None:
        allotted = get_allotted_time(table, session.seats, seat)
    else:
        allotted = table.time_control.get_time_for_question(is_live=table.live_since is not None)
    return longest if allotted is None else min(longest, allotted / REMINDER_SHARE)


def _enqueue(
    session: TableSession, seats: Sequence[Seat], kind: Notification.Kind, *, delay: timedelta | None = None
) -> None:
    """Notify these seats after `delay`, or by default after a delay that depends on their time to decide."""
    is_turn = kind == Notification.Kind.YOUR_TURN
    rows = [
        Notification(
            recipient_id=seat.user_id,
            table=session.table,
            event_seq=seat.question_seq or session.event_writer.seq,
            kind=kind,
            due_at=session.now + (_get_delay(session, seat if is_turn else None) if delay is None else delay),
        )
        for seat in seats
        if seat.user_id and not seat.is_bot and not (seat.has_forfeited and is_turn)
    ]
    _NOTICES(rows)


def _enqueue_news(
    session: TableSession, seats: Sequence[Seat], kind: Notification.Kind, actor: Seat | None = None
) -> None:
    """Notify everyone at these seats except the actor of the table's last event, after the usual delay."""
    rows = [
        Notification(
            recipient_id=seat.user_id, table=session.table, event_seq=session.event_writer.seq, kind=kind,
            actor_id=actor.user_id if actor else None, due_at=session.now + _get_delay(session),
        )
        for seat in seats
        if seat.user_id and not seat.has_resigned and seat != actor
    ]  # fmt: skip
    _NOTICES(rows)
