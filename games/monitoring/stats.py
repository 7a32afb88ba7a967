"""Statistics for the dashboard: waiting work, problems and worker health. Few indexed queries, none over the log."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import AuditLogEntry
from games.moderation.reports.queue import list_open_appeals, list_pending_reports
from games.monitoring.models import HourlyEventCount, QueueHeartbeat
from games.notifications.models import Delivery
from games.tables.selectors.health import list_orphaned_seats, list_overdue_seats, list_stuck_tables
from games.tables.selectors.seed_reveal_stats import get_site_strict_counts

MOST = 1_000  # counts stop here
SILENT_AFTER = timedelta(seconds=120)  # a single job of the bots may take 20 seconds
DAY = timedelta(hours=24)
QUEUES = ("deadlines", "bots", "email", "background", "analysis")
HOURS = 24


@dataclass(frozen=True, slots=True)
class DashboardStats:
    """Statistics of the site. Counts stop at MOST.

    `beats`: seconds since the last heartbeat by queue, None if there was none; `events_by_hour` is in order.
    """

    reports: int
    oldest_report: float | None  # seconds
    appeals: int
    overdue: int  # questions overdue for more than a minute
    stuck: int  # running tables without an open question
    orphaned: int  # seats without a bot or an active user
    failed: int  # notifications given up within a day
    watchdog: int  # safe moves for failed bots within a day
    broken_off: int  # strict tables broken off between reveal and deal, within SITE_DAYS
    dealt_strict: int  # strict tables dealt within SITE_DAYS
    beats: dict[str, float | None]
    events_by_hour: list[tuple[datetime, int]]
    at: datetime  # time of measurement

    @property
    def silent(self) -> list[str]:
        """The queues without a recent heartbeat."""
        return [name for name, age in self.beats.items() if age is None or age > SILENT_AFTER.total_seconds()]

    @property
    def reports_since(self) -> datetime | None:
        return None if self.oldest_report is None else self.at - timedelta(seconds=self.oldest_report)

    @property
    def last_heartbeats(self) -> list[tuple[str, datetime | None]]:
        """The time of each queue's last heartbeat."""
        return [(queue, None if age is None else self.at - timedelta(seconds=age)) for queue, age in self.beats.items()]

    @property
    def busiest_hour_events(self) -> int:
        return max([events for _hour, events in self.events_by_hour], default=0)

    @property
    def bars(self) -> list[tuple[int, int, datetime, int]]:
        """The hours as bars of a chart with height 100: x, height, hour, events."""
        scale = 100 / max(1, self.busiest_hour_events)
        return [(at * 10, round(events * scale), hour, events) for at, (hour, events) in enumerate(self.events_by_hour)]


def get_dashboard_stats() -> DashboardStats:
    """Collect the statistics. 12 queries, each bounded or covered by an index made for it."""
    now = timezone.now()
    waiting = list_pending_reports()
    strict = get_site_strict_counts()
    oldest = waiting.order_by("created_at").values_list("created_at", flat=True).first()
    return DashboardStats(
        reports=count_bounded(waiting),
        oldest_report=_age(now, oldest),
        appeals=count_bounded(list_open_appeals()),
        overdue=count_bounded(list_overdue_seats()),
        stuck=count_bounded(list_stuck_tables()),
        orphaned=count_bounded(list_orphaned_seats()),
        failed=count_bounded(Delivery.objects.exclude(problem="").filter(
            created_at__gte=now - DAY, sent_at=None, next_attempt_at=None)),
        watchdog=count_bounded(AuditLogEntry.objects.filter(action="watchdog", created_at__gte=now - DAY)),
        broken_off=strict.broken_off,
        dealt_strict=strict.dealt,
        beats=_get_heartbeat_ages(now),
        events_by_hour=_get_events_by_hour(now),
        at=now,
    )  # fmt: skip


def count_bounded(rows: "QuerySet[Any]") -> int:
    """Count rows, up to MOST. 1 query."""
    return rows.order_by()[:MOST].count()


def _age(now: datetime, moment: datetime | None) -> float | None:
    return None if moment is None else max(0.0, (now - moment).total_seconds())


def _get_heartbeat_ages(now: datetime) -> dict[str, float | None]:
    at = dict(QueueHeartbeat.objects.values_list("queue", "last_seen_at"))
    return {queue: _age(now, at.get(queue)) for queue in QUEUES}


def _get_events_by_hour(now: datetime) -> list[tuple[datetime, int]]:
    this = now.replace(minute=0, second=0, microsecond=0)
    hours = [this - timedelta(hours=back) for back in reversed(range(HOURS))]
    counts = dict(HourlyEventCount.objects.filter(hour__gte=hours[0]).values_list("hour", "event_count"))
    return [(hour, counts.get(hour, 0)) for hour in hours]
