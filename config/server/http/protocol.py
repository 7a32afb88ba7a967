"""One visitor's connection: uvicorn's HTTP/1.1 with limits on how long it may keep us waiting, and how many one has.

uvicorn itself waits for ever for a request's head and for a reader of its answer. The body has its deadline in
`config.server.http.body_reader`, because there it also holds under another server.
"""

from asyncio import TimerHandle, Transport
from collections.abc import Callable, Hashable
from typing import ClassVar

from django.conf import settings
from uvicorn.protocols.http.h11_impl import H11Protocol

from config.server.http.client_ip import ConnectionLimiter, get_client_network

HEAD_SECONDS = 10.0  # from the start of a connection to the whole head of its first request
# … and from the end of an answer to the whole next head. Who thinks for a few seconds shall not find the line cut in
# the very moment of the move; a proxy can't send a POST again.
KEEP_ALIVE_SECONDS = 30.0
WRITE_SECONDS = 60.0  # for a reader to take the 48 KB that let us go on, or the rest before the end
# A club behind one address has dozens of people with up to six connections each.
MAX_CONNECTIONS_PER_ADDRESS = 600


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
