"""The house itself as an app: it makes the Celery app the default one wherever Django runs."""

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig


class HouseConfig(AppConfig):
    name = "config"
    verbose_name = "Tefuda"

    def ready(self) -> None:
        from config import celery  # noqa: F401  # tasks are sent through the current app, so it has to exist


class DeskConfig(AdminConfig):
    """Django's administration with our site in place of its own."""

    default_site = "accounts.site.DeskSite"
