"""People: the user model that all other apps refer to."""

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

from accounts.names import avatars, confusables, display_names, public_names, reserved_names
from config.db.locking import write_lock

PUBLIC_ID_LENGTH = 12
MAX_USERNAME_LENGTH = 40
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
    """Return twelve random characters (62 bits), used in URLs instead of a row number."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(PUBLIC_ID_LENGTH))


class User(AbstractUser):
    """A person: a full account, or a guest. A guest who signs up keeps the row, and with it seats and matches."""

    first_name = None  # type: ignore[assignment]  # people here have one name, the one shown at tables
    last_name = None  # type: ignore[assignment]

    # Without "@" a username can't be mistaken for someone else's mail address, which also works for logging in.
    username = models.CharField(
        _("username"),
        max_length=MAX_USERNAME_LENGTH,
        unique=True,
        help_text=_("Up to 40 letters, digits and . + - _"),
        validators=[RegexValidator(r"^[\w.+-]+\Z", _("Usernames can contain letters, digits and . + - _"))],
        error_messages={"unique": _("This username is already taken.")},
    )
    name = models.CharField(_("display name"), max_length=display_names.MAX_LENGTH, blank=True)
    public_id = models.CharField(
        _("public id"), max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False
    )
    is_guest = models.BooleanField(_("guest"), default=False)
    language = models.CharField(_("language"), max_length=8, blank=True, default="", choices=LANGUAGES)
    # The language of pages at the last log-in, used for people who haven't chosen one.
    browser_language = models.CharField(max_length=8, blank=True, default="", db_default="", editable=False)
    # Applies to one address only: a change of address switches it off (services.users.change_email).
    email_turn_notifications = models.BooleanField(_("emails about turns"), default=False)
    show_turn_badge = models.BooleanField(_("number of waiting tables on every page"), default=True)

    # After a decision a script opens the next table that waits for this person.
    goes_to_next_table = models.BooleanField(_("goes to the next table automatically"), default=False, db_default=False)

    is_public = models.BooleanField(_("public profile"), default=True)
    # "": derived from the name (shown_avatar)
    avatar = models.CharField(_("picture"), max_length=20, blank=True, default="", db_default="")

    # Quiet hours, during which slow clocks pause, by the wall clock of `time_zone` ("": the site's zone). Set both or
    # neither (accounts.services.availability).
    time_zone = models.CharField(_("time zone"), max_length=64, blank=True, default="")
    # Time zones of devices that the person has declined to adopt for the account.
    declined_time_zones = models.JSONField(default=list, db_default=[], blank=True, editable=False)
    quiet_hours_start = models.TimeField(_("quiet hours from"), null=True, blank=True)
    quiet_hours_end = models.TimeField(_("quiet hours until"), null=True, blank=True)
    # When the quiet hours above take effect; NULL: always. Earlier versions are in QuietHoursVersion.
    quiet_hours_since = models.DateTimeField(null=True, editable=False)
    vacation_until = models.DateTimeField(null=True, editable=False)  # the end of the latest vacation; NULL: none

    anonymised_at = models.DateTimeField(_("anonymised"), null=True, editable=False)
    # A sanction has to be acknowledged before the person can continue.
    must_acknowledge = models.BooleanField(default=False, editable=False)
    # The page with an unread message from a moderator (accounts.services.moderator_messages). "": none.
    unread_message_page = models.CharField(max_length=10, blank=True, default="", editable=False)
    # Guests: when the cleanup next checks whether they are gone (games.tables.services.cleanup). NULL: never.
    idle_check_at = models.DateTimeField(null=True, editable=False)
    session_version = models.PositiveIntegerField(default=0, editable=False)  # incrementing it ends all sessions
    # Folded forms keep look-alike names apart (accounts.names.confusables). A suffix after a blank separates rows that
    # may share a name: those from before these columns existed, and anonymised ones.
    folded_name = models.CharField(max_length=300, editable=False, db_index=True)
    name_skeleton = models.CharField(max_length=300, editable=False)
    folded_username = models.CharField(max_length=300, editable=False)

    REQUIRED_FIELDS: ClassVar[list[str]] = []  # servers without mail don't ask for an address

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
        # Only superusers can change other data of people (accounts.staff.permissions).
        permissions = [
            ("sanction_user", _("Can warn and mute people, reset their names and stop them from reporting")),
            ("suspend_person", _("Can suspend people")),
            ("rename_person", _("Can rename people")),
            ("issue_password_reset", _("Can issue password reset links")),
        ]

    def __str__(self) -> str:
        return gettext("Former player") if self.anonymised_at else self.name

    @property
    def message_language(self) -> str:
        """Return the language for mails, messages and calendars: the chosen one, or else that of the last log-in."""
        return self.language or self.browser_language or settings.LANGUAGE_CODE

    @property
    def shown_avatar(self) -> str:
        """Return the symbol shown next to the name: the chosen one, or one derived from the name or id.

        Deleted accounts get a neutral symbol.
        """
        if self.anonymised_at:
            return avatars.FORMER_PLAYER
        if self.avatar in avatars.AVATARS:
            return self.avatar
        return avatars.get_default_avatar(self.name, self.public_id)

    @classmethod
    def normalize_username(cls, username: str) -> str:
        """Return the username in lower case, as it is compared, typed and stored, without invisible characters.

        "Anna" can't pose as "anna".
        """
        return super().normalize_username(display_names.strip_invisible(username)).lower()

    def save(self, *args: Any, update_fields: Any = None, **kwargs: Any) -> None:
        if not self.name:
            self.name = User.find_free_name(self.username, staff=self.is_staff)
        for field, of in FOLDED_NAME_SOURCES.items():
            folded = _FOLDING_FUNCTIONS[field](getattr(self, of))
            if getattr(self, field).partition(" ")[0] != folded:
                setattr(self, field, folded)
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
        """Return the hash that sessions must match. It changes with the password and with `session_version`."""
        return self._hash_version(None) if self.session_version else super().get_session_auth_hash()

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        """Yield the same hash for each former secret key."""
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
        """Return whether a full account other than `but` has this name or a look-alike, or the name is reserved."""
        key, look = confusables.fold_name(name), confusables.name_skeleton(name)
        if reserved_names.is_reserved(name):
            return True
        holders = cls.objects.filter(_FULL, models.Q(folded_name=key) | models.Q(name_skeleton=look))
        return holders.exclude(pk=but.pk if but else None).exists()

    def can_be_called(self, name: str) -> bool:
        """Return whether the person may use this name: their own, or one that doesn't suggest staff or the site.

        Staff may use any name.
        """
        return self.is_staff or name == self.name or not reserved_names.is_impersonation(name)

    @classmethod
    def is_username_taken(cls, username: str, *, but: Self | None = None) -> bool:
        """Return whether anyone other than `but` has this username or a look-alike."""
        holders = cls.objects.filter(folded_username=confusables.fold_username(username))
        return holders.exclude(pk=but.pk if but else None).exists()

    @classmethod
    def find_free_name(cls, preferred: str, *, staff: bool = False) -> str:
        """Return `preferred` cut to size, or the first free one of "preferred 2", "preferred 3" …

        A name that isn't allowed (staff may use any) is replaced by a random friendly one.
        """
        if not staff and not public_names.is_public_name(preferred, MAX_USERNAME_LENGTH):
            return cls.find_free_friendly_name(get_language() or "")
        name = preferred[: display_names.MAX_LENGTH]
        numbers = count(2)
        while cls.is_name_taken(name):
            name = display_names.append_number(preferred, next(numbers))
        return name

    @classmethod
    def find_free_friendly_name(cls, language: str) -> str:
        """Return a random name in `language` that no one has, not even a guest."""
        name = display_names.random_friendly_name(language)
        while cls.objects.filter(folded_name=confusables.fold_name(name)).exists():
            name = display_names.append_number(display_names.random_friendly_name(language), 2 + secrets.randbelow(998))
        return name


class QuietHoursVersion(models.Model):
    """Quiet hours in force from `valid_from` until the person's next version.

    Of two with the same start the later row counts. The newest version is also in the user's row. People who have never
    changed their quiet hours have no rows.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="quiet_hours_versions", db_index=False)
    valid_from = models.DateTimeField()
    chosen_at = models.DateTimeField()  # earlier than `valid_from` if the change had to wait
    time_zone = models.CharField(max_length=64, blank=True)  # "": the site's zone
    quiet_hours_start = models.TimeField(null=True)  # set both or neither
    quiet_hours_end = models.TimeField(null=True)

    class Meta:
        default_permissions = ()
        indexes = [models.Index(fields=["user", "valid_from"], name="quiet_hours_history")]

    def __str__(self) -> str:
        return f"{self.quiet_hours_start} – {self.quiet_hours_end}, {self.time_zone}, from {self.valid_from}"


class Vacation(models.Model):
    """Whole days on which a person doesn't play, by the calendar of their time zone.

    `starts_at` and `ends_at` follow from the days. Before the vacation begins, both move with the person's time zone;
    afterwards only `ends_at` does.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="vacations")
    first_day = models.DateField()
    last_day = models.DateField()  # inclusive
    starts_at = models.DateTimeField()  # never before it was requested
    ends_at = models.DateTimeField()  # exclusive

    class Meta:
        default_permissions = ()
        indexes = [models.Index(fields=["ends_at"], name="vacation_ends")]

    def __str__(self) -> str:
        return f"{self.first_day} – {self.last_day}"
