"""App config of the monitoring."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MonitoringConfig(AppConfig):
    name = "games.monitoring"
    verbose_name = _("Monitoring")
    role_permissions = {"admin": ("monitoring.view_system_status",)}

    def ready(self) -> None:
        from games.monitoring import receivers  # noqa: F401
