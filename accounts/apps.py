"""The app's configuration: what each staff role may do, and which models are append-only."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("People")
    append_only = ("AuditLogEntry",)
    role_permissions = {
        "moderator": (
            "accounts.sanction_user", "accounts.suspend_person", "accounts.view_approval", "accounts.view_sanction",
            "accounts.view_user",
        ),
        "senior": ("accounts.rename_person", "accounts.view_auditlogentry"),
        "admin": (
            "accounts.add_invitation", "accounts.change_invitation", "accounts.change_signupsettings",
            "accounts.delete_suppressedemail", "accounts.issue_password_reset", "accounts.view_invitation",
            "accounts.view_suppressedemail",
        ),
    }  # fmt: skip

    def ready(self) -> None:
        from accounts import groups, url_converters
        from accounts.services import browser_language  # noqa: F401  # listens to log-ins

        url_converters.register()
        post_migrate.connect(groups.after_migrate, dispatch_uid="accounts.groups")
