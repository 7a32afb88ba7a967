"""Quotas per person, so that one person's tables can't crowd out those of others.

Every check locks the user row until the transaction ends, so that concurrent requests see each other's changes. Table
rows are locked before user rows, several user rows in the order of their keys.
"""

from collections.abc import Iterable
from datetime import timedelta

from django.conf import settings
from django.db.models import Count, Q
from django.db.models.functions import Now

from accounts.models import User
from accounts.services.users import lock_users
from games.tables.errors import ForbiddenError, LimitExceededError
from games.tables.models import Seat, Table

LIVE_STATUSES = (Table.Status.OPEN, Table.Status.RUNNING)
Limits = dict[str, int]  # "account" and "guest"


def _count_hosted(user_id: int) -> dict[str, int]:
    """Count hosted tables: those created in the last minute and day, and those waiting for players."""
    minute, day = (Q(created_at__gt=Now() - timedelta(seconds=seconds)) for seconds in (60, 86_400))
    waiting = Q(status=Table.Status.OPEN)
    counted = Table.objects.filter(waiting | day, host=user_id)
    return counted.aggregate(
        minute=Count("pk", filter=minute), day=Count("pk", filter=day), waiting=Count("pk", filter=waiting)
    )


def require_table_quota(user_id: int) -> None:
    """Raise LimitExceededError unless this person may host one more open table."""
    guest = lock_person(user_id)
    hosted = _count_hosted(user_id)
    _check("too-many-tables-per-minute", hosted["minute"], settings.TABLE_RATE_PER_MINUTE, guest)
    _check("too-many-tables-per-day", hosted["day"], settings.TABLE_RATE_PER_DAY, guest)
    _check("too-many-open-tables", hosted["waiting"], settings.MAX_OPEN_TABLES_HOSTED, guest)


def require_seat_quota(user_id: int) -> None:
    """Raise LimitExceededError unless this person may take a seat at one more table that has not ended."""
    guest = lock_person(user_id)
    seats = Seat.objects.filter(user=user_id, table__status__in=LIVE_STATUSES).count()
    _check("too-many-seats", seats, settings.MAX_SEATS_PER_USER, guest)


def require_solo_quota(user_id: int) -> None:
    """Raise LimitExceededError unless this person may start one more match against bots only."""
    guest = lock_person(user_id)
    running = Q(table__status=Table.Status.RUNNING)
    own_tables = Seat.objects.filter(running, user_id=user_id).values("table")
    people = Count("user", filter=Q(user__isnull=False))
    alone = Seat.objects.filter(table__in=own_tables).values("table").annotate(people=people).filter(people=1).count()
    _check("too-many-solo-tables", alone, settings.MAX_SOLO_TABLES, guest)


def _check(code: str, count: int, limits: Limits, guest: bool) -> None:
    limit = get_limit(limits, guest=guest)
    if count >= limit:
        raise LimitExceededError(code, {"limit": limit, "guest": int(guest and limits["account"] > limit)})


def get_limit(limits: Limits, *, guest: bool) -> int:
    """Return the limit for a guest or an account."""
    return limits["guest" if guest else "account"]


def lock_person(user_id: int) -> bool:
    """Lock the user row. Return whether it is a guest. Raises ForbiddenError if suspended or deleted."""
    return lock_people(user_id, ())[user_id].is_guest


def lock_people(user_id: int, other_ids: Iterable[int]) -> dict[int, User]:
    """Lock the rows of a user and of others involved. Return the existing ones by key.

    Raises ForbiddenError if the first one is suspended or deleted.
    """
    people = lock_users([user_id, *other_ids])
    if user_id not in people or not people[user_id].is_active:
        raise ForbiddenError("suspended" if user_id in people else "not-seated")
    return people
