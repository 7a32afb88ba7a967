"""Metrics in Prometheus' text format, in a registry of their own.

deploy/prometheus has alerts for them, deploy/grafana a dashboard.
"""

from prometheus_client import CollectorRegistry, Gauge, generate_latest

from games.monitoring.backlog import Backlog
from games.monitoring.stats import DashboardStats

GAUGES = {
    "reports_waiting": "Reports about which nothing has been done",
    "report_oldest_seconds": "Age of the oldest of them",
    "questions_overdue": "Questions whose time was up a minute ago",
    "tables_stuck": "Running tables where nobody is asked anything",
    "seats_orphaned": "Seats of nobody who may play, without a bot",
    "notices_failed_day": "Notices given up within 24 hours",
    "watchdog_moves_day": "Safe moves for bots that failed, within 24 hours",
    "strict_broken_off_month": "Strict tables broken off between opening and deal, within 30 days",
    "strict_dealt_month": "Strict tables dealt, within 30 days",
    "events_this_hour": "Events of all tables in this hour",
    "bots_late_seconds": "How long the most overdue answer of a bot has been due",
    "notifications_waiting": "Notifications that are due and not decided",
    "notifications_late_seconds": "How long the oldest of them has been due",
    "deliveries_waiting": "Messages by mail, push or webhook that are due and not sent",
    "deliveries_late_seconds": "How long the oldest of them has been due",
    "mail_failed_day": "Mails refused or not delivered, of the last 24 hours",
}


def render_metrics(figures: DashboardStats, backlog: Backlog) -> bytes:
    """Render all metrics as `tefuda_…` gauges. Queues without any heartbeat and maintenance never run are left out."""
    registry = CollectorRegistry()
    values = (
        figures.reports, figures.oldest_report or 0, figures.overdue, figures.stuck, figures.orphaned, figures.failed,
        figures.watchdog, figures.broken_off, figures.dealt_strict, figures.events_by_hour[-1][1], backlog.bots_late,
        backlog.notifications_waiting, backlog.notifications_late, backlog.deliveries_waiting, backlog.deliveries_late,
        backlog.mail_failed,
    )  # fmt: skip
    for (name, description), value in zip(GAUGES.items(), values, strict=True):
        Gauge(f"tefuda_{name}", description, registry=registry).set(value)
    beats = Gauge("tefuda_worker_seconds", "Since a queue last did something", ["queue"], registry=registry)
    for queue, age in figures.beats.items():
        if age is not None:
            beats.labels(queue).set(age)
    ran = Gauge(
        "tefuda_maintenance_seconds", "Since a backup, or its rehearsal, last ended", ["kind"], registry=registry
    )
    went_well = Gauge("tefuda_maintenance_succeeded", "Whether it went well", ["kind"], registry=registry)
    for kind, (age, succeeded) in backlog.maintenance.items():
        ran.labels(kind).set(age)
        went_well.labels(kind).set(succeeded)
    return generate_latest(registry)
