"""Data for the page with notification settings, including the log of deliveries."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.mail import confirmation
from accounts.models import User
from accounts.services.users import is_mail_configured
from games.catalog import registry
from games.notifications.backends.webpush import get_public_key
from games.notifications.calendar import make_feed_token
from games.notifications.channels import is_push_available
from games.notifications.models import Delivery, Notification, NotificationSettings
from games.notifications.services import get_current_device
from games.notifications.topics import list_topic_choices
from games.tables.labels import localize_text

LOG_SHOWN = 20


@dataclass(frozen=True, slots=True)
class DeliveryLogRow:
    """A delivery. `retry_at`: when it is tried again."""

    at: datetime
    channel: str
    kind_name: str
    table: str
    sent: bool
    problem: str
    retry_at: datetime | None


def get_settings_page(person: User, session: Any, site: str) -> dict[str, Any]:
    """Return the page's context except its forms. `site` is the base URL for the calendar. 6 queries."""
    preferences = NotificationSettings.objects.filter(user=person).first() or NotificationSettings(user=person)
    path = (
        reverse("notifications:calendar", args=(make_feed_token(person, preferences.calendar_version),))
        if preferences.calendar_enabled
        else ""
    )
    return {
        "chosen": preferences,
        "topics": list_topic_choices(preferences),
        "mail": _mail_state(person),
        "push_key": get_public_key(settings.VAPID_KEY) if is_push_available() else "",
        "here": get_current_device(person, session),
        "devices": person.push_subscriptions.count(),
        "calendar": f"{settings.SITE_URL or site}{path}" if path else "",
        "log": list_recent_deliveries(person),
    }


def _mail_state(person: User) -> str:
    """Return why the person can't get mails, or "ready"."""
    if person.is_guest:
        return "guest"
    if not is_mail_configured():
        return "no-mail"
    if not confirmation.can_send_turn_emails():
        return "no-address"
    if not person.email:
        return "none"
    return "ready" if confirmation.is_confirmed(person) else "unconfirmed"


def list_recent_deliveries(person: User) -> Sequence[DeliveryLogRow]:
    """List the latest deliveries, newest first. 1 query."""
    rows = Delivery.objects.filter(recipient=person).select_related("notification__table").order_by("-pk")[:LOG_SHOWN]
    return [_log_row(row) for row in rows]


def _log_row(row: Delivery) -> DeliveryLogRow:
    return DeliveryLogRow(
        at=row.sent_at or row.created_at,
        channel=row.get_channel_display(),
        kind_name=_get_kind_name(row.notification),
        table=row.notification.table.public_id if row.notification and row.notification.table else "",
        sent=row.sent_at is not None,
        problem=row.get_problem_display() if row.problem else "",
        retry_at=row.next_attempt_at if row.problem else None,
    )


def _get_kind_name(notice: Notification | None) -> str:
    if notice is None:
        return _("test")
    if notice.table is None:
        return notice.get_kind_display()
    title = registry.list_metadata().get(notice.table.game_slug)
    words = {"kind": notice.get_kind_display(), "title": localize_text(title.name) if title else notice.table.game_slug}
    return _("%(title)s: %(kind)s") % words
