"""What nobody looks after any more: open tables that nobody touches, and guests who sit nowhere.

Everything in small numbers per run, each table in a transaction of its own, by the database's clock.
"""

import logging
from datetime import timedelta

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db.models import Exists, OuterRef
from django.db.models.functions import Now

from accounts.services import GUEST_SESSION_SECONDS, guest_forgotten
from games.tables.desk import desk
from games.tables.limits import LIVE
from games.tables.locking import write_transaction
from games.tables.models import Event, Seat, Table
from games.tables.results import results_noted

logger = logging.getLogger(__name__)
User = get_user_model()
A_DAY = 24 * 60 * 60  # so that two clocks that differ take nobody's session


def tables_expired(limit: int) -> int:
    """Close open tables that nobody has touched for OPEN_TABLE_DAYS, the oldest first. Returns how many."""
    old = Table.objects.filter(status=Table.Status.OPEN, frozen_at=None, changed_at__lte=Now() - _patience())
    expired = 0
    for public_id in list(old.order_by("changed_at").values_list("public_id", flat=True)[:limit]):
        try:
            expired += table_expire(public_id)
        except Exception as problem:  # one broken table must not keep all others open
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
        table.status, table.ended_at = Table.Status.ABANDONED, d.now
        d.journal.add(Event.Kind.EXPIRE, cause=Event.Cause.CLOCK)
        results_noted(d)
        return True


def guests_forgotten(limit: int) -> int:
    """Delete guests who have sat nowhere for GUEST_IDLE_HOURS. Returns how many.

    Locked before it is asked again whether they sit somewhere: who sits down at that moment waits, or is kept.
    Suspended ones are kept, so that they stay suspended, and so is whoever a report or a sanction tells of.
    """
    before = Now() - timedelta(hours=settings.GUEST_IDLE_HOURS)
    sits = Exists(Seat.objects.filter(user=OuterRef("pk")))
    idle = User.objects.filter(~sits, is_guest=True, is_active=True, date_joined__lte=before, sanctions=None)
    idle = idle.filter(reports_made=None, reports_about=None).exclude(last_login__gt=before)
    if not idle.exists():  # no need to queue for the lock
        return 0
    with write_transaction():
        locked = idle.order_by("pk").select_for_update(of=("self",), skip_locked=True)
        found = list(locked.values_list("pk", flat=True)[:limit])
        gone = list(User.objects.filter(~sits, pk__in=found).values_list("pk", flat=True))
        User.objects.filter(pk__in=gone).delete()
    return len(gone)


def guests_anonymised(limit: int) -> int:
    """Anonymise guests who can't come back: their session has run out, and so have all their tables, the last one
    longer ago than a session lasts. Returns how many. What is at a live table is left as it is.

    Asked again under the lock, as above; their ended matches keep the seats.
    """
    before = Now() - timedelta(seconds=GUEST_SESSION_SECONDS + A_DAY)
    seats = Seat.objects.filter(user=OuterRef("pk"))
    busy = Exists(seats.filter(table__status__in=LIVE)) | Exists(seats.filter(table__changed_at__gt=before))
    gone = User.objects.filter(~busy, Exists(seats), is_guest=True, is_active=True, last_login__lte=before)
    if not gone.exists():
        return 0
    with write_transaction():
        locked = gone.order_by("pk").select_for_update(of=("self",), skip_locked=True)
        found = list(locked.values_list("pk", flat=True)[:limit])
        people = list(gone.filter(pk__in=found))
        for person in people:
            guest_forgotten(person=person)
    return len(people)


def _patience() -> timedelta:
    return timedelta(days=settings.OPEN_TABLE_DAYS)
