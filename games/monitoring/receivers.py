"""What monitoring adds to the administration's front page."""

from typing import Any

from django.dispatch import receiver
from django.http import HttpRequest

from accounts.signals import admin_dashboard_built
from games.monitoring.stats import get_dashboard_stats


@receiver(admin_dashboard_built)
def add_stats(request: HttpRequest, context: dict[str, Any], **_: Any) -> None:
    """For who may look at tables."""
    if request.user.has_perm("tables.view_table"):
        context["figures"] = get_dashboard_stats()
