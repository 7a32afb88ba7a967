"""Requests by moderators with a conflict of interest for a colleague's approval."""

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

ANSWER_PERIOD = timedelta(days=7)  # long enough for moderators who look in once a week
APPROVAL_LIFETIME = timedelta(days=1)  # how long a granted approval can be used
REPEAT_DELAY = timedelta(days=1)  # after a refusal, before the same approval can be requested again


class Approval(models.Model):
    """A request by `requested_by` to do `action` to the target with the public id `target_id`.

    Actions and targets are named as in the audit log. It is answered by another moderator (`answered_by`) without a
    conflict of interest.
    """

    requested_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    action = models.CharField(_("action"), max_length=32)
    target_type = models.CharField(max_length=16)
    target_id = models.CharField(max_length=64)
    reason = models.CharField(_("reason"), max_length=500)
    conflicts = models.JSONField(default=list)  # written by `accounts.staff.conflicts_of_interest.serialize_conflicts`
    requested_at = models.DateTimeField(_("since"), default=timezone.now)
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    answered_at = models.DateTimeField(null=True)
    granted = models.BooleanField(default=False)
    used_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name, verbose_name_plural = _("second opinion"), _("second opinions")
        default_permissions = ("view",)
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["requested_by", "action", "target_id"],
                condition=Q(answered_at=None),
                name="approval_asked_once",
            )
        ]
        indexes = [models.Index(fields=["requested_at"], name="approval_open", condition=Q(answered_at=None))]

    def __str__(self) -> str:
        return f"{self.action} {self.target_type} {self.target_id}"

    @property
    def is_waiting(self) -> bool:
        return self.answered_at is None and self.requested_at > timezone.now() - ANSWER_PERIOD
