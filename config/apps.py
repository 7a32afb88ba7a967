"""The site itself as an app: it makes the Celery app the default one wherever Django runs, and guards append-only
rows."""

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig
from django.contrib.staticfiles.apps import StaticFilesConfig
from django.db.models.signals import post_migrate


class SiteConfig(AppConfig):
    name = "config"
    verbose_name = "Tefuda"

    def ready(self) -> None:
        from config import celery  # noqa: F401  # tasks are sent through the current app, so it has to exist
        from config.db import append_only, checks

        post_migrate.connect(append_only.after_migrate, dispatch_uid="config.append_only")
        checks.register()


class SiteAdminConfig(AdminConfig):
    """Django's administration with our site in place of its own."""

    default_site = "accounts.admin_site.TefudaAdminSite"


class CollectedFilesConfig(StaticFilesConfig):
    """Leaves uncollected what no page asks for: types, which only the check of scripts reads, and what else comes
    with django-htmx (a comment of its extensions reads like an import, at which collecting would stop)."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "*.d.ts", "htmx-4*.js", "htmax-4*.js", "hx-*.js"]
