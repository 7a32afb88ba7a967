"""Reading of request bodies on the event loop, so that a page thread is used only once the body is complete.

uvicorn has no limit for a body's size or duration, and Django's `DATA_UPLOAD_MAX_MEMORY_SIZE` applies only after a page
thread has waited.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from typing import Any
from weakref import WeakValueDictionary

from django.conf import settings
from django.db import connection
from django.http.cookie import parse_cookie

from config.db import unavailable
from config.middleware.request_limits import get_body_limit
from config.security_headers import security_headers
from config.server.http.connection_limits import get_client_address

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

BODY_SECONDS = 10.0  # for a whole body of normal size, and between two parts of a large one
LARGE_SECONDS = 60.0  # for a large one: 2.2 Mbit/s for the largest
MAX_LARGE_BODIES = 2  # per process, from the first byte to the response: about 100 MB each while processed
RETRY_AFTER = b"30"
logger = logging.getLogger("tefuda.door")


class BodyReader:
    """Calls `app` with the complete body and its true length.

    A body over the limit isn't read, because the error page doesn't need it. One that arrives too slowly gets a 408,
    and nothing is sent if the client disconnects. A body over the normal size is read only for a session that belongs
    to someone: one at a time per person and address, MAX_LARGE_BODIES in total. Others wait unread, and finally get a
    503.
    """

    def __init__(self, app: App) -> None:
        self.app = app
        self.large = asyncio.Semaphore(MAX_LARGE_BODIES)
        self.locks: WeakValueDictionary[tuple[str, Any], asyncio.Lock] = WeakValueDictionary()
        self.session_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="sessions")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"])
        declared, limit = int(headers.get(b"content-length", b"0")), get_body_limit(scope["path"])
        if declared > limit or not (declared or b"transfer-encoding" in headers):
            await self.app(scope, _receive_whole(b""), send)
        elif limit > settings.MAX_BODY_BYTES and not 0 < declared <= settings.MAX_BODY_BYTES:
            await self._read_large(scope, receive, send, declared, limit)
        else:
            await self._read_and_call(scope, receive, send, limit, BODY_SECONDS)

    async def _read_large(self, scope: Scope, receive: Receive, send: Send, declared: int, limit: int) -> None:
        find_owner = asyncio.get_running_loop().run_in_executor
        owner = await find_owner(self.session_thread, find_session_owner, scope)
        if owner is None and declared:
            await self.app(scope, _receive_whole(b""), send)  # BodyLimitMiddleware refuses it
        elif owner is None:
            await self._read_and_call(scope, receive, send, settings.MAX_BODY_BYTES, BODY_SECONDS)
        else:
            await self._take_turn(scope, receive, send, limit, owner)

    async def _take_turn(self, scope: Scope, receive: Receive, send: Send, limit: int, owner: int) -> None:
        turns: list[AbstractAsyncContextManager[Any]] = [self._get_lock("person", owner)]
        if address := get_client_address(scope):
            turns.append(self._get_lock("address", address))
        async with AsyncExitStack() as stack:
            try:
                async with asyncio.timeout(LARGE_SECONDS):
                    for turn in (*turns, self.large):
                        await stack.enter_async_context(turn)
            except TimeoutError:
                await send_response(scope, send, 503, [(b"connection", b"close"), (b"retry-after", RETRY_AFTER)])
                return
            await self._read_and_call(scope, receive, send, limit, LARGE_SECONDS)

    def _get_lock(self, kind: str, key: object) -> asyncio.Lock:
        """Return the lock for this key, shared as long as anyone holds it."""
        return self.locks.setdefault((kind, key), asyncio.Lock())

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


def find_session_owner(scope: Scope) -> int | None:
    """Return the owner of the session in the request's cookie. None without one, or if the database is unavailable.

    Queries the database: call it in a thread.
    """
    from accounts.sessions import get_session_owner  # models, which need Django to be set up

    cookies = "; ".join(value.decode("latin-1") for name, value in scope["headers"] if name == b"cookie")
    try:
        return get_session_owner(parse_cookie(cookies).get(settings.SESSION_COOKIE_NAME))
    except Exception as problem:
        if unavailable.is_unavailable(problem):
            unavailable.log_unavailable(problem)
        else:
            logger.warning("the session of a large body can't be looked up: %s", type(problem).__name__)
        return None
    finally:
        connection.close()  # of this thread; large bodies are rare


async def send_response(
    scope: Scope, send: Send, status: int, headers: list[tuple[bytes, bytes]] | None = None, body: bytes = b""
) -> None:
    """Send a response without a page: plain text, unless `headers` set another type."""
    given_names = {name for name, _ in headers or []}
    plain = [
        (b"content-type", b"text/plain"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        *get_security_headers(scope),
    ]
    default_headers = [header for header in plain if header[0] not in given_names]
    await send({"type": "http.response.start", "status": status, "headers": default_headers + (headers or [])})
    await send({"type": "http.response.body", "body": b"" if scope.get("method") == "HEAD" else body})


def get_security_headers(scope: Scope) -> list[tuple[bytes, bytes]]:
    """Return the same security headers that pages have."""
    headers = security_headers(secure=_is_secure(scope))
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]


def _is_secure(scope: Scope) -> bool:
    """Return whether the client used HTTPS, to this process or according to the proxy that Django trusts."""
    if scope.get("scheme") == "https":
        return True
    believed = getattr(settings, "SECURE_PROXY_SSL_HEADER", None)  # only behind a proxy
    if believed is None:
        return False
    name, value = believed
    header_name = name.removeprefix("HTTP_").replace("_", "-").lower().encode()
    return (header_name, value.encode()) in [
        (header.lower(), header_value) for header, header_value in scope["headers"]
    ]


async def _read(receive: Receive, limit: int) -> bytes | None:
    """Return the body, or its first part if it is too long; None if the client has disconnected."""
    body, has_more = bytearray(), True
    while has_more and len(body) <= limit:
        async with asyncio.timeout(BODY_SECONDS):
            message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        has_more = message.get("more_body", False)
    return bytes(body)


def _with_length(scope: Scope, length: int) -> Scope:
    """Set the length, which chunked bodies lack: WSGI would read none without it."""
    framing = (b"content-length", b"transfer-encoding")
    headers = [header for header in scope["headers"] if header[0] not in framing]
    return {**scope, "headers": [*headers, (b"content-length", str(length).encode())]}


def _receive_whole(body: bytes) -> Receive:
    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    return receive
