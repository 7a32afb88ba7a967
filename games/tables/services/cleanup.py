"""Cleanup of abandoned open tables and idle guests.

In small batches, each table in its own transaction, by the database's clock.
"""

import logging
from datetime import timedelta

from django.conf import settings
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Now

from accounts.models import User
from accounts.services.anonymize import anonymize_guest
from accounts.services.users import GUEST_SESSION_SECONDS
from config.db.locking import write_transaction
from config.db.unavailable import concerns_everyone
from games.tables.gameplay.client_seeds import has_reveal_started
from games.tables.gameplay.results import record_results
from games.tables.locked_table import locked_table
from games.tables.models import Event, Seat, Table
from games.tables.services.quotas import LIVE_STATUSES
from games.tables.services.seed_reveal import expire_reveal

logger = logging.getLogger(__name__)
A_DAY = 24 * 60 * 60  # margin, so that differing clocks don't end anyone's session


def expire_open_tables(limit: int) -> int:
    """Close open tables untouched for OPEN_TABLE_EXPIRY_DAYS, oldest first. Return how many."""
    old = Table.objects.filter(status=Table.Status.OPEN, frozen_at=None, lobby_at__lte=Now() - _open_table_expiry())
    expired = 0
    for public_id in list(old.order_by("lobby_at").values_list("public_id", flat=True)[:limit]):
        try:
            expired += expire_table(public_id)
        except Exception as problem:  # one broken table must not keep all others open
            if concerns_everyone(problem):
                raise
            logger.error("table %s can't be closed: %s", public_id, type(problem).__name__)
    return expired


def expire_table(public_id: str) -> bool:
    """Abandon the table if it is still open and untouched once locked. Return whether it was.

    People keep their seats, so the table appears among their ended tables.
    """
    with locked_table(public_id) as session:
        table = session.table
        untouched = table.lobby_at is not None and session.now - table.lobby_at >= _open_table_expiry()
        if table.status != Table.Status.OPEN or table.frozen_at is not None or not untouched:
            return False
        if has_reveal_started(session):
            expire_reveal(session)
            return True
        table.status, table.ended_at = Table.Status.ABANDONED, session.now
        session.event_writer.append(Event.Kind.EXPIRE, cause=Event.Cause.CLOCK)
        record_results(session)
        return True


def remove_idle_guests(limit: int) -> int:
    """Delete or anonymise guests who are gone, and schedule the next check of the others. Return how many are gone.

    Reads only guests whose check is due: a day after they came, then daily as long as their seats may be given up, and
    finally when their session has expired.
    """
    due = User.objects.filter(idle_check_at__lte=Now()).order_by("idle_check_at")
    if not due.exists():  # avoid queueing for the lock
        return 0
    with write_transaction():
        locked = due.select_for_update(of=("self",), skip_locked=True).values_list("pk", flat=True)[:limit]
        people = User.objects.filter(pk__in=list(locked))
        count = _delete_idle(people) + _anonymise_expired(people)
        _schedule_next_check(people)
    return count


def _delete_idle(people: "QuerySet[User]") -> int:
    """Delete guests who have had no seat for IDLE_GUEST_EXPIRY_HOURS. Return how many.

    Seats are checked with the guests locked: one who sits down meanwhile waits for the lock, or is kept. Guests who are
    suspended or named by a report or a sanction are kept.
    """
    before = Now() - timedelta(hours=settings.IDLE_GUEST_EXPIRY_HOURS)
    sits = Exists(Seat.objects.filter(user=OuterRef("pk")))
    idle = people.filter(~sits, is_guest=True, is_active=True, date_joined__lte=before, sanctions=None)
    idle = idle.filter(reports_made=None, reports_about=None).exclude(last_login__gt=before)
    pks = list(idle.values_list("pk", flat=True))
    User.objects.filter(pk__in=pks).delete()
    return len(pks)


def _anonymise_expired(people: "QuerySet[User]") -> int:
    """Anonymise guests who can't come back. Return how many.

    Their session has expired, and their tables ended longer ago than a session lasts. They keep the seats of ended
    matches.
    """
    before = Now() - timedelta(seconds=GUEST_SESSION_SECONDS + A_DAY)
    seats = Seat.objects.filter(user=OuterRef("pk"))
    busy = Exists(seats.filter(table__status__in=LIVE_STATUSES)) | Exists(seats.filter(table__changed_at__gt=before))
    expired = list(people.filter(~busy, Exists(seats), is_guest=True, is_active=True, last_login__lte=before))
    for person in expired:
        anonymize_guest(person=person)
    return len(expired)


def _schedule_next_check(people: "QuerySet[User]") -> None:
    """Schedule the next check: tomorrow, or when the session of a guest with a permanent seat expires."""
    people.filter(Q(is_guest=False) | Q(anonymised_at__isnull=False)).update(idle_check_at=None)
    remaining = people.filter(idle_check_at__isnull=False)
    remaining.update(idle_check_at=Now() + timedelta(seconds=A_DAY))
    has_permanent_seat = Exists(Seat.objects.filter(user=OuterRef("pk")).exclude(table__status=Table.Status.OPEN))
    next_check = F("last_login") + timedelta(seconds=GUEST_SESSION_SECONDS + 2 * A_DAY)
    remaining.filter(
        has_permanent_seat, last_login__gt=Now() - timedelta(seconds=GUEST_SESSION_SECONDS + A_DAY)
    ).update(idle_check_at=next_check)


def _open_table_expiry() -> timedelta:
    return timedelta(days=settings.OPEN_TABLE_EXPIRY_DAYS)
