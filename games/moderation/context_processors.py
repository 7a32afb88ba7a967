"""Template context about waiting staff work."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.moderation.staff_work import PATHS, count_waiting
from games.notifications.models import Notification

Kind = Notification.Kind
LABELS = {Kind.REPORTS: _("Reports"), Kind.APPEALS: _("Appeals"), Kind.OPINIONS: _("Second opinions")}


@dataclass(frozen=True, slots=True)
class StaffWork:
    """The work waiting for the user. `links`: label, URL and number of each kind with any."""

    total: int
    links: list[tuple[Any, str, int]]


def staff_work(request: HttpRequest) -> dict[str, Any]:
    """Add `staff_work`: a callable that returns a StaffWork, or None for everyone but staff, without a query."""
    return {"staff_work": cache(lambda: _build(request))}


def _build(request: HttpRequest) -> StaffWork | None:
    user = getattr(request, "user", None)
    if user is None or not user.is_staff:
        return None
    counts = count_waiting(user)
    links = [(label, PATHS[kind](), counts[kind]) for kind, label in LABELS.items() if counts[kind]]
    return StaffWork(sum(counts.values()), links)
