"""Request bodies, read on the event loop: a page's thread is taken only when there is nothing left to wait for."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from config.bodies import body_limit

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

BODY_SECONDS = 10.0


class Bodies:
    """Calls `app` with the whole body at once, and with its true length.

    A body over the limit is not read: the page that says so needs none. One that doesn't arrive in time is answered
    with 408, and nobody waits for an answer when the visitor has gone.
    """

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"])
        declared, limit = int(headers.get(b"content-length", b"0")), body_limit(scope["path"])
        if declared > limit or not (declared or b"transfer-encoding" in headers):
            await self.app(scope, _all_of(b""), send)
            return
        try:
            async with asyncio.timeout(BODY_SECONDS):
                body = await _read(receive, limit)
        except TimeoutError:
            await answer(send, 408, [(b"connection", b"close")])
        else:
            if body is not None:
                await self.app(_with_length(scope, len(body)), _all_of(body), send)


async def answer(send: Send, status: int, headers: list[tuple[bytes, bytes]] | None = None) -> None:
    """A status without a page."""
    plain = [(b"content-type", b"text/plain"), (b"content-length", b"0"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": plain + (headers or [])})
    await send({"type": "http.response.body", "body": b""})


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


def _all_of(body: bytes) -> Receive:
    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    return receive
