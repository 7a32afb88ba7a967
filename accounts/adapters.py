"""allauth's account adapter, with this site's rules for sign-up, log-in, mails and rate limits."""

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
from django.core.exceptions import ImproperlyConfigured, PermissionDenied, ValidationError
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts import passkeys, two_factor
from accounts.mail import confirmation, login_codes
from accounts.models import User
from accounts.names import display_names, reserved_names
from accounts.services import security_notices, signup, users
from accounts.services.guest_merge import merge_guest
from accounts.staff.sanctions import expire_sanctions_of
from config.db.locking import write_transaction

IMPOSSIBLE_USERNAME = "@"  # no username contains it
FRESH_LOGIN_SECONDS = 15 * 60  # how long a password log-in is enough to set up two-factor authentication
IPV6_PREFIX = 64  # the network of one visitor, equal to the default of ALLAUTH_RATE_LIMIT_IPV6_PREFIX


class AccountAdapter(DefaultAccountAdapter):
    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Show the form unless the site is closed; an invitation opens it even then."""
        return not signup.get_shown_rules().is_closed or bool(signup.find_invitation(get_invitation_code(request)))

    def clean_username(self, username: str, shallow: bool = False) -> str:
        username = super().clean_username(User.normalize_username(username), shallow)
        if not shallow and User.is_username_taken(username):
            raise self.validation_error("username_taken")
        if not shallow and reserved_names.is_impersonation(username):
            raise ValidationError(display_names.IMPERSONATION_ERROR, code="pretends")
        return username

    def save_user(self, request: HttpRequest, user: User, form: Form, commit: bool = True) -> User:
        """Name the new person like the username as typed, or the nearest free name.

        Raises ValidationError if the invitation was used up in the meantime.
        """
        typed_name = display_names.normalize_name(form.data["username"])
        super().save_user(request, user, form, commit=False)
        user.time_zone = form.cleaned_data.get("time_zone", "")
        with write_transaction():
            users.save_new_user(user, lambda: User.find_free_name(typed_name))
            signup.admit(user, form.cleaned_data.get("invitation", ""))
        return user

    def login(self, request: HttpRequest, user: User) -> None:
        """Save session, device, network and date in one transaction, to wait only once for the write lock."""
        # Read it now: after the log-in, request.user is the account.
        guest = request.user if isinstance(request.user, User) and request.user.is_guest else None
        with write_transaction():
            if not users.lock_users([user.pk]):  # deleted since the password was checked
                raise PermissionDenied
            super().login(request, user)
        if guest is not None and guest.pk != user.pk:
            merge_guest(guest, user)

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Don't ask for the password again right after a log-in, to set up two-factor authentication.

        allauth counts only explicit reauthentication, so staff would type their password twice within a minute.
        """
        return super().is_reauthentication_required(app=app, **kwargs) and not _is_setting_up(self.request, app)

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        """Return the methods, with passkeys only where browsers support them."""
        methods: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        offered = passkeys.are_offered(self.request)
        return [method for method in methods if offered or method["id"] != passkeys.REAUTHENTICATION_METHOD]

    def generate_login_code(self) -> str:
        """Derive the code from a nonce on the request.

        A worker can compute it too, without a secret in its message.
        """
        return login_codes.issue_login_code(self.request)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send nothing: pages never send mail.

        The only mail allauth would send here is the one with a login code, which the view queues itself, for unknown
        addresses as well (accounts.views.login_code).
        """

    def send_notification_mail(
        self, template_prefix: str, user: User, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        """Queue our own mails for allauth's notices about security changes (`accounts.services.security_notices`)."""
        if change := security_notices.CHANGES_BY_TEMPLATE.get(template_prefix):
            security_notices.queue_security_notice(user, change)

    def set_password(self, user: User, password: str) -> None:
        """Save the password only: hashing is slow, and saving the whole stale `user` could undo a suspension."""
        user.set_password(password)
        user.save(update_fields=["password"])

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the client's address like allauth, but unmap IPv4 addresses that a dual-stack socket shows as IPv6.

        Otherwise all IPv4 clients would share one IPv6 network. Clients that bypass the proxies count by their own
        address.
        """
        try:
            ip = super().get_client_ip(request)
        except ImproperlyConfigured:  # fewer hops than configured proxies
            ip = request.META.get("REMOTE_ADDR", "")
        return unmap_ipv4(ip)

    def get_client_network(self, request: HttpRequest) -> str:
        """Return the network that counts as one visitor, as in allauth's rate limits per address."""
        return get_network(self.get_client_ip(request))

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count wrong passwords per name and network, so that no one can lock out the owner everywhere."""
        return f"{super()._get_login_attempts_cache_key(request, **credentials)} {self.get_client_network(request)}"

    def is_safe_url(self, url: str) -> bool:
        """Check where `?next=` may lead. `redirect` would take a value without a leading slash for a view's name."""
        return url.startswith("/") and super().is_safe_url(url)

    def authenticate(self, request: HttpRequest, **credentials: Any) -> User | None:
        """Authenticate like allauth, but accept an address only for the account that has confirmed it.

        allauth would try the password on all accounts that claim the address: one hash each, whose number anyone could
        increase and measure.
        """
        self.pre_authenticate(request, **credentials)  # counts the typed value, so as not to reveal whose address it is
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
        """Log in a suspended person with the right password, only to read the reason and appeal.

        Accounts with a second factor don't get even that with the password alone.
        """
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


def get_invitation_code(request: HttpRequest) -> str:
    """Return the invitation code of a sign-up link or form, "" for none."""
    return request.POST.get("invitation", "") or request.GET.get("invitation", "")


def _is_setting_up(request: HttpRequest, app: str) -> bool:
    """Return whether the person logged in by password a few minutes ago and had no second factor then.

    With an existing second factor, a log-in isn't enough to read new codes or remove it: the device may be unattended.
    """
    if app != "allauth.mfa":
        return False
    login_times = [
        record["at"] for record in get_authentication_records(request, request.user) if record["method"] == "password"
    ]
    is_fresh = bool(login_times) and time.time() - login_times[-1] < FRESH_LOGIN_SECONDS
    return is_fresh and two_factor.had_none_at_login(request)


def unmap_ipv4(ip: str) -> str:
    """Convert an IPv4-mapped IPv6 address to IPv4; return others unchanged."""
    mapped = ipaddress.IPv6Address(ip).ipv4_mapped if ":" in ip else None
    return str(mapped) if mapped else ip


def get_network(ip: str) -> str:
    """Return an IPv4 address itself, or the first address of an IPv6 address's network.

    Invalid text is returned unchanged.
    """
    try:
        parsed = ipaddress.ip_address(ip.partition("%")[0])
    except ValueError:
        return ip
    if parsed.version == 4:
        return str(parsed)
    return str(ipaddress.ip_network((parsed, IPV6_PREFIX), strict=False).network_address)


def _username_credentials(credentials: dict[str, Any]) -> dict[str, Any]:
    """Look for known people by username only, although allauth adds the address when it reauthenticates."""
    username, email = credentials.get("username"), credentials.get("email")
    if not username and email:
        owner = confirmation.get_confirmed_owner(email)
        username = owner.username if owner else IMPOSSIBLE_USERNAME
    return {"username": username, "password": credentials.get("password")}
