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
        from games.notifications.services import export_notifications

        data_export.register("notifications", export_notifications)
