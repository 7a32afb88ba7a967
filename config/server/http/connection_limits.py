"""Limits on connections: how long a client may keep the server waiting, and how many connections an address may have.

The uvicorn options in use are in `config.server.http.uvicorn`. The others don't suffice: `timeout_keep_alive` is
extended by any byte, and none limits the time for a request's head or for reading a response, so uvicorn's HTTP/1.1
protocol is subclassed. `limit_concurrency` counts all connections, not per address. The deadline for bodies is in
`config.server.http.body_reader`, where it also applies under other servers.
"""

import ipaddress
import socket
from asyncio import TimerHandle, Transport
from collections import Counter
from collections.abc import Callable, Hashable
from typing import Any, ClassVar

from django.conf import settings
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 10.0  # from connecting until the head of the first request is complete
# From the end of a response until the next head is complete. The connection must not be closed just when a player moves
# after thinking for a few seconds, because a proxy can't repeat a POST.
KEEP_ALIVE_SECONDS = 30.0
WRITE_SECONDS = 60.0  # for a reader to take the 48 KB that let sending continue, or the rest before closing
# A club behind one address has dozens of people with up to six connections each. Their concurrent requests are limited
# in config.server.http.response_buffer, also behind a proxy.
MAX_CONNECTIONS_PER_ADDRESS = 600
# Per connection, doubled by the kernel. The default grows to 4 MB for a client that reads nothing.
SEND_BUFFER_BYTES = 128 * 1024


def get_client_network(address: str) -> str:
    """Return what counts as one client: an IPv4 address, or the /64 network of an IPv6 address.

    Invalid addresses (written by some proxies) are returned unchanged.
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
    """Return the client's address, trusting only what our own proxies append to X-Forwarded-For.

    "" behind a Unix socket.
    """
    lines = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    hops = [hop.strip() for hop in ",".join(lines).split(",")] if lines else []
    proxies = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    if proxies and len(hops) >= proxies:
        return get_client_network(hops[-proxies])
    return get_client_network(scope["client"][0]) if scope.get("client") else ""


class ConnectionLimiter:
    """Limits concurrent connections per key."""

    def __init__(self) -> None:
        self.counts: Counter[Hashable] = Counter()

    def acquire(self, limits: dict[Hashable, int]) -> bool:
        """Count one more for every key and return True, or count nothing if one of them has reached its limit."""
        if any(self.counts[key] >= limit for key, limit in limits.items()):
            return False
        self.counts.update(limits.keys())
        return True

    def release(self, limits: dict[Hashable, int]) -> None:
        for key in limits:
            self.counts[key] -= 1
            if not self.counts[key]:
                del self.counts[key]


class LimitedProtocol(H11Protocol):
    """Enforces a deadline for the next head or for reading the response; none while the site is working."""

    limiter: ClassVar[ConnectionLimiter] = ConnectionLimiter()
    deadline: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.limits: dict[Hashable, int] = {}
        # Behind a proxy all connections share its address, and waiting clients only cost the proxy.
        if self.client and not settings.ALLAUTH_TRUSTED_PROXY_COUNT:
            self.limits[get_client_network(self.client[0])] = MAX_CONNECTIONS_PER_ADDRESS
        if connection := transport.get_extra_info("socket"):
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
        if self.limiter.acquire(self.limits):
            self._set_deadline(HEAD_SECONDS, self._close)
        else:
            self.limits = {}
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._clear_deadline()
        self.limiter.release(self.limits)
        super().connection_lost(exc)

    def handle_events(self) -> None:
        super().handle_events()
        if self._answering:
            self._clear_deadline()

    def on_response_complete(self) -> None:
        self._set_deadline(KEEP_ALIVE_SECONDS, self._close)
        super().on_response_complete()  # may begin the next request, if it has arrived

    def pause_writing(self) -> None:
        super().pause_writing()
        self._set_deadline(WRITE_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._answering:
            self._clear_deadline()

    @property
    def _answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _close(self) -> None:
        self.transport.close()  # pending data is sent first …
        self._set_deadline(WRITE_SECONDS, self.transport.abort)  # … if the client reads it

    def _set_deadline(self, seconds: float, otherwise: Callable[[], None]) -> None:
        self._clear_deadline()
        self.deadline = self.loop.call_later(seconds, otherwise)

    def _clear_deadline(self) -> None:
        if self.deadline:
            self.deadline.cancel()
            self.deadline = None
