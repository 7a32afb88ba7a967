"""The app, and what it gives to the whole: what each role of staff may do."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NotificationsConfig(AppConfig):
    name = "games.notifications"
    verbose_name = _("Notifications")
    role_permissions = {"admin": ("notifications.view_delivery", "notifications.view_notification")}

    def ready(self) -> None:
        from accounts.services import data_export
        from games.notifications import receivers  # noqa: F401
        from games.notifications.inbox import build_unread_count
        from games.notifications.services import export_notifications
        from games.tables.selectors import header_counts

        header_counts.register("unread", build_unread_count)
        data_export.register("notifications", export_notifications)
