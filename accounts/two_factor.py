"""The second factor: a code from an app besides the password. Anybody with an account may have one; staff must, before
the administration opens, and in each log-in anew. A passkey (accounts.passkeys) is a door beside the password; who
comes in by it has shown a device and its PIN or finger, and so owes no code.

allauth keeps secrets and codes, and asks for one at log-in. It doesn't tell whether *this* log-in has shown one, which
matters for those that were open before there was any; so the session notes it.
"""

from typing import Any

from allauth.mfa import signals
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.http import HttpRequest, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode

from accounts.models import User
from accounts.services import login_sessions

AUTHENTICATOR_SESSION_KEY = "second_factor"  # of the session: the number of the app's row that was shown here
SET_UP_SESSION_KEY = "second_factor_set_up"  # of the session: it was set up here, not shown


class TwoFactorAdapter(DefaultMFAAdapter):
    def get_totp_label(self, user: User) -> str:
        return user.username

    def get_totp_issuer(self) -> str:
        return f"Tefuda {super().get_totp_issuer()}"

    def build_totp_svg(self, url: str) -> str:
        """Only attributes: our policy lets neither data addresses nor styles within a page count."""
        from qrcode import make as qr_code
        from qrcode.image.svg import SvgPathImage

        svg: str = qr_code(url, image_factory=SvgPathImage).to_string(encoding="unicode")
        return svg

    def can_delete_authenticator(self, authenticator: Authenticator) -> bool:
        """Who must have one can't switch it off; another device is set up by having it taken off first."""
        return not is_required(authenticator.user)

    def is_mfa_enabled(self, user: User, types: Any = None) -> bool:
        """What follows the password at log-in is the app's code. A passkey alone asks for nothing: whoever has added
        one on a phone could not log in with the password elsewhere."""
        second = types is None or Authenticator.Type.TOTP in types
        return bool(super().is_mfa_enabled(user, [Authenticator.Type.TOTP] if second else types))

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:  # noqa: A002  # allauth’s
        """What a passkey is called that is given no name: as the browser that made it."""
        return login_sessions.name_browser(*login_sessions.parse_user_agent(self.request.headers.get("User-Agent", "")))

    def get_public_key_credential_user_entity(self, user: User) -> dict[str, Any]:
        """By its username, which the device shows when it asks; no mail address."""
        entity: dict[str, Any] = super().get_public_key_credential_user_entity(user)
        return entity | {"name": user.username}


def is_required(user: Any) -> bool:
    """Whether the administration stays closed to this member of staff without one."""
    return bool(settings.REQUIRE_STAFF_2FA and user.is_active and user.is_staff)


def is_missing(request: HttpRequest) -> bool:
    """Whether this log-in still owes one. 1 query, for staff only."""
    if not is_required(request.user):
        return False
    row = request.session.get(AUTHENTICATOR_SESSION_KEY)
    return row is None or not _apps(request.user).filter(pk=row).exists()


def had_none_at_login(request: HttpRequest) -> bool:
    """Whether whoever logged in here had no second factor, be it that they have set one up since. 1 query at most."""
    return bool(request.session.get(SET_UP_SESSION_KEY) or not has_app(request.user))


def has_app(user: Any) -> bool:
    """Whether logging in by password takes a code as well."""
    return bool(_apps(user).exists())


def redirect_to_two_factor(request: HttpRequest) -> HttpResponseRedirect:
    """Where one is shown, or set up by who has none yet; then it goes on to the page that was asked for."""
    address = reverse("mfa_reauthenticate" if has_app(request.user) else "mfa_activate_totp")
    return redirect(f"{address}?{urlencode({'next': request.get_full_path()})}")


def remove_authenticators(person: User) -> bool:
    """Take the factor and its recovery codes from a locked row, and end all sessions. Says whether there was one."""
    gone, _ = Authenticator.objects.filter(user=person).delete()
    person.session_version += 1
    person.save(update_fields=["session_version"])
    return gone > 0


def _apps(user: Any) -> Any:
    return Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP)


def _record_authenticator(request: HttpRequest, user: User, **_: Any) -> None:
    """A code was right, of the app or one of the spare ones, or a passkey was shown: it speaks for the app."""
    request.session[AUTHENTICATOR_SESSION_KEY] = _apps(user).values_list("pk", flat=True).first()


def _record_added(request: HttpRequest, user: User, authenticator: Authenticator, **_: Any) -> None:
    """Adding a passkey shows none."""
    if authenticator.type != Authenticator.Type.WEBAUTHN:
        _record_authenticator(request, user)


def _record_set_up(request: HttpRequest, authenticator: Authenticator, **_: Any) -> None:
    if authenticator.type == Authenticator.Type.TOTP:
        request.session[SET_UP_SESSION_KEY] = True


def _drop_codes(user: User, authenticator: Authenticator, **_: Any) -> None:
    """The recovery codes go with the app; allauth would keep them for a passkey that is left."""
    if authenticator.type == Authenticator.Type.TOTP:
        Authenticator.objects.filter(user=user, type=Authenticator.Type.RECOVERY_CODES).delete()


signals.authenticator_removed.connect(_drop_codes, dispatch_uid="accounts.two_factor.removed")
signals.authenticator_added.connect(_record_set_up, dispatch_uid="accounts.two_factor.set_up")
signals.authenticator_added.connect(_record_added, dispatch_uid="accounts.two_factor.added")
signals.authenticator_used.connect(_record_authenticator, dispatch_uid="accounts.two_factor.used")
