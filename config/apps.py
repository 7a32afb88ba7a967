"""The site itself as an app: makes the Celery app the default and installs append-only triggers."""

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
    """Django's admin with our site instead of its own."""

    default_site = "accounts.admin_site.TefudaAdminSite"


class CollectedFilesConfig(StaticFilesConfig):
    """Excludes files that no page uses from collection.

    Those are type declarations, which only the script check reads, and unused files of django-htmx (a comment in its
    extensions looks like an import, on which collecting would fail).
    """

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "*.d.ts", "htmx-4*.js", "htmax-4*.js", "hx-*.js"]
