"""Creating, upgrading, locking and changing users. Pages and other apps use these functions."""

from collections.abc import Callable, Iterable
from datetime import timedelta
from urllib.parse import urlsplit, urlunsplit

from allauth.account.adapter import get_adapter
from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress
from allauth.account.utils import user_pk_to_url_str
from allauth.core import ratelimit
from allauth.core.exceptions import ImmediateHttpResponse
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import get_random_string, salted_hmac
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.addresses import normalize_address
from accounts.models import SecurityNotice, User
from accounts.services import browser_devices, network_fingerprints
from accounts.services.availability import change_quiet_hours
from accounts.services.sanction_effects import inherit_sanctions
from accounts.services.security_notices import queue_security_notice
from accounts.services.signup import admit, get_signup_rules
from config.db.locking import write_transaction

MAX_NAME_ATTEMPTS = 25  # retries for a free name when others take it first
GUEST_SESSION_SECONDS = 60 * 60 * 24 * 365  # a guest who loses the session loses the seats


def create_guest(*, language: str) -> User:
    """Create a guest with a friendly name in `language` ("ja" or "en") and no password."""
    guest = User(username=f"guest-{get_random_string(16).lower()}", is_guest=True)
    guest.set_unusable_password()
    guest.idle_check_at = timezone.now() + timedelta(hours=settings.IDLE_GUEST_EXPIRY_HOURS)
    save_new_user(guest, lambda: User.find_free_friendly_name(language))
    return guest


def save_new_user(person: User, name: Callable[[], str]) -> None:
    """Save a new person under `name()`, which is called again if someone else has taken the name since.

    Raises IntegrityError if the username is taken.
    """
    for attempts_left in reversed(range(MAX_NAME_ATTEMPTS)):
        person.name = name()
        try:
            with write_transaction():
                person.save(force_insert=True)
        except IntegrityError:
            if not attempts_left or User.is_username_taken(person.username):
                raise
        else:
            return


def log_in_guest(request: HttpRequest) -> User:
    """Create a guest and log them in for a year. Only for POST requests, so that crawlers don't become guests.

    Otherwise responds through allauth's middleware: the log-in page where guests aren't allowed, a 403 page on a
    suspended device, a 429 page when this address creates too many.
    """
    if request.method != "POST":
        raise ValueError("a guest is made by a POST only")
    if browser_devices.is_suspended_device(request):
        raise ImmediateHttpResponse(browser_devices.suspended_device_page(request))
    if not get_signup_rules().guests_allowed:
        messages.info(request, _("This site has no guests. Log in to play."))
        raise ImmediateHttpResponse(redirect_to_login(_get_form_page(request)))
    if not ratelimit.consume(request, action="guest"):
        raise ImmediateHttpResponse(ratelimit.respond_429(request))
    before = browser_devices.list_user_ids_on_device(request)
    guest = create_guest(language=get_language() or settings.LANGUAGE_CODE)
    if before:
        inherit_sanctions(guest, before)
    with write_transaction():
        login(request, guest)
    # A timedelta is stored as a fixed date. Seconds would count from each change of the session, so the cleanup
    # couldn't tell from the log-in's date when it is over (games.tables.services.cleanup).
    request.session.set_expiry(timedelta(seconds=GUEST_SESSION_SECONDS))
    return guest


def _get_form_page(request: HttpRequest) -> str:
    """Return the path of the page whose form was submitted, to return to after logging in."""
    parts = urlsplit(request.headers.get("Referer", ""))
    path = urlunsplit(("", "", parts.path, parts.query, ""))
    is_own = parts.netloc == request.get_host() and get_adapter().is_safe_url(path)
    return path if is_own else settings.LOGIN_REDIRECT_URL


def ensure_user(request: HttpRequest) -> User:
    """Return the user who takes a seat with this POST: the one logged in, or a new guest, who is logged in."""
    if not isinstance(request.user, User):
        return log_in_guest(request)
    network_fingerprints.record_network(request, request.user)
    return request.user


