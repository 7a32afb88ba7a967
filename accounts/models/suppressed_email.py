"""Mailboxes that no mail is sent to."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class SuppressedEmail(models.Model):
    """A mailbox whose owner asked for no more mail.

    Only a digest is stored; the links in its mails identify the mailbox.
    """

    email_hash = models.CharField(_("digest"), max_length=64, unique=True, editable=False)  # accounts.mail.suppression
    created_at = models.DateTimeField(_("since"), auto_now_add=True)

    class Meta:
        verbose_name = _("suppressed email address")
        verbose_name_plural = _("suppressed email addresses")
        default_permissions = ("view", "delete")

    def __str__(self) -> str:
        return self.email_hash[:12]
