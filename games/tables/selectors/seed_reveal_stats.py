"""Statistics on strict tables broken off between reveal and deal, for a host and for the whole site.

Site operators who play a seat could break off every deal that doesn't suit them. This can't be prevented, but it
can be counted.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from games.tables.models import Table

SITE_DAYS = 30
MAX_COUNT = 10_000  # counts stop here


@dataclass(frozen=True, slots=True)
class StrictTableCounts:
    """Strict tables dealt and broken off; `by_host`: broken off by the host, or before the host had revealed."""

    dealt: int
    broken_off: int
    by_host: int = 0

    @property
    def by_others(self) -> int:
        return self.broken_off - self.by_host

    @property
    def has_any(self) -> bool:
        return self.dealt + self.broken_off > 0


def get_host_strict_counts(user_id: int | None) -> StrictTableCounts | None:
    """Count all strict tables hosted by a user; None for anonymous users. 1 query."""
    if user_id is None:
        return None
    return StrictTableCounts(
        **Table.objects.filter(is_strict=True, host=user_id).aggregate(
            dealt=Count("pk", filter=Q(started_at__isnull=False)),
            broken_off=Count("pk", filter=Q(status=Table.Status.BROKEN_OFF)),
            by_host=Count("pk", filter=Q(status=Table.Status.BROKEN_OFF, broken_off_by_host=True)),
        )
    )


def get_site_strict_counts() -> StrictTableCounts:
    """Count strict tables of the last SITE_DAYS days, including private ones, up to MAX_COUNT each. 2 queries."""
    since = timezone.now() - timedelta(days=SITE_DAYS)
    return StrictTableCounts(
        dealt=_count(Table.objects.filter(is_strict=True, started_at__gte=since)),
        broken_off=_count(Table.objects.filter(status=Table.Status.BROKEN_OFF, ended_at__gte=since)),
    )


def _count(rows: "QuerySet[Any]") -> int:
    return rows.order_by()[:MAX_COUNT].count()
