"""Who comes from where, and how many of them at once."""

import ipaddress
from collections import Counter
from collections.abc import Hashable
from typing import Any

from django.conf import settings


def get_client_network(address: str) -> str:
    """What one visitor can call their own: an IPv4 address, or the /64 network of an IPv6 address.

    What is no address (a proxy wrote something else) stands for itself.
    """
    try:
        parsed = ipaddress.ip_address(address.strip())
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        mapped = parsed.ipv4_mapped
        return str(mapped) if mapped else str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed)


def get_client_address(scope: dict[str, Any]) -> str:
    """The visitor's address as far as it can be believed: our own proxies vouch for what they append.

    "" where there is none, as behind a Unix socket.
    """
    lines = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    hops = [hop.strip() for hop in ",".join(lines).split(",")] if lines else []
    proxies = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    if proxies and len(hops) >= proxies:
        return get_client_network(hops[-proxies])
    return get_client_network(scope["client"][0]) if scope.get("client") else ""


class ConnectionLimiter:
    """So many at once for each key; keys are told apart by what they are made of."""

    def __init__(self) -> None:
        self.counts: Counter[Hashable] = Counter()

    def acquire(self, limits: dict[Hashable, int]) -> bool:
        """Count one more for every key, unless one of them has reached its limit: then nothing is counted."""
        if any(self.counts[key] >= limit for key, limit in limits.items()):
            return False
        self.counts.update(limits.keys())
        return True

    def release(self, limits: dict[Hashable, int]) -> None:
        for key in limits:
            self.counts[key] -= 1
            if not self.counts[key]:
                del self.counts[key]
