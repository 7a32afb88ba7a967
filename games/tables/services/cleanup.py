"""What nobody looks after any more: open tables that nobody touches, and guests who sit nowhere.

Everything in small numbers per run, each table in a transaction of its own, by the database's clock.
"""

import logging
from datetime import timedelta

from django.conf import settings
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Now

from accounts.models import User
from accounts.services.anonymize import guest_forgotten
from accounts.services.users import GUEST_SESSION_SECONDS
from config.db.locking import write_transaction
from config.db.unavailable import concerns_all
from games.tables.gameplay.client_seeds import opening_begun
from games.tables.gameplay.results import results_noted
from games.tables.models import Event, Seat, Table
from games.tables.services.quotas import LIVE
from games.tables.services.seed_reveal import time_up
from games.tables.session.table_session import desk

logger = logging.getLogger(__name__)
A_DAY = 24 * 60 * 60  # so that two clocks that differ take nobody's session


def tables_expired(limit: int) -> int:
    """Close open tables that nobody has touched for OPEN_TABLE_DAYS, the oldest first. Returns how many."""
    old = Table.objects.filter(status=Table.Status.OPEN, frozen_at=None, changed_at__lte=Now() - _patience())
    expired = 0
    for public_id in list(old.order_by("changed_at").values_list("public_id", flat=True)[:limit]):
        try:
            expired += table_expire(public_id)
        except Exception as problem:  # one broken table must not keep all others open
            if concerns_all(problem):
                raise
            logger.error("table %s can't be closed: %s", public_id, type(problem).__name__)
    return expired


def table_expire(public_id: str) -> bool:
    """Abandon a table if, under the lock, it still waits and nobody has touched it. Its people keep their seats,
    and so find it among their ended tables. Says whether it did."""
    with desk(public_id) as d:
        table = d.table
        untouched = table.changed_at is not None and d.now - table.changed_at >= _patience()
        if table.status != Table.Status.OPEN or table.frozen_at is not None or not untouched:
            return False
        if opening_begun(d):
            time_up(d)
            return True
        table.status, table.ended_at = Table.Status.ABANDONED, d.now
        d.journal.add(Event.Kind.EXPIRE, cause=Event.Cause.CLOCK)
        results_noted(d)
        return True


def guests_cleared(limit: int) -> int:
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
        gone = _forgotten(people) + _anonymised(people)
        _look_later(people)
    return gone


def _forgotten(people: "QuerySet[User]") -> int:
    """Delete those who have sat nowhere for GUEST_IDLE_HOURS.

    Asked whether they sit somewhere under their lock: who sits down at that moment waits, or is kept. Suspended ones
    are kept, so that they stay suspended, and so is whoever a report or a sanction tells of.
    """
    before = Now() - timedelta(hours=settings.GUEST_IDLE_HOURS)
    sits = Exists(Seat.objects.filter(user=OuterRef("pk")))
    idle = people.filter(~sits, is_guest=True, is_active=True, date_joined__lte=before, sanctions=None)
    idle = idle.filter(reports_made=None, reports_about=None).exclude(last_login__gt=before)
    found = list(idle.values_list("pk", flat=True))
    User.objects.filter(pk__in=found).delete()
    return len(found)


def _anonymised(people: "QuerySet[User]") -> int:
    """Anonymise those who can't come back: their session has run out, and so have all their tables, the last one
    longer ago than a session lasts. What is at a live table is left as it is; their ended matches keep the seats."""
    before = Now() - timedelta(seconds=GUEST_SESSION_SECONDS + A_DAY)
    seats = Seat.objects.filter(user=OuterRef("pk"))
    busy = Exists(seats.filter(table__status__in=LIVE)) | Exists(seats.filter(table__changed_at__gt=before))
    found = list(people.filter(~busy, Exists(seats), is_guest=True, is_active=True, last_login__lte=before))
    for person in found:
        guest_forgotten(person=person)
    return len(found)


def _look_later(people: "QuerySet[User]") -> None:
    """At who is left: tomorrow, or when the session of somebody who keeps a seat for good has run out."""
    people.filter(Q(is_guest=False) | Q(anonymised_at__isnull=False)).update(idle_check_at=None)
    left = people.filter(idle_check_at__isnull=False)
    left.update(idle_check_at=Now() + timedelta(seconds=A_DAY))
    kept = Exists(Seat.objects.filter(user=OuterRef("pk")).exclude(table__status=Table.Status.OPEN))
    out = F("last_login") + timedelta(seconds=GUEST_SESSION_SECONDS + 2 * A_DAY)
    left.filter(kept, last_login__gt=Now() - timedelta(seconds=GUEST_SESSION_SECONDS + A_DAY)).update(idle_check_at=out)


def _patience() -> timedelta:
    return timedelta(days=settings.OPEN_TABLE_DAYS)
