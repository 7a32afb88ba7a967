"""The log of what staff did or looked at, and of the site's automatic acts."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class AuditLogEntry(models.Model):
    """One act. Never changed or deleted (config.db.append_only); written by accounts.services.audit_log.record."""

    created_at = models.DateTimeField(_("time"), default=timezone.now)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")  # NULL: the site
    action = models.CharField(_("action"), max_length=32)
    target_type = models.CharField(max_length=16)  # kind of the target: "table", "person" …
    target_id = models.CharField(max_length=64)  # its public id
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    details = models.JSONField(default=dict)

    class Meta:
        verbose_name, verbose_name_plural = _("audit log entry"), _("audit log")
        default_permissions = ("view",)
        indexes = [
            models.Index(fields=["target_id", "target_type", "-id"], name="audit_of_target"),
            models.Index(fields=["action", "created_at"], name="audit_by_action"),
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.target_type} {self.target_id}"
