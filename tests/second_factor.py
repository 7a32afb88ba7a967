"""Second factors for tests: staff who have set theirs up, and the codes their app shows."""

import time
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value

from accounts import two_factor
from accounts.models import User

SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


def enrolled(user: User) -> Authenticator:
    """The row of their app; a new one, with recovery codes, if they had none."""
    row = Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).first()
    if row is None:
        RecoveryCodes.activate(user)
        row = TOTP.activate(user, SECRET).instance
    return row


def shown(user: User, session: Any) -> None:
    """As if they had shown a code in this session."""
    session[two_factor.AUTHENTICATOR_SESSION_KEY] = enrolled(user).pk


def code(secret: str = SECRET) -> str:
    """What the app shows now."""
    return str(format_hotp_value(hotp_value(secret, int(time.time()) // 30)))
