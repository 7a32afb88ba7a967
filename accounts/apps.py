from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("People")
    append_only = ("AuditEntry",)
    role_permissions = {
        "moderator": (
            "accounts.sanction_person", "accounts.suspend_person", "accounts.view_approval", "accounts.view_sanction",
            "accounts.view_user",
        ),
        "senior": ("accounts.rename_person", "accounts.view_auditentry"),
        "admin": ("accounts.delete_blockedmailbox", "accounts.issue_reset", "accounts.view_blockedmailbox"),
    }  # fmt: skip

    def ready(self) -> None:
        from accounts import groups, url_converters

        url_converters.register()
        post_migrate.connect(groups.after_migrate, dispatch_uid="accounts.groups")
