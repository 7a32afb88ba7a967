"""People. The one model every other app points at."""

import secrets
import string
from itertools import count
from typing import Any, Self

from django.contrib.auth.models import AbstractUser
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from accounts import names

PUBLIC_ID_LENGTH = 12
LANGUAGES = [("", _("As my browser says")), ("ja", "日本語"), ("en", "English")]
_ALPHABET = string.ascii_lowercase + string.digits


def new_public_id() -> str:
    """Twelve random characters (62 bits) that may stand in an address, unlike a row number."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(PUBLIC_ID_LENGTH))


class User(AbstractUser):
    """A person: a full account, or a guest who may become one and keeps the row, and so seats and matches."""

    first_name = None  # type: ignore[assignment]  # people here have one name, the one shown at tables
    last_name = None  # type: ignore[assignment]

    # Without "@" a username is never mistaken for the mail address of somebody else who logs in by theirs.
    username = models.CharField(
        _("username"),
        max_length=40,
        unique=True,
        help_text=_("Up to 40 letters, digits and . + - _"),
        validators=[RegexValidator(r"^[\w.+-]+\Z", _("A username has only letters, digits and . + - _"))],
        error_messages={"unique": _("This username is already taken.")},
    )
    name = models.CharField(_("display name"), max_length=names.LENGTH, blank=True)
    public_id = models.CharField(
        _("public id"), max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False
    )
    is_guest = models.BooleanField(_("guest"), default=False)
    language = models.CharField(_("language"), max_length=8, blank=True, default="", choices=LANGUAGES)
    # A choice, and for one address: another one begins without it (services.email_change).
    mail_turns = models.BooleanField(_("mails about turns"), default=False)

    REQUIRED_FIELDS: list[str] = []  # a server without mail asks nobody for an address

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(
                Lower("name"),
                condition=models.Q(is_guest=False),
                name="full_account_name_unique",
                violation_error_message=_("Somebody else already has this name."),
            )
        ]

    def __str__(self) -> str:
        return self.name

    @classmethod
    def normalize_username(cls, username: str) -> str:
        """Usernames are compared, typed and stored in lower case: "Anna" can't pose as "anna", nor with a blank."""
        return super().normalize_username(names.visible(username)).lower()

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self.name:
            self.name = User.free_name(self.username)
        super().save(*args, **kwargs)

    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        return self.name

    @classmethod
    def name_taken(cls, name: str, *, but: Self | None = None) -> bool:
        """Whether a full account other than `but` has this name. Compared by the database, as its constraint does."""
        holders = cls.objects.filter(is_guest=False).alias(low=Lower("name")).filter(low=Lower(models.Value(name)))
        return holders.exclude(pk=but.pk if but else None).exists()

    @classmethod
    def free_name(cls, wanted: str) -> str:
        """`wanted` cut to size, or the first of "wanted 2", "wanted 3" … that no full account has."""
        name = wanted[: names.LENGTH]
        numbers = count(2)
        while cls.name_taken(name):
            name = names.numbered(wanted, next(numbers))
        return name


class BlockedMailbox(models.Model):
    """A mailbox nothing is sent to any more, because its owner said so. Whose it is, only its mails' links tell."""

    digest = models.CharField(_("digest"), max_length=64, unique=True, editable=False)  # accounts.mailboxes
    created_at = models.DateTimeField(_("since"), auto_now_add=True)

    class Meta:
        verbose_name = _("blocked mailbox")
        verbose_name_plural = _("blocked mailboxes")
        default_permissions = ("view", "delete")

    def __str__(self) -> str:
        return self.digest[:12]
