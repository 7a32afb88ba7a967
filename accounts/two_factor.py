"""Two-factor authentication: a code from an authenticator app, in addition to the password.

Anyone with an account may use it. Staff must, in each log-in, before they can use the admin. A passkey
(accounts.passkeys) replaces password and code, because it proves a device and its PIN or fingerprint.

allauth stores secrets and codes, and asks for a code at log-in. It doesn't record whether *this* session has shown one,
which matters for sessions older than the second factor; so the session stores it.
"""

from typing import Any

from allauth.account.signals import authentication_step_completed
from allauth.mfa import signals
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.http import HttpRequest, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.http import urlencode

from accounts.models import SecurityNotice, User
from accounts.services import login_sessions
from accounts.services.security_notices import queue_security_notice
from accounts.services.users import digest_credentials

# Session key: primary key of the app authenticator verified in this session.
AUTHENTICATOR_SESSION_KEY = "second_factor"
# Session key: `digest_credentials` when the password or mailed code was accepted.
FIRST_STEP_SESSION_KEY = "first_step_by"
SET_UP_SESSION_KEY = "second_factor_set_up"  # session key: the authenticator was set up in this session


class TwoFactorAdapter(DefaultMFAAdapter):
    def get_totp_label(self, user: User) -> str:
        return user.username

    def get_totp_issuer(self) -> str:
        return f"Tefuda {super().get_totp_issuer()}"

    def build_totp_svg(self, url: str) -> str:
        """Return the QR code as plain attributes: our CSP allows neither data URLs nor inline styles."""
        from qrcode import make as qr_code
        from qrcode.image.svg import SvgPathImage

        svg: str = qr_code(url, image_factory=SvgPathImage).to_string(encoding="unicode")
        return svg

    def can_delete_authenticator(self, authenticator: Authenticator) -> bool:
        """Keep those who need a second factor from removing it; to change devices it is removed by an admin first."""
        return not is_required(authenticator.user)

    def is_mfa_enabled(self, user: User, types: Any = None) -> bool:
        """Return whether a code is asked for at log-in.

        A passkey alone doesn't count: people who added one on a phone couldn't log in with the password elsewhere.
        """
        second = types is None or Authenticator.Type.TOTP in types
        return bool(super().is_mfa_enabled(user, [Authenticator.Type.TOTP] if second else types))

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:  # noqa: A002  # allauth’s
        """Return the default name of a passkey: the browser that created it."""
        return login_sessions.name_browser(*login_sessions.parse_user_agent(self.request.headers.get("User-Agent", "")))

    def get_public_key_credential_user_entity(self, user: User) -> dict[str, Any]:
        """Use the username, which the device shows; not the mail address."""
        entity: dict[str, Any] = super().get_public_key_credential_user_entity(user)
        return entity | {"name": user.username}


def is_required(user: Any) -> bool:
    """Return whether this user needs two-factor authentication to use the admin."""
    return bool(settings.REQUIRE_STAFF_2FA and user.is_active and user.is_staff)


def is_missing(request: HttpRequest) -> bool:
    """Return whether this log-in still lacks the required second factor. 1 query, for staff only."""
    if not is_required(request.user):
        return False
    row = request.session.get(AUTHENTICATOR_SESSION_KEY)
    return row is None or not _apps(request.user).filter(pk=row).exists()


def had_none_at_login(request: HttpRequest) -> bool:
    """Return whether the person had no second factor when they logged in, even if they have set one up since.

    1 query at most.
    """
    return bool(request.session.get(SET_UP_SESSION_KEY) or not has_app(request.user))


def has_app(user: Any) -> bool:
    """Return whether logging in by password asks for a code."""
    return bool(_apps(user).exists())


def redirect_to_two_factor(request: HttpRequest) -> HttpResponseRedirect:
    """Redirect to the page that asks for the code, or sets up the app, and then back to the requested page."""
    address = reverse("mfa_reauthenticate" if has_app(request.user) else "mfa_activate_totp")
    return redirect(f"{address}?{urlencode({'next': request.get_full_path()})}")


def is_first_step_current(request: HttpRequest, user: User) -> bool:
    """Return whether password and address are the same as when this log-in began."""
    return constant_time_compare(request.session.get(FIRST_STEP_SESSION_KEY, ""), digest_credentials(user))


def remove_authenticators(person: User) -> bool:
    """Remove the second factor and recovery codes of a locked row; end all sessions. Return whether there were any."""
    deleted, _ = Authenticator.objects.filter(user=person).delete()
    person.session_version += 1
    person.save(update_fields=["session_version"])
    if deleted:
        queue_security_notice(person, SecurityNotice.Change.TWO_FACTOR_OFF)
    return deleted > 0


def _apps(user: Any) -> Any:
    return Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP)


def _record_first_step(request: HttpRequest, user: User, method: str, **_: Any) -> None:
    if method != "mfa":
        request.session[FIRST_STEP_SESSION_KEY] = digest_credentials(user)


def _record_authenticator(request: HttpRequest, user: User, **_: Any) -> None:
    """Store that this session has shown the app's code, a recovery code or a passkey."""
    request.session[AUTHENTICATOR_SESSION_KEY] = _apps(user).values_list("pk", flat=True).first()


def _record_added(request: HttpRequest, user: User, authenticator: Authenticator, **_: Any) -> None:
    """Store a new authenticator as verified, except for passkeys: adding one doesn't show it."""
    if authenticator.type != Authenticator.Type.WEBAUTHN:
        _record_authenticator(request, user)


def _record_set_up(request: HttpRequest, authenticator: Authenticator, **_: Any) -> None:
    if authenticator.type == Authenticator.Type.TOTP:
        request.session[SET_UP_SESSION_KEY] = True


def _drop_codes(user: User, authenticator: Authenticator, **_: Any) -> None:
    """Delete the recovery codes with the app; allauth would keep them as long as a passkey is left."""
    if authenticator.type == Authenticator.Type.TOTP:
        Authenticator.objects.filter(user=user, type=Authenticator.Type.RECOVERY_CODES).delete()


authentication_step_completed.connect(_record_first_step, dispatch_uid="accounts.two_factor.first_step")
signals.authenticator_removed.connect(_drop_codes, dispatch_uid="accounts.two_factor.removed")
signals.authenticator_added.connect(_record_set_up, dispatch_uid="accounts.two_factor.set_up")
signals.authenticator_added.connect(_record_added, dispatch_uid="accounts.two_factor.added")
signals.authenticator_used.connect(_record_authenticator, dispatch_uid="accounts.two_factor.used")
