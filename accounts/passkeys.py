"""Passkeys: where they are offered. allauth verifies them.

A passkey is a key stored on a phone, computer or security key that opens the account without a password. Browsers
support them only under HTTPS and for a host name, so a LAN site over plain HTTP or by IP address doesn't mention them.
"""

import ipaddress
from contextlib import suppress
from urllib.parse import urlsplit

from allauth.mfa.models import Authenticator
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.models import User

MAX_PASSKEYS = 20
REAUTHENTICATION_METHOD = "mfa_reauthenticate:webauthn"  # its name in allauth's adapter


def are_offered(request: HttpRequest) -> bool:
    """Return whether browsers support passkeys for the request's host. "localhost" counts as secure."""
    host = urlsplit(f"//{request.get_host()}").hostname or ""
    if host == "localhost":
        return True
    with suppress(ValueError):
        ipaddress.ip_address(host)
        return False
    return request.is_secure()


def get_passkeys(person: User) -> "QuerySet[Authenticator]":
    """Return the person's passkeys, newest first."""
    rows: QuerySet[Authenticator] = Authenticator.objects.filter(user=person, type=Authenticator.Type.WEBAUTHN)
    return rows.order_by("-pk")


def export_passkeys(person: User) -> list[dict[str, object]]:
    """Return names and dates of the passkeys; a public key says nothing more about the person."""
    return [
        {"name": row.data["name"], "created_at": row.created_at, "last_used_at": row.last_used_at}
        for row in get_passkeys(person)
    ]
