"""What nobody looks after any more: open tables that nobody touches, and guests who sit nowhere.

Everything in small numbers per run, each table in a transaction of its own, by the database's clock.
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
from games.tables.models import Event, Seat, Table
from games.tables.services.quotas import LIVE_STATUSES
from games.tables.services.seed_reveal import expire_reveal
from games.tables.session.table_session import locked_table

logger = logging.getLogger(__name__)
A_DAY = 24 * 60 * 60  # so that two clocks that differ take nobody's session


def expire_open_tables(limit: int) -> int:
    """Close open tables that nobody has touched for OPEN_TABLE_EXPIRY_DAYS, the oldest first. Returns how many."""
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
    """Abandon a table if, under the lock, it still waits and nobody has touched it. Its people keep their seats,
    and so find it among their ended tables. Says whether it did."""
    with locked_table(public_id) as d:
        table = d.table
        untouched = table.lobby_at is not None and d.now - table.lobby_at >= _open_table_expiry()
        if table.status != Table.Status.OPEN or table.frozen_at is not None or not untouched:
            return False
        if has_reveal_started(d):
            expire_reveal(d)
            return True
        table.status, table.ended_at = Table.Status.ABANDONED, d.now
        d.event_writer.append(Event.Kind.EXPIRE, cause=Event.Cause.CLOCK)
        record_results(d)
        return True


def remove_idle_guests(limit: int) -> int:
    """Look at the guests who are due: forget or anonymise those who are gone, and say when to look at the others again.

    Returns how many went. Reads no other guests: each is looked at a day after it came, then every day as long as its
    seats may still be given up, and at last when its session has run out.
    """
    due = User.objects.filter(idle_check_at__lte=Now()).order_by("idle_check_at")
    if not due.exists():  # no need to queue for the lock
        return 0
    with write_transaction():
        locked = due.select_for_update(of=("self",), skip_locked=True).values_list("pk", flat=True)[:limit]
        people = User.objects.filter(pk__in=list(locked))
        gone = _delete_idle(people) + _anonymise_expired(people)
        _schedule_next_check(people)
    return gone


def _delete_idle(people: "QuerySet[User]") -> int:
    """Delete those who have sat nowhere for IDLE_GUEST_EXPIRY_HOURS.

    Asked whether they sit somewhere under their lock: who sits down at that moment waits, or is kept. Suspended ones
    are kept, so that they stay suspended, and so is whoever a report or a sanction tells of.
    """
    before = Now() - timedelta(hours=settings.IDLE_GUEST_EXPIRY_HOURS)
    sits = Exists(Seat.objects.filter(user=OuterRef("pk")))
    idle = people.filter(~sits, is_guest=True, is_active=True, date_joined__lte=before, sanctions=None)
    idle = idle.filter(reports_made=None, reports_about=None).exclude(last_login__gt=before)
    found = list(idle.values_list("pk", flat=True))
    User.objects.filter(pk__in=found).delete()
    return len(found)


def _anonymise_expired(people: "QuerySet[User]") -> int:
    """Anonymise those who can't come back: their session has run out, and so have all their tables, the last one
    longer ago than a session lasts. What is at a live table is left as it is; their ended matches keep the seats."""
    before = Now() - timedelta(seconds=GUEST_SESSION_SECONDS + A_DAY)
    seats = Seat.objects.filter(user=OuterRef("pk"))
    busy = Exists(seats.filter(table__status__in=LIVE_STATUSES)) | Exists(seats.filter(table__changed_at__gt=before))
    found = list(people.filter(~busy, Exists(seats), is_guest=True, is_active=True, last_login__lte=before))
    for person in found:
        anonymize_guest(person=person)
    return len(found)


def _schedule_next_check(people: "QuerySet[User]") -> None:
    """At who is left: tomorrow, or when the session of somebody who keeps a seat for good has run out."""
    people.filter(Q(is_guest=False) | Q(anonymised_at__isnull=False)).update(idle_check_at=None)
    left = people.filter(idle_check_at__isnull=False)
    left.update(idle_check_at=Now() + timedelta(seconds=A_DAY))
    kept = Exists(Seat.objects.filter(user=OuterRef("pk")).exclude(table__status=Table.Status.OPEN))
    out = F("last_login") + timedelta(seconds=GUEST_SESSION_SECONDS + 2 * A_DAY)
    left.filter(kept, last_login__gt=Now() - timedelta(seconds=GUEST_SESSION_SECONDS + A_DAY)).update(idle_check_at=out)


def _open_table_expiry() -> timedelta:
    return timedelta(days=settings.OPEN_TABLE_EXPIRY_DAYS)
