"""Sanctions: warnings, mutes, name resets and suspensions, with appeals and answers."""

from typing import Any, ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models.user import PUBLIC_ID_LENGTH, new_public_id

REASON_LENGTH = 500
APPEAL_LENGTH = 1000


class SanctionQuerySet(models.QuerySet["Sanction"]):
    def in_force(self) -> Self:
        """Return the sanctions in force now, by the database's clock, even if the job to close them is late."""
        return self.filter(Q(ends_at=None) | Q(ends_at__gt=Now()), closed_at=None)


class Sanction(models.Model):
    """A sanction against a person, in force from `started_at` until it expires or is closed by staff or the person."""

    class Kind(models.TextChoices):
        WARN = "warn", _("Warning")  # until the person confirms having read it
        MUTE = "mute", pgettext_lazy("sanction", "Mute")
        NO_REPORTS = "no-reports", _("No more reports")
        NAME = "name", _("Name reset")  # until the person has chosen a new name
        SUSPEND = "suspend", _("Suspension")

    class Category(models.TextChoices):
        CHEATING = "cheating", _("Cheating or collusion")
        ABUSE = "abuse", _("Insults, hate or spam")
        STALLING = "stalling", _("Stalling on purpose")
        NAME = "name", _("Name or profile")
        ACCOUNT = "account", _("Account used by someone else")
        FALSE = "false", _("False reports")
        OTHER = "other", _("Something else")

    class EndReason(models.TextChoices):
        NONE = "", "–"
        EXPIRED = "expired", _("time is over")
        LIFTED = "lifted", _("lifted")
        DONE = "done", _("done by the person")
        REPLACED = "replaced", _("replaced by another")

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="sanctions")
    kind = models.CharField(_("kind"), max_length=12, choices=Kind.choices)
    category = models.CharField(_("ground"), max_length=12, choices=Category.choices)
    reason = models.CharField(_("reason"), max_length=REASON_LENGTH)  # shown to the person
    issued_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="sanctions_issued")
    copied_from = models.ForeignKey(
        "self", models.SET_NULL, null=True, related_name="copies"
    )  # of a guest: the original sanction on another guest
    started_at = models.DateTimeField(_("since"))
    ends_at = models.DateTimeField(_("until"), null=True)  # NULL: until closed

    closed_at = models.DateTimeField(_("closed"), null=True)
    end_reason = models.CharField(max_length=10, choices=EndReason.choices, blank=True)
    closed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="sanctions_closed")
    closing_note = models.CharField(max_length=REASON_LENGTH, blank=True)  # why it was lifted; shown to the person

    appeal = models.CharField(max_length=APPEAL_LENGTH, blank=True)  # allowed once
    appealed_at = models.DateTimeField(null=True)
    answer = models.CharField(max_length=REASON_LENGTH, blank=True)  # why the appeal was refused; shown to the person
    answered_at = models.DateTimeField(null=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="appeals_answered"
    )

    objects: ClassVar[models.Manager["Sanction"]] = SanctionQuerySet.as_manager()

    class Meta:
        verbose_name, verbose_name_plural = _("sanction"), _("sanctions")
        default_permissions = ("view",)
        ordering = ["-started_at", "-pk"]
        indexes = [
            models.Index(fields=["person", "kind"], name="sanction_open", condition=Q(closed_at=None)),
            models.Index(fields=["ends_at"], name="sanction_due", condition=Q(closed_at=None)),
            models.Index(fields=["appealed_at"], name="sanction_appeal", condition=Q(closed_at=None, answered_at=None)),
            # PostgreSQL sorts NULL, the open ones, first
            models.Index(fields=["-closed_at", "-id"], name="sanction_list"),
        ]

    def __str__(self) -> str:
        return f"{self.label} {self.started_at:%Y-%m-%d}"

    @property
    def label(self) -> Any:
        """Return the name to show. A suspension without end is called a ban."""
        endless = self.kind == self.Kind.SUSPEND and self.ends_at is None
        return _("Ban") if endless else self.get_kind_display()

    @property
    def can_appeal(self) -> bool:
        """Return whether the person may still appeal."""
        return self.closed_at is None and self.appealed_at is None

    @property
    def has_open_appeal(self) -> bool:
        return self.closed_at is None and self.appealed_at is not None and self.answered_at is None
