"""Where our people differ from allauth's."""

import ipaddress
import time
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.authentication import get_authentication_records
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import authenticate, login
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts import passkeys, two_factor
from accounts.mail import confirmation, login_codes
from accounts.models import User
from accounts.names import display_names, reserved_names
from accounts.services import users
from accounts.staff.sanctions import expire_sanctions_of
from config.db.locking import write_transaction

IMPOSSIBLE_USERNAME = "@"  # which no username has
FRESH_LOGIN_SECONDS = 15 * 60  # so long a log-in's password is good for setting up two-factor authentication
IPV6_PREFIX = 64  # what one visitor can call their own, also by ALLAUTH_RATE_LIMIT_IPV6_PREFIX as it comes


class AccountAdapter(DefaultAccountAdapter):
    def clean_username(self, username: str, shallow: bool = False) -> str:
        username = super().clean_username(User.normalize_username(username), shallow)
        if not shallow and User.is_username_taken(username):
            raise self.validation_error("username_taken")
        if not shallow and reserved_names.is_impersonation(username):
            raise ValidationError(display_names.IMPERSONATION_ERROR, code="pretends")
        return username

    def save_user(self, request: HttpRequest, user: User, form: Form, commit: bool = True) -> User:
        """A new person is first known by the username as it was typed, or the nearest that is free."""
        wanted = display_names.normalize_name(form.data["username"])
        super().save_user(request, user, form, commit=False)
        users.save_new_user(user, lambda: User.find_free_name(wanted))
        return user

    def login(self, request: HttpRequest, user: User) -> None:
        """Session, device, network and date in one transaction: each by itself would queue behind the tables."""
        with write_transaction():
            super().login(request, user)

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Who has just logged in and sets up two-factor authentication has given the password already. allauth counts
        only one that was asked for once more, so staff typed it twice within a minute."""
        return super().is_reauthentication_required(app=app, **kwargs) and not _is_setting_up(self.request, app)

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        """A passkey only where browsers can show it."""
        methods: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        offered = passkeys.are_offered(self.request)
        return [one for one in methods if offered or one["id"] != passkeys.REAUTHENTICATION_METHOD]

    def generate_login_code(self) -> str:
        """Made of what the request notes, so that a worker makes the same one without a secret in its message."""
        return login_codes.issue_login_code(self.request)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """No mail is sent by a page. The only one that allauth would send is that with a code for logging in, which the
        page has queued itself, for unknown addresses as well (accounts.views.login_code)."""

    def set_password(self, user: User, password: str) -> None:
        """Only that: hashing takes its time, and `user` as it was read before would undo a suspension."""
        user.set_password(password)
        user.save(update_fields=["password"])

    def get_client_ip(self, request: HttpRequest) -> str:
        """As allauth's, but an IPv4 address that a socket for both kinds shows as IPv6 is a client of its own: in the
        network that stands for an IPv6 client, all of IPv4 would be one. Who comes past the proxies counts as such."""
        try:
            ip = super().get_client_ip(request)
        except ImproperlyConfigured:  # fewer hops than proxies of ours
            ip = request.META.get("REMOTE_ADDR", "")
        return unmap_ipv4(ip)

    def get_client_network(self, request: HttpRequest) -> str:
        """What one visitor can call their own, as allauth's rates per address count it."""
        return get_network(self.get_client_ip(request))

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Wrong passwords are counted per name and address, lest anybody lock the owner out from everywhere."""
        return f"{super()._get_login_attempts_cache_key(request, **credentials)} {self.get_client_network(request)}"

    def is_safe_url(self, url: str) -> bool:
        """Where `?next=` may lead. Without a slash at its beginning, `redirect` would take it for a view's name."""
        return url.startswith("/") and super().is_safe_url(url)

    def authenticate(self, request: HttpRequest, **credentials: Any) -> User | None:
        """As allauth's, but an address alone stands for the one account that has confirmed it, or else for nobody.

        allauth would try the password on all that claim it: as many hashes, for anybody to make and to count.
        """
        self.pre_authenticate(request, **credentials)  # counts by what was typed, lest it tell whose address it is
        AuthenticationBackend.unstash_authenticated_user()
        user = (
            authenticate(request, **_username_credentials(credentials))
            or AuthenticationBackend.unstash_authenticated_user()
        )
        if user:
            if not user.is_active:
                expire_sanctions_of(user)
            self._rollback_login_failed_rl_usage()
        else:
            self.authentication_failed(request, **credentials)
        return user

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        """Whoever knows the password of a suspended account reads why, and may answer; nothing else opens. Where a
        second factor belongs to it the password alone opens not even that."""
        if two_factor.has_app(user):
            messages.error(request, _("This account is suspended."))
            return redirect("account_login")
        login(request, user, backend=settings.AUTHENTICATION_BACKENDS[0])
        return redirect("accounts:status")

    def should_send_confirmation_mail(self, request: HttpRequest, email_address: EmailAddress, signup: bool) -> bool:
        if not users.is_mail_configured():
            return False
        allowed = confirmation.consume_confirmation_rate(request, email_address.user, email_address.email)
        if not allowed:
            messages.warning(request, confirmation.TOO_MANY_MAILS)
        return allowed

    def send_confirmation_mail(
        self, request: HttpRequest, emailconfirmation: EmailConfirmationHMAC, signup: bool
    ) -> None:
        confirmation.queue_confirmation(request, emailconfirmation.email_address)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("accounts:security")


def _is_setting_up(request: HttpRequest, app: str) -> bool:
    """Whether somebody logged in by password a few minutes ago, and had no second factor then. Where there was one
    already a log-in is not enough to read new codes or to take it off: a device may have been left with it."""
    if app != "allauth.mfa":
        return False
    given = [one["at"] for one in get_authentication_records(request, request.user) if one["method"] == "password"]
    fresh = bool(given) and time.time() - given[-1] < FRESH_LOGIN_SECONDS
    return fresh and two_factor.had_none_at_login(request)


def unmap_ipv4(ip: str) -> str:
    """An IPv4 address written as IPv6 as what it is, others as they are."""
    mapped = ipaddress.IPv6Address(ip).ipv4_mapped if ":" in ip else None
    return str(mapped) if mapped else ip


def get_network(ip: str) -> str:
    """An IPv4 address, or the first one of an IPv6 address's network. What is no address stands for itself."""
    try:
        parsed = ipaddress.ip_address(ip.partition("%")[0])
    except ValueError:
        return ip
    if parsed.version == 4:
        return str(parsed)
    return str(ipaddress.ip_network((parsed, IPV6_PREFIX), strict=False).network_address)


def _username_credentials(credentials: dict[str, Any]) -> dict[str, Any]:
    """Somebody known is looked for by username only, although allauth adds the address when it asks once more."""
    username, email = credentials.get("username"), credentials.get("email")
    if not username and email:
        owner = confirmation.get_confirmed_owner(email)
        username = owner.username if owner else IMPOSSIBLE_USERNAME
    return {"username": username, "password": credentials.get("password")}
