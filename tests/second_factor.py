"""Second factors for tests: staff who have set theirs up, and the codes their app shows."""

import base64
import hmac
import time
from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator

from accounts import two_factor
from accounts.models import User

SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


def enrolled(user: User) -> Authenticator:
    """The row of their app; a new one, with recovery codes, if they had none."""
    row = Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).first()
    if row is None:
        encrypt = get_adapter().encrypt
        codes = {"seed": encrypt("tests"), "used_mask": 0}
        Authenticator.objects.create(user=user, type=Authenticator.Type.RECOVERY_CODES, data=codes)
        row = Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": encrypt(SECRET)})
    return row


def shown(user: User, session: Any) -> None:
    """As if they had shown a code in this session."""
    session[two_factor.AUTHENTICATOR_SESSION_KEY] = enrolled(user).pk


def code(secret: str = SECRET) -> str:
    """What the app shows now (RFC 6238)."""
    counter = (int(time.time()) // 30).to_bytes(8, "big")
    mac = hmac.digest(base64.b32decode(secret), counter, "sha1")
    at = mac[-1] & 15
    return f"{(int.from_bytes(mac[at : at + 4], 'big') & 0x7FFFFFFF) % 1_000_000:06}"
