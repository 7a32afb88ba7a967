"""How long a visitor's connection may keep us waiting, how many one visitor has, and who that is.

uvicorn's options that are taken stand in `config.server.http.uvicorn`. Looked at besides: `timeout_keep_alive` is put
off by any byte, and none of uvicorn's options has a deadline for a request's head or for a reader of its answer, so
its HTTP/1.1 is subclassed. `limit_concurrency` counts all connections together, none by address. The body has its
deadline in `config.server.http.body_reader`, because there it also holds under another server.
"""

import ipaddress
from asyncio import TimerHandle, Transport
from collections import Counter
from collections.abc import Callable, Hashable
from typing import Any, ClassVar

from django.conf import settings
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 10.0  # from the start of a connection to the whole head of its first request
# … and from the end of an answer to the whole next head. Who thinks for a few seconds shall not find the line cut in
# the very moment of the move; a proxy can't send a POST again.
KEEP_ALIVE_SECONDS = 30.0
WRITE_SECONDS = 60.0  # for a reader to take the 48 KB that let us go on, or the rest before the end
# A club behind one address has dozens of people with up to six connections each.
MAX_CONNECTIONS_PER_ADDRESS = 600


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


class LimitedProtocol(H11Protocol):
    """One deadline at a time: for the next head, then for the reader. In between the site itself is at work."""

    limiter: ClassVar[ConnectionLimiter] = ConnectionLimiter()
    deadline: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.limits: dict[Hashable, int] = {}
        # Behind a proxy all come from its address, and it is the proxy that is kept waiting.
        if self.client and not settings.ALLAUTH_TRUSTED_PROXY_COUNT:
            self.limits[get_client_network(self.client[0])] = MAX_CONNECTIONS_PER_ADDRESS
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
        super().on_response_complete()  # which may begin the next request, if it is here already

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
        self.transport.close()  # what is still to be written is written first …
        self._set_deadline(WRITE_SECONDS, self.transport.abort)  # … if anybody reads it

    def _set_deadline(self, seconds: float, otherwise: Callable[[], None]) -> None:
        self._clear_deadline()
        self.deadline = self.loop.call_later(seconds, otherwise)

    def _clear_deadline(self) -> None:
        if self.deadline:
            self.deadline.cancel()
            self.deadline = None
