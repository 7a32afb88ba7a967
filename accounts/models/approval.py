"""What moderators who are tied to something have asked a second one to agree to."""

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

ANSWER_PERIOD = timedelta(days=7)  # some look in but once a week
APPROVAL_LIFETIME = timedelta(days=1)  # once it is granted
REPEAT_DELAY = timedelta(days=1)  # after a no, before the same may be asked again


class Approval(models.Model):
    """`requested_by` would like to do `action` to the `target_type` of the public id `target_id`, as in the audit log.

    It waits until `answered_by`, who is tied to neither, has said yes or no.
    """

    requested_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    action = models.CharField(_("action"), max_length=32)
    target_type = models.CharField(max_length=16)
    target_id = models.CharField(max_length=64)
    reason = models.CharField(_("reason"), max_length=500)
    conflicts = models.JSONField(
        default=list
    )  # as `accounts.staff.conflicts_of_interest.serialize_conflicts` writes them
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
