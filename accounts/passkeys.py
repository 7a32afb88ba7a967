"""Passkeys: a key that a phone, computer or stick keeps, and that opens the account without the password. allauth
checks them; here stands where they are offered.

Browsers have them under HTTPS and for a name only. On a LAN by plain HTTP or by number nothing speaks of them.
"""

import ipaddress
from contextlib import suppress
from urllib.parse import urlsplit

from allauth.mfa.models import Authenticator
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.models import User

MAX_PASSKEYS = 20
REAUTHENTICATION_METHOD = "mfa_reauthenticate:webauthn"  # as allauth's adapter calls it


def are_offered(request: HttpRequest) -> bool:
    """Whether a browser can have passkeys for the address it came to. "localhost" counts as secure."""
    host = urlsplit(f"//{request.get_host()}").hostname or ""
    if host == "localhost":
        return True
    with suppress(ValueError):
        ipaddress.ip_address(host)
        return False
    return request.is_secure()


def get_passkeys(person: User) -> "QuerySet[Authenticator]":
    """Somebody's, the newest first."""
    rows: QuerySet[Authenticator] = Authenticator.objects.filter(user=person, type=Authenticator.Type.WEBAUTHN)
    return rows.order_by("-pk")


def export_passkeys(person: User) -> list[dict[str, object]]:
    """Their names and dates; a public key says nothing more of its person."""
    return [
        {"name": row.data["name"], "created_at": row.created_at, "last_used_at": row.last_used_at}
        for row in get_passkeys(person)
    ]
