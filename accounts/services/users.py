"""What happens to people: guests come, guests stay, mail addresses change. Pages and other apps come through here."""

from collections.abc import Callable
from datetime import timedelta

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress
from allauth.account.utils import user_pk_to_url_str
from allauth.core import ratelimit
from allauth.core.exceptions import ImmediateHttpResponse
from django.conf import settings
from django.contrib.auth import login
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import get_language

from accounts.models import User
from accounts.services import browser_devices, network_fingerprints
from accounts.services.sanction_effects import inherit_sanctions
from config.db.locking import write_transaction

MAX_NAME_ATTEMPTS = 25  # for a free name while others take theirs
GUEST_SESSION_SECONDS = 60 * 60 * 24 * 365  # a guest who loses the session has lost the seats


def create_guest(*, language: str) -> User:
    """A new guest with a friendly name in `language` ("ja" or "en") and no password."""
    guest = User(username=f"guest-{get_random_string(16).lower()}", is_guest=True)
    guest.set_unusable_password()
    guest.idle_check_at = timezone.now() + timedelta(hours=settings.IDLE_GUEST_EXPIRY_HOURS)
    save_new_user(guest, lambda: User.find_free_friendly_name(language))
    return guest


def save_new_user(person: User, name: Callable[[], str]) -> None:
    """Saves a new person under `name()`, asked again whenever somebody else was quicker.

    Raises IntegrityError if it is the username that somebody else has taken meanwhile.
    """
    for left in reversed(range(MAX_NAME_ATTEMPTS)):
        person.name = name()
        try:
            with write_transaction():
                person.save(force_insert=True)
        except IntegrityError:
            if not left or User.is_username_taken(person.username):
                raise
        else:
            return


def log_in_guest(request: HttpRequest) -> User:
    """Makes a guest and logs it in for a year. Only for a POST, lest crawlers become guests.

    Answers the request (through allauth's middleware) with the 403 page of those who are suspended, or the 429 page
    when this address makes too many.
    """
    if request.method != "POST":
        raise ValueError("a guest is made by a POST only")
    if browser_devices.is_suspended_device(request):
        raise ImmediateHttpResponse(browser_devices.suspended_device_page(request))
    if not ratelimit.consume(request, action="guest"):
        raise ImmediateHttpResponse(ratelimit.respond_429(request))
    before = browser_devices.list_user_ids_on_device(request)
    guest = create_guest(language=get_language() or settings.LANGUAGE_CODE)
    if before:
        inherit_sanctions(guest, before)
    with write_transaction():
        login(request, guest)
    # A timedelta is kept as a fixed date. Seconds would begin anew with every change to the session, and then nobody
    # could tell from the log-in's date when it is over (games.tables.services.cleanup).
    request.session.set_expiry(timedelta(seconds=GUEST_SESSION_SECONDS))
    return guest


def ensure_user(request: HttpRequest) -> User:
    """Who takes a seat by this POST: the person logged in, or else a fresh guest, logged in from now on."""
    if not isinstance(request.user, User):
        return log_in_guest(request)
    network_fingerprints.record_network(request, request.user)
    return request.user


def upgrade_guest(user: User, username: str, password: str, email: str = "", name: str = "") -> None:
    """Turns a guest into a full account. The row stays, and with it seats, matches and (unless given) the name.

    The fields must have been checked by a form; raises IntegrityError, and leaves `user` a guest, if somebody else has
    taken a name since, PermissionDenied if it is suspended, gone or an account by now. Sessions end with the old
    password's hash: the caller renews its own.
    """
    user.avatar = user.shown_avatar  # stays, whatever the name is from now on
    user.username = User.normalize_username(username)
    user.name = name or user.name
    user.is_guest = False
    user.set_password(password)  # takes its time, so before the transaction
    try:
        with write_transaction():
            update_user(person=user, fields=["username", "name", "avatar", "is_guest", "password"], guest=True)
            change_email(user, email)
    except (IntegrityError, PermissionDenied):
        user.refresh_from_db()
        raise


@write_transaction()
def update_user(*, person: User, fields: list[str], guest: bool | None = None) -> None:
    """Saves these fields of somebody at their own wish, and no others: the rest of `person` was read some time ago, and
    would undo what staff have done since.

    Raises PermissionDenied if they are suspended or gone by now, or no more (or not yet) a guest as `guest` says.
    """
    now = User.objects.select_for_update(no_key=True).filter(pk=person.pk, is_active=True).first()
    if now is None or guest not in (None, now.is_guest):
        raise PermissionDenied
    person.save(update_fields=fields)


@write_transaction()
def change_email(user: User, email: str) -> None:
    """Makes `email` ("" for none) the only address of `user`, unconfirmed. Earlier ones open no door any more.

    Whoever sets it: a confirmation is for the address's owner to give (accounts.mail.confirmation).
    """
    User.objects.select_for_update(no_key=True).get(pk=user.pk)  # two changes at once would each add an address
    EmailAddress.objects.filter(user=user).delete()
    user.email, user.email_turn_notifications = email.lower(), False
    user.save(update_fields=["email", "email_turn_notifications"])
    if email:
        EmailAddress.objects.create(user=user, email=user.email, primary=True)


def is_mail_configured() -> bool:
    """Whether an operator has configured mail. Without it a password is reset by a link that an admin hands over."""
    return settings.EMAIL_BACKEND != "django.core.mail.backends.dummy.EmailBackend"


def build_password_reset_url(request: HttpRequest, user: User) -> str:
    """An address where `user` can set a new password once, within PASSWORD_RESET_TIMEOUT seconds."""
    return request.build_absolute_uri(build_password_reset_path(user))


def build_password_reset_path(user: User) -> str:
    """The same without the name of the site, for those who have no request to take it from."""
    key = {"uidb36": user_pk_to_url_str(user), "key": default_token_generator.make_token(user)}
    return reverse("account_reset_password_from_key", kwargs=key)
