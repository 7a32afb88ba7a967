"""People. The one model every other app points at."""

import secrets
import string
from collections.abc import Iterator
from itertools import count
from typing import Any, ClassVar, Self

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.validators import RegexValidator
from django.db import models
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from accounts.names import avatars, confusables, display_names, reserved_names
from config.db.locking import write_lock

PUBLIC_ID_LENGTH = 12
LANGUAGES = [("", _("As my browser says")), ("ja", "日本語"), ("en", "English")]
FOLDED_NAME_SOURCES = {"folded_name": "name", "name_skeleton": "name", "folded_username": "username"}
_FOLDING_FUNCTIONS = {
    "folded_name": confusables.fold_name,
    "name_skeleton": confusables.name_skeleton,
    "folded_username": confusables.fold_username,
}
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
    name = models.CharField(_("display name"), max_length=display_names.MAX_LENGTH, blank=True)
    public_id = models.CharField(
        _("public id"), max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False
    )
    is_guest = models.BooleanField(_("guest"), default=False)
    language = models.CharField(_("language"), max_length=8, blank=True, default="", choices=LANGUAGES)
    # What pages were in at the last log-in: for whoever has chosen no language.
    browser_language = models.CharField(max_length=8, blank=True, default="", db_default="", editable=False)
    # A choice, and for one address: another one begins without it (services.email_change).
    email_turn_notifications = models.BooleanField(_("mails about turns"), default=False)
    show_turn_badge = models.BooleanField(_("number of waiting tables on every page"), default=True)

    # After a decision a script goes on to the next table that waits for them.
    goes_to_next_table = models.BooleanField(_("goes to the next table by itself"), default=False, db_default=False)

    is_public = models.BooleanField(_("public profile"), default=True)
    # "": by the name (shown_avatar)
    avatar = models.CharField(_("picture"), max_length=20, blank=True, default="", db_default="")

    # When no slow clock runs, by the wall clock of `time_zone` ("": the site's); both or neither
    # (accounts.services.availability).
    time_zone = models.CharField(_("time zone"), max_length=64, blank=True, default="")
    quiet_hours_start = models.TimeField(_("quiet hours from"), null=True, blank=True)
    quiet_hours_end = models.TimeField(_("quiet hours until"), null=True, blank=True)

    anonymised_at = models.DateTimeField(_("anonymised"), null=True, editable=False)
    # There is a sanction to read or answer before going on.
    must_acknowledge = models.BooleanField(default=False, editable=False)
    # Where a moderator's message waits (accounts.services.moderator_messages). "": none does.
    unread_message_page = models.CharField(max_length=10, blank=True, default="", editable=False)
    # Guests: when the cleanup looks next whether they are gone (games.tables.services.cleanup). NULL: never.
    idle_check_at = models.DateTimeField(null=True, editable=False)
    session_version = models.PositiveIntegerField(default=0, editable=False)  # one more ends all sessions
    # What holds names apart that look alike (accounts.names.confusables). What follows a blank tells two rows apart
    # that may have one name: people from before there were such columns, and those who have no name any more.
    folded_name = models.CharField(max_length=300, editable=False, db_index=True)
    name_skeleton = models.CharField(max_length=300, editable=False)
    folded_username = models.CharField(max_length=300, editable=False)

    REQUIRED_FIELDS: ClassVar[list[str]] = []  # a server without mail asks nobody for an address

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(fields=["folded_name"], condition=_FULL, name="full_account_folded_name_unique"),
            models.UniqueConstraint(
                fields=["name_skeleton"], condition=_FULL, name="full_account_name_skeleton_unique"
            ),
            models.UniqueConstraint(fields=["folded_username"], name="folded_username_unique"),
        ]
        indexes = [
            models.Index(fields=["idle_check_at"], name="guest_due", condition=models.Q(idle_check_at__isnull=False)),
            models.Index(fields=["-id"], name="user_staff", condition=models.Q(is_staff=True)),
            models.Index(fields=["-id"], name="user_inactive", condition=models.Q(is_active=False)),
        ]
        # Everything else about people is for superusers to change (accounts.staff.permissions).
        permissions = [
            ("sanction_user", _("Can warn and silence people, reset their names and bar them from reporting")),
            ("suspend_person", _("Can suspend people")),
            ("rename_person", _("Can rename people")),
            ("issue_password_reset", _("Can issue password reset links")),
        ]

    def __str__(self) -> str:
        return gettext("Former player") if self.anonymised_at else self.name

    @property
    def message_language(self) -> str:
        """What mails, messages and calendars are written in: the chosen language, else that of the last log-in."""
        return self.language or self.browser_language or settings.LANGUAGE_CODE

    @property
    def shown_avatar(self) -> str:
        """The symbol of the picture beside the name: chosen, else by name or id. Whoever has no name any more has no
        animal either."""
        if self.anonymised_at:
            return avatars.FORMER_PLAYER
        if self.avatar in avatars.AVATARS:
            return self.avatar
        return avatars.get_default_avatar(self.name, self.public_id)

    @classmethod
    def normalize_username(cls, username: str) -> str:
        """Usernames are compared, typed and stored in lower case: "Anna" can't pose as "anna", nor with a blank."""
        return super().normalize_username(display_names.strip_invisible(username)).lower()

    def save(self, *args: Any, update_fields: Any = None, **kwargs: Any) -> None:
        if not self.name:
            self.name = User.find_free_name(self.username, staff=self.is_staff)
        for field, of in FOLDED_NAME_SOURCES.items():
            fresh = _FOLDING_FUNCTIONS[field](getattr(self, of))
            if getattr(self, field).partition(" ")[0] != fresh:
                setattr(self, field, fresh)
        if update_fields is not None:
            update_fields = {
                *update_fields,
                *(field for field, of in FOLDED_NAME_SOURCES.items() if of in update_fields),
            }
        with write_lock():
            super().save(*args, update_fields=update_fields, **kwargs)

    def get_full_name(self) -> str:
        return str(self)

    def get_short_name(self) -> str:
        return str(self)

    def get_session_auth_hash(self) -> str:
        """Sessions end with the password they began with, and when `session_version` moves on."""
        return self._hash_version(None) if self.session_version else super().get_session_auth_hash()

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        """The same by former secret keys."""
        if not self.session_version:
            yield from super().get_session_auth_fallback_hash()
            return
        for secret in settings.SECRET_KEY_FALLBACKS:
            yield self._hash_version(secret)

    def _hash_version(self, secret: str | bytes | None) -> str:
        words = f"{self.session_version} {self.password}"
        return salted_hmac("tefuda.session", words, secret=secret, algorithm="sha256").hexdigest()

    @classmethod
    def is_name_taken(cls, name: str, *, but: Self | None = None) -> bool:
        """Whether a full account other than `but` has this name or one that looks like it."""
        key, look = confusables.fold_name(name), confusables.name_skeleton(name)
        if reserved_names.is_reserved(name):
            return True
        holders = cls.objects.filter(_FULL, models.Q(folded_name=key) | models.Q(name_skeleton=look))
        return holders.exclude(pk=but.pk if but else None).exists()

    def can_be_called(self, name: str) -> bool:
        """Whether this name doesn't pretend to be staff or the site. Staff are what they say; names are kept."""
        return self.is_staff or name == self.name or not reserved_names.is_impersonation(name)

    @classmethod
    def is_username_taken(cls, username: str, *, but: Self | None = None) -> bool:
        """Whether anybody other than `but` has this username or one that looks like it."""
        holders = cls.objects.filter(folded_username=confusables.fold_username(username))
        return holders.exclude(pk=but.pk if but else None).exists()

    @classmethod
    def find_free_name(cls, wanted: str, *, staff: bool = False) -> str:
        """`wanted` cut to size, or the first of "wanted 2", "wanted 3" … that no full account has.

        Another one for whoever would pass for staff by it without being any.
        """
        if not staff and reserved_names.is_impersonation(wanted):
            return cls.find_free_friendly_name(get_language() or "")
        name = wanted[: display_names.MAX_LENGTH]
        numbers = count(2)
        while cls.is_name_taken(name):
            name = display_names.append_number(wanted, next(numbers))
        return name

    @classmethod
    def find_free_friendly_name(cls, language: str) -> str:
        """A random name in `language` that nobody has, not even a guest."""
        name = display_names.random_friendly_name(language)
        while cls.objects.filter(folded_name=confusables.fold_name(name)).exists():
            name = display_names.append_number(display_names.random_friendly_name(language), 2 + secrets.randbelow(998))
        return name


class Vacation(models.Model):
    """Days on which somebody plays nothing, by the calendar of the zone they chose them in."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="vacations")
    first_day = models.DateField()
    last_day = models.DateField()  # the same day for a single one
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()  # no longer on vacation

    class Meta:
        default_permissions = ()
        indexes = [models.Index(fields=["ends_at"], name="vacation_ends")]

    def __str__(self) -> str:
        return f"{self.first_day} – {self.last_day}"
