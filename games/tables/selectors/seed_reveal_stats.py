"""How often strict tables were broken off between opening and deal: of one host, and of the whole site.

Whoever runs the site and plays a seat could break off every deal that doesn't suit it. It can't be kept from doing so,
but it can be counted.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from games.tables.models import Table

SITE_DAYS = 30
MAX_COUNT = 10_000  # nobody needs to know by how much it is more


@dataclass(frozen=True, slots=True)
class StrictTableCounts:
    """Strict tables that were dealt, and that were broken off; `by_host`: whose host had not opened or did it."""

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
    """Of all strict tables that somebody hosts or has hosted; None for nobody. 1 query."""
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
    """Of the last SITE_DAYS days, private tables included; counts stop at MOST. 2 queries."""
    since = timezone.now() - timedelta(days=SITE_DAYS)
    return StrictTableCounts(
        dealt=_count(Table.objects.filter(is_strict=True, started_at__gte=since)),
        broken_off=_count(Table.objects.filter(status=Table.Status.BROKEN_OFF, ended_at__gte=since)),
    )


def _count(rows: "QuerySet[Any]") -> int:
    return rows.order_by()[:MAX_COUNT].count()
