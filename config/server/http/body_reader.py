"""Request bodies, read on the event loop: a page's thread is taken only when there is nothing left to wait for.

uvicorn has no option for a body's size or time; Django's `DATA_UPLOAD_MAX_MEMORY_SIZE` counts what a page's thread has
already waited for.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from django.conf import settings

from config.middleware.request_limits import get_body_limit
from config.security_headers import security_headers

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

BODY_SECONDS = 10.0
LARGE_SECONDS = 60.0  # for one of the few that may be large: 2.2 Mbit/s for the largest
MAX_LARGE_BODIES = 2  # in one process, from the first byte to the answer: some 100 MB each while they are looked at
RETRY_AFTER = b"30"


class BodyReader:
    """Calls `app` with the whole body at once, and with its true length.

    A body over the limit is not read: the page that says so needs none. One that doesn't arrive in time is answered
    with 408, and nobody waits for an answer when the visitor has gone. Of those over the usual size no more than
    MAX_LARGE_BODIES are in memory; the others wait with their bytes unread, and at last are told to try again.
    """

    def __init__(self, app: App) -> None:
        self.app = app
        self.large = asyncio.Semaphore(MAX_LARGE_BODIES)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"])
        declared, limit = int(headers.get(b"content-length", b"0")), get_body_limit(scope["path"])
        if declared > limit or not (declared or b"transfer-encoding" in headers):
            await self.app(scope, _receive_whole(b""), send)
            return
        if limit > settings.MAX_BODY_BYTES and not 0 < declared <= settings.MAX_BODY_BYTES:
            await self._large(scope, receive, send, limit)
        else:
            await self._read_and_call(scope, receive, send, limit, BODY_SECONDS)

    async def _large(self, scope: Scope, receive: Receive, send: Send, limit: int) -> None:
        try:
            async with asyncio.timeout(LARGE_SECONDS):
                await self.large.acquire()
        except TimeoutError:
            await send_response(scope, send, 503, [(b"connection", b"close"), (b"retry-after", RETRY_AFTER)])
            return
        try:
            await self._read_and_call(scope, receive, send, limit, LARGE_SECONDS)
        finally:
            self.large.release()

    async def _read_and_call(
        self, scope: Scope, receive: Receive, send: Send, limit: int, seconds: float
    ) -> None:  # fmt: skip
        try:
            async with asyncio.timeout(seconds):
                body = await _read(receive, limit)
        except TimeoutError:
            await send_response(scope, send, 408, [(b"connection", b"close")])
        else:
            if body is not None:
                await self.app(_with_length(scope, len(body)), _receive_whole(body), send)


async def send_response(
    scope: Scope, send: Send, status: int, headers: list[tuple[bytes, bytes]] | None = None, body: bytes = b""
) -> None:
    """A status without a page: plain text, unless `headers` name another type."""
    own = {name for name, _ in headers or []}
    plain = [
        (b"content-type", b"text/plain"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        *get_security_headers(scope),
    ]
    kept = [header for header in plain if header[0] not in own]
    await send({"type": "http.response.start", "status": status, "headers": kept + (headers or [])})
    await send({"type": "http.response.body", "body": b"" if scope.get("method") == "HEAD" else body})


def get_security_headers(scope: Scope) -> list[tuple[bytes, bytes]]:
    """The security headers that pages carry, for an answer to this request."""
    found = security_headers(secure=_is_secure(scope))
    return [(name.lower().encode(), value.encode()) for name, value in found.items()]


def _is_secure(scope: Scope) -> bool:
    """Whether the visitor came by HTTPS: to this process, or by the word of the proxy that Django believes, too."""
    if scope.get("scheme") == "https":
        return True
    believed = getattr(settings, "SECURE_PROXY_SSL_HEADER", None)  # only behind a proxy
    if believed is None:
        return False
    name, value = believed
    wanted = name.removeprefix("HTTP_").replace("_", "-").lower().encode()
    return (wanted, value.encode()) in [(header.lower(), said) for header, said in scope["headers"]]


async def _read(receive: Receive, limit: int) -> bytes | None:
    """The body, or its first part if it is longer than allowed; None if the visitor has gone."""
    body, more = bytearray(), True
    while more and len(body) <= limit:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return bytes(body)


def _with_length(scope: Scope, length: int) -> Scope:
    """Sent in chunks, a body has no length, and WSGI reads none that has none."""
    framing = (b"content-length", b"transfer-encoding")
    headers = [header for header in scope["headers"] if header[0] not in framing]
    return {**scope, "headers": [*headers, (b"content-length", str(length).encode())]}


def _receive_whole(body: bytes) -> Receive:
    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    return receive
