"""Who may join the site: the operator's rules, and invitations."""

from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import Count, F, Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from accounts.models.user import PUBLIC_ID_LENGTH, new_public_id

NOTE_LENGTH = 60
ONLY_ROW = 1


class SignupSettings(models.Model):
    """The rules about joining, in one row. Until an operator has saved it, the fields' defaults apply.

    Read them with `accounts.services.signup.get_signup_rules`: environment variables take precedence.
    """

    class Signup(models.TextChoices):
        OPEN = "open", _("Open: anyone can create an account")
        INVITATION = "invitation", _("By invitation: new accounts need an invitation link")
        CLOSED = "closed", _("Closed: no sign-up form; only people with an invitation link get in")

    id = models.PositiveSmallIntegerField(primary_key=True, default=ONLY_ROW, editable=False)
    signup = models.CharField(_("new accounts"), max_length=12, choices=Signup.choices, default=Signup.OPEN)
    guests_allowed = models.BooleanField(_("visitors can play as guests"), default=True)
    members_may_invite = models.BooleanField(_("members can invite people"), default=False)

    class Meta:
        verbose_name, verbose_name_plural = _("who may join"), _("who may join")
        default_permissions = ("change",)
        constraints = [models.CheckConstraint(condition=Q(id=ONLY_ROW), name="signup_settings_one_row")]

    def __str__(self) -> str:
        return str(self.get_signup_display())


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def usable(self) -> Self:
        """Return the invitations that can still create accounts, with `use_count`. Those of suspended members can't."""
        return self.annotate(use_count=Count("uses")).filter(
            Q(created_by=None) | Q(created_by__is_active=True),
            revoked_at=None,
            expires_at__gt=Now(),
            use_count__lt=F("max_uses"),
        )


class Invitation(models.Model):
    """A link that lets up to `max_uses` people create an account until `expires_at`."""

    code = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    # NULL: made on the command line.
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="invitations_sent", verbose_name=_("by")
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    note = models.CharField(_("for whom"), max_length=NOTE_LENGTH, blank=True)  # seen only by its creator and operators
    max_uses = models.PositiveSmallIntegerField(_("accounts"), default=1)
    expires_at = models.DateTimeField(_("until"))
    revoked_at = models.DateTimeField(_("withdrawn"), null=True)

    objects: ClassVar[models.Manager["Invitation"]] = InvitationQuerySet.as_manager()

    class Meta:
        verbose_name, verbose_name_plural = _("invitation"), _("invitations")
        default_permissions = ("add", "change", "view")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"invitation {self.pk}"


class InvitationUse(models.Model):
    """An account that was created with an invitation."""

    invitation = models.ForeignKey(Invitation, models.CASCADE, related_name="uses")
    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="invitation_use")
    used_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"use {self.pk}"
