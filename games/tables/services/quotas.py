"""How much one person may have at a time, so that nobody's tables crowd out the others'.

Every check locks the person's row until the transaction ends: of many requests at once, each counts what the others
have done. A table's row is locked before a person's, several persons' in the order of their keys.
"""

from datetime import timedelta

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db.models import Count, Q
from django.db.models.functions import Now

from games.tables.errors import ForbiddenError, LimitExceededError
from games.tables.models import Seat, Table

LIVE_STATUSES = (Table.Status.OPEN, Table.Status.RUNNING)
Limits = dict[str, int]  # "account" and "guest": with an account, as a guest


def _count_hosted(user_id: int) -> dict[str, int]:
    """At how many tables somebody became a host in the last minute and day, and how many of theirs wait for players."""
    minute, day = (Q(created_at__gt=Now() - timedelta(seconds=seconds)) for seconds in (60, 86_400))
    waiting = Q(status=Table.Status.OPEN)
    counted = Table.objects.filter(waiting | day, host=user_id)
    return counted.aggregate(
        minute=Count("pk", filter=minute), day=Count("pk", filter=day), waiting=Count("pk", filter=waiting)
    )


def require_table_quota(user_id: int) -> None:
    """Raises LimitExceededError unless this person may host one more table that waits for players."""
    guest = lock_person(user_id)
    hosted = _count_hosted(user_id)
    _check("too-many-tables-per-minute", hosted["minute"], settings.TABLE_RATE_PER_MINUTE, guest)
    _check("too-many-tables-per-day", hosted["day"], settings.TABLE_RATE_PER_DAY, guest)
    _check("too-many-open-tables", hosted["waiting"], settings.MAX_OPEN_TABLES_HOSTED, guest)


def require_seat_quota(user_id: int) -> None:
    """Raises LimitExceededError unless this person may sit down at one more table that has not ended."""
    guest = lock_person(user_id)
    taken = Seat.objects.filter(user=user_id, table__status__in=LIVE_STATUSES).count()
    _check("too-many-seats", taken, settings.MAX_SEATS_PER_USER, guest)


def require_solo_quota(user_id: int) -> None:
    """Raises LimitExceededError unless this person may begin one more match in which nobody else plays."""
    guest = lock_person(user_id)
    running = Q(table__status=Table.Status.RUNNING)
    mine = Seat.objects.filter(running, user_id=user_id).values("table")
    people = Count("user", filter=Q(user__isnull=False))
    alone = Seat.objects.filter(table__in=mine).values("table").annotate(people=people).filter(people=1).count()
    _check("too-many-solo-tables", alone, settings.MAX_SOLO_TABLES, guest)


def _check(code: str, count: int, limits: Limits, guest: bool) -> None:
    limit = get_limit(limits, guest=guest)
    if count >= limit:
        raise LimitExceededError(code, {"limit": limit, "guest": int(guest and limits["account"] > limit)})


def get_limit(limits: Limits, *, guest: bool) -> int:
    """How much a guest, or somebody with an account, may have."""
    return limits["guest" if guest else "account"]


def lock_person(user_id: int) -> bool:
    """Lock the person's row. Returns whether it is a guest. Raises ForbiddenError if they are suspended by now, or
    gone."""
    people = get_user_model().objects.select_for_update(no_key=True)
    row = people.filter(pk=user_id).values_list("is_guest", "is_active").first()
    if row is None or not row[1]:
        raise ForbiddenError("suspended" if row else "not-seated")
    return bool(row[0])
