"""Receivers: statistics for the admin's front page, and counting of events before they are deleted."""

from typing import Any

from django.dispatch import receiver
from django.http import HttpRequest

from accounts.signals import admin_dashboard_built
from games.monitoring.event_counts import count_pruned
from games.monitoring.stats import get_dashboard_stats
from games.monitoring.system_status import get_system_status
from games.tables.signals import EventsPruned


@receiver(EventsPruned.signal)
def count_before_pruning(message: EventsPruned, **_: Any) -> None:
    count_pruned(message.table)


@receiver(admin_dashboard_built)
def add_stats(request: HttpRequest, context: dict[str, Any], **_: Any) -> None:
    """Add statistics for staff who may see tables, and the system status for operators."""
    if not request.user.has_perm("tables.view_table"):
        return
    figures = context["figures"] = get_dashboard_stats()
    if request.user.has_perm("monitoring.view_system_status"):
        context["system_status"] = get_system_status(figures)
