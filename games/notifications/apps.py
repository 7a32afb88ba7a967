"""The app's configuration: staff permissions, header counts, data export."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NotificationsConfig(AppConfig):
    name = "games.notifications"
    verbose_name = _("Notifications")
    role_permissions = {"admin": ("notifications.view_delivery", "notifications.view_notification")}

    def ready(self) -> None:
        from accounts.services import data_export
        from games.notifications import receivers  # noqa: F401
        from games.notifications.channel_problems import build_problem_count
        from games.notifications.inbox import build_unread_count
        from games.notifications.services import export_notifications
        from games.tables.selectors import header_counts

        header_counts.register("unread", build_unread_count)
        header_counts.register("channel_problems", build_problem_count)
        data_export.register("notifications", export_notifications)
