"""People. The one model every other app points at."""

import secrets
import string
from itertools import count
from typing import Any, ClassVar, Self

from django.contrib.auth.models import AbstractUser
from django.contrib.sessions.base_session import AbstractBaseSession, BaseSessionManager
from django.core.validators import RegexValidator
from django.db import models
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import lookalikes, names

PUBLIC_ID_LENGTH = 12
LANGUAGES = [("", _("As my browser says")), ("ja", "日本語"), ("en", "English")]
KEYS = {"name_key": "name", "name_look": "name", "username_key": "username"}
_KEY_OF = {"name_key": lookalikes.key, "name_look": lookalikes.look, "username_key": lookalikes.username_key}
_FULL = models.Q(is_guest=False)
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

    anonymised_at = models.DateTimeField(_("anonymised"), null=True, editable=False)
    session_round = models.PositiveIntegerField(default=0, editable=False)  # one more ends all sessions
    # What holds names apart that look alike (accounts.lookalikes). What follows a blank tells two rows apart that may
    # have one name: people from before there were keys, and those who have none any more.
    name_key = models.CharField(max_length=300, editable=False, db_index=True)
    name_look = models.CharField(max_length=300, editable=False)
    username_key = models.CharField(max_length=300, editable=False)

    REQUIRED_FIELDS: ClassVar[list[str]] = []  # a server without mail asks nobody for an address

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(fields=["name_key"], condition=_FULL, name="full_account_name_key_unique"),
            models.UniqueConstraint(fields=["name_look"], condition=_FULL, name="full_account_name_look_unique"),
            models.UniqueConstraint(fields=["username_key"], name="username_key_unique"),
        ]
        # Everything else about people is for superusers to change (accounts.rights).
        permissions = [
            ("suspend_person", _("Can suspend people")),
            ("rename_person", _("Can rename people")),
            ("issue_reset", _("Can issue password reset links")),
        ]

    def __str__(self) -> str:
        return gettext("Former player") if self.anonymised_at else self.name

    @classmethod
    def normalize_username(cls, username: str) -> str:
        """Usernames are compared, typed and stored in lower case: "Anna" can't pose as "anna", nor with a blank."""
        return super().normalize_username(names.visible(username)).lower()

    def save(self, *args: Any, update_fields: Any = None, **kwargs: Any) -> None:
        if not self.name:
            self.name = User.free_name(self.username)
        for field, of in KEYS.items():
            fresh = _KEY_OF[field](getattr(self, of))
            if getattr(self, field).partition(" ")[0] != fresh:
                setattr(self, field, fresh)
        if update_fields is not None:
            update_fields = {*update_fields, *(field for field, of in KEYS.items() if of in update_fields)}
        super().save(*args, update_fields=update_fields, **kwargs)

    def get_full_name(self) -> str:
        return str(self)

    def get_short_name(self) -> str:
        return str(self)

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """Sessions end with the password they began with, and when `session_round` moves on."""
        if not self.session_round:
            hashed: str = super()._get_session_auth_hash(secret)  # type: ignore[misc]  # unknown to the stubs
            return hashed
        words = f"{self.session_round} {self.password}"
        return salted_hmac("accounts.session", words, secret=secret, algorithm="sha256").hexdigest()

    @classmethod
    def name_taken(cls, name: str, *, but: Self | None = None) -> bool:
        """Whether a full account other than `but` has this name or one that looks like it."""
        key, look = lookalikes.key(name), lookalikes.look(name)
        if any(key == lookalikes.key(former) or look == lookalikes.look(former) for former in names.FORMER):
            return True
        holders = cls.objects.filter(_FULL, models.Q(name_key=key) | models.Q(name_look=look))
        return holders.exclude(pk=but.pk if but else None).exists()

    @classmethod
    def username_taken(cls, username: str, *, but: Self | None = None) -> bool:
        """Whether anybody other than `but` has this username or one that looks like it."""
        holders = cls.objects.filter(username_key=lookalikes.username_key(username))
        return holders.exclude(pk=but.pk if but else None).exists()

    @classmethod
    def free_name(cls, wanted: str) -> str:
        """`wanted` cut to size, or the first of "wanted 2", "wanted 3" … that no full account has."""
        name = wanted[: names.LENGTH]
        numbers = count(2)
        while cls.name_taken(name):
            name = names.numbered(wanted, next(numbers))
        return name

    @classmethod
    def free_friendly_name(cls, language: str) -> str:
        """A random name in `language` that nobody has, not even a guest."""
        name = names.friendly(language)
        while cls.objects.filter(name_key=lookalikes.key(name)).exists():
            name = names.numbered(names.friendly(language), 2 + secrets.randbelow(998))
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


class Device(models.Model):
    """A browser somebody has logged in with, known by a cookie of which only a hash is kept (accounts.devices)."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="devices")
    token_hash = models.CharField(max_length=64)
    expires_at = models.DateTimeField(db_index=True)

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["token_hash", "user"], name="device_person_once")]

    def __str__(self) -> str:
        return f"device {self.pk}"


class Session(AbstractBaseSession):
    """A log-in, or a visit that has left something behind. It knows its person, so that both are read at once."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="sessions")

    objects: ClassVar[BaseSessionManager[Self]] = BaseSessionManager()

    class Meta(AbstractBaseSession.Meta):
        default_permissions = ()
