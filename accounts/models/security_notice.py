"""Queued mails about security changes to accounts."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class SecurityNotice(models.Model):
    """A queued mail to the confirmed address an account had when someone changed how to log in. Deleted once sent."""

    class Change(models.TextChoices):
        PASSWORD = "password", _("The password of your account was changed")
        EMAIL = "email", _("The email address of your account was changed")
        PASSKEY_ADDED = "passkey-added", _("A passkey was added to your account")
        PASSKEY_REMOVED = "passkey-removed", _("A passkey was removed from your account")
        TWO_FACTOR_ON = "two-factor-on", _("Two-factor authentication was turned on")
        TWO_FACTOR_OFF = "two-factor-off", _("Two-factor authentication was turned off")
        RECOVERY_CODES = "recovery-codes", _("New recovery codes were created for your account")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    change = models.CharField(max_length=16, choices=Change.choices)
    email = models.EmailField()  # the old address if the address was changed
    created_at = models.DateTimeField(auto_now_add=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_attempt_at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        indexes = [models.Index(fields=["next_attempt_at"], name="security_notice_due")]

    def __str__(self) -> str:
        return f"{self.change} {self.pk}"