def upgrade_guest(
    user: User,
    username: str,
    password: str,
    email: str = "",
    name: str = "",
    invitation: str = "",
    time_zone: str = "",
) -> None:
    """Turn a guest into a full account. The row stays, and with it seats, matches and (unless given) the name.

    The fields must have been validated by a form. Raises IntegrityError if someone else has taken a name since,
    ValidationError if the invitation is used up or the zone was changed too often, PermissionDenied if the guest is
    suspended, deleted or a full account by now; `user` then stays a guest. All sessions end because the password
    changes: the caller renews its own.
    """
    user.avatar = user.shown_avatar  # keep it when the name changes
    user.username = User.normalize_username(username)
    user.name = name or user.name
    user.is_guest = False
    user.set_password(password)  # slow, so before the transaction
    try:
        with write_transaction():
            update_user(person=user, fields=["username", "name", "avatar", "is_guest", "password"], guest=True)
            if time_zone:
                change_quiet_hours(person=user, changes={"time_zone": time_zone})
            admit(user, invitation)
            change_email(user, email)
    except (IntegrityError, PermissionDenied, ValidationError):
        user.refresh_from_db()
        raise


@write_transaction()
def update_user(*, person: User, fields: list[str], guest: bool | None = None) -> None:
    """Save only these fields, at the person's own request: other fields of `person` may be stale.

    Raises PermissionDenied if the person is suspended or deleted by now, or if `is_guest` differs from `guest`.
    """
    is_guest = lock_active_user(person.pk)
    if guest not in (None, is_guest):
        raise PermissionDenied
    person.save(update_fields=fields)


def lock_active_user(user_id: int) -> bool:
    """Lock the person's row, so that the account can't be deleted before this transaction ends. Return `is_guest`.

    Raises PermissionDenied if the person is suspended or deleted by now.
    """
    person = lock_users([user_id]).get(user_id)
    if person is None or not person.is_active:
        raise PermissionDenied
    return person.is_guest


def lock_users(user_ids: Iterable[int]) -> dict[int, User]:
    """Lock these people's rows in the order of their keys. Return those whose accounts exist, including suspended ones.

    Take this lock to store anything about a person that they don't request themselves: deleting the account locks the
    row as well, and would miss what is committed later.
    """
    rows = User.objects.select_for_update(no_key=True).filter(pk__in=set(user_ids), anonymised_at=None)
    return {row.pk: row for row in rows.only("pk", "is_guest", "is_active").order_by("pk")}


@write_transaction()
def change_email(user: User, email: str) -> None:
    """Make `email` ("" for none) the only address of `user`, unconfirmed. Earlier ones no longer work for logging in.

    Raises PermissionDenied if the account was deleted in the meantime.
    """
    if not lock_users([user.pk]):  # also keeps two simultaneous changes from adding an address each
        raise PermissionDenied
    queue_security_notice(user, SecurityNotice.Change.EMAIL)  # goes to the old address
    EmailAddress.objects.filter(user=user).delete()
    user.email, user.email_turn_notifications = normalize_address(email), False
    user.save(update_fields=["email", "email_turn_notifications"])
    if email:
        EmailAddress.objects.create(user=user, email=user.email, primary=True)


def digest_credentials(user: User | None) -> str:
    """Return a digest that changes with the person, their address, their password and a forced end of sessions.

    A log-in that began under one digest must not be finished under another. None has a digest as well, so that pages do
    the same work for an unknown address.
    """
    parts = (user.pk, user.email, user.get_session_auth_hash()) if user else ()
    return salted_hmac("tefuda.credentials", repr(parts), algorithm="sha256").hexdigest()


def is_mail_configured() -> bool:
    """Return whether mail is configured. Without it, passwords are reset with a link that an admin passes on."""
    return settings.EMAIL_BACKEND != "django.core.mail.backends.dummy.EmailBackend"


def build_password_reset_url(request: HttpRequest, user: User) -> str:
    """Return a URL where `user` can set a new password once, within PASSWORD_RESET_TIMEOUT seconds."""
    return request.build_absolute_uri(build_password_reset_path(user))


def build_password_reset_path(user: User) -> str:
    """Return the path of that URL, for callers without a request."""
    key = {"uidb36": user_pk_to_url_str(user), "key": default_token_generator.make_token(user)}
    return reverse("account_reset_password_from_key", kwargs=key)
