"""Overdue work and the state of maintenance, for /metrics only."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from games.monitoring.models import MaintenanceRun
from games.monitoring.stats import count_bounded
from games.notifications.models import Delivery, Notification
from games.tables.models import Seat

DAY = timedelta(hours=24)
MAIL_PROBLEMS = (Delivery.Problem.REFUSED, Delivery.Problem.SLOW, Delivery.Problem.UNREACHABLE)


@dataclass(frozen=True, slots=True)
class Backlog:
    """The amount of overdue work. Counts stop at stats.MOST; `…_late` are seconds since the oldest was due, or 0."""

    bots_late: float
    notifications_waiting: int
    notifications_late: float
    deliveries_waiting: int
    deliveries_late: float
    mail_failed: int  # within a day
    maintenance: dict[str, tuple[float, bool]]  # by kind: seconds since the last run, and whether it succeeded


def get_backlog(now: datetime) -> Backlog:
    """Measure the backlog. 7 queries, each bounded or covered by an index made for it."""
    bots = Seat.objects.in_play().filter(act_at__lt=now, question_seq__isnull=False).exclude(bot_level="")
    notifications = Notification.objects.filter(due_at__lt=now, table__frozen_at=None)
    deliveries = Delivery.objects.filter(next_attempt_at__lt=now)
    mail = Delivery.objects.filter(created_at__gte=now - DAY, channel=Delivery.Channel.MAIL, problem__in=MAIL_PROBLEMS)
    return Backlog(
        bots_late=_late(now, bots.order_by("act_at").values_list("act_at", flat=True).first()),
        notifications_waiting=count_bounded(notifications),
        notifications_late=_late(now, notifications.order_by("due_at").values_list("due_at", flat=True).first()),
        deliveries_waiting=count_bounded(deliveries),
        deliveries_late=_late(
            now, deliveries.order_by("next_attempt_at").values_list("next_attempt_at", flat=True).first()
        ),
        mail_failed=count_bounded(mail),
        maintenance={
            run.kind: (_late(now, run.finished_at), run.succeeded) for run in MaintenanceRun.objects.order_by("kind")
        },
    )


def _late(now: datetime, due_at: datetime | None) -> float:
    return 0.0 if due_at is None else max(0.0, (now - due_at).total_seconds())
