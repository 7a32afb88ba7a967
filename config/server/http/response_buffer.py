"""Buffering of responses for slow readers: no page thread waits for them, and memory stays bounded.

A page thread hands over its whole response at once (a2wsgi's queue is unbounded, see config.asgi), and uvicorn would
copy all of it into the connection's buffer. Here it is passed to uvicorn in pieces, each after the reader has taken the
previous one. Unread data above MEMORY_BYTES goes to temporary files.
"""

import asyncio
import tempfile
from collections import Counter, deque
from collections.abc import Hashable
from typing import IO, Any

from config.server.http.body_reader import App, Receive, Scope, Send, send_response
from config.server.http.connection_limits import ConnectionLimiter, get_client_address

PIECE_BYTES = 64 * 1024
MEMORY_BYTES = 16 * 1024**2  # unread data of all responses in a process
MAX_UNREAD_PER_ADDRESS = 128 * 1024**2  # in memory and files; above it, responses are cut off
# Concurrent requests from one address. Browsers use six connections each, so this is fifty people loading a page at
# once. Behind a proxy it is the only limit per address, because connections are the proxy's there.
MAX_REQUESTS_PER_ADDRESS = 300
RETRY_AFTER = b"2"


class ResponseBuffer:
    """Calls `app` and sends its response as fast as the reader takes it. Limits concurrent requests per address."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.limiter = ConnectionLimiter()
        self.unread = UnreadBytes()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = get_client_address(scope)
        limits: dict[Hashable, int] = {address: MAX_REQUESTS_PER_ADDRESS} if address else {}
        if not self.limiter.acquire(limits):
            await send_response(scope, send, 503, [(b"connection", b"close"), (b"retry-after", RETRY_AFTER)])
            return
        try:
            await self._answer(scope, receive, send, address)
        finally:
            self.limiter.release(limits)

    async def _answer(self, scope: Scope, receive: Receive, send: Send, address: str) -> None:
        response = BufferedResponse(self.unread, address)
        writer = asyncio.create_task(response.write_to(send))
        try:
            await self.app(scope, receive, response.put)
            response.end()
            await writer
        finally:
            writer.cancel()
            response.close()


class UnreadBytes:
    """The unread data of all responses: in memory, and in total by address."""

    def __init__(self) -> None:
        self.in_memory = 0
        self.by_address: Counter[str] = Counter()


class BufferedResponse:
    """The part of one response that the app has sent and the reader hasn't taken yet.

    Its file is read and written on the event loop, since that only touches the page cache.
    """

    def __init__(self, unread: UnreadBytes, address: str) -> None:
        self.unread, self.address = unread, address
        self.start: dict[str, Any] | None = None
        self.parts: deque[bytes] = deque()  # in memory; once a file exists, all later parts go there
        self.file: IO[bytes] | None = None
        self.read_at = self.written_at = 0  # positions in the file
        self.stored = 0  # bytes counted for the address until the response ends
        self.is_complete = self.has_ended = self.is_cut = False
        self.changed = asyncio.Event()

    async def put(self, message: dict[str, Any]) -> None:
        """Store a message of the app. Never waits for the reader."""
        if message["type"] == "http.response.start":
            self.start = message
        else:
            self._store(message.get("body", b""))
            self.is_complete = not message.get("more_body", False)
        self.changed.set()

    def end(self) -> None:
        """Mark that the app sends nothing more."""
        self.has_ended = True
        self.changed.set()

    def close(self) -> None:
        """Release the response's memory, counts and file."""
        self.unread.in_memory -= sum(map(len, self.parts))
        self.parts.clear()
        self.unread.by_address[self.address] -= self.stored
        if not self.unread.by_address[self.address]:
            del self.unread.by_address[self.address]
        if self.file is not None:
            self.file.close()

    async def write_to(self, send: Send) -> None:
        """Send everything in order; `send` returns when the reader has taken enough.

        A cut-off response isn't completed, so uvicorn closes the connection.
        """
        while self.start is None and not self.has_ended:
            await self._wait()
        if self.start is None:
            return
        await send(self.start)
        while not self.is_cut:
            if piece := self._pop_piece():
                await send({"type": "http.response.body", "body": piece, "more_body": True})
            elif self.is_complete:
                await send({"type": "http.response.body", "body": b""})
                return
            elif self.has_ended:
                return
            else:
                await self._wait()

    async def _wait(self) -> None:
        self.changed.clear()
        await self.changed.wait()

    def _store(self, body: bytes) -> None:
        if not body or self.is_cut:
            return
        if self.unread.by_address[self.address] + len(body) > MAX_UNREAD_PER_ADDRESS:
            self.is_cut = True
            return
        self.unread.by_address[self.address] += len(body)
        self.stored += len(body)
        if self.file is None and self.unread.in_memory + len(body) <= MEMORY_BYTES:
            self.parts.append(body)
            self.unread.in_memory += len(body)
            return
        if self.file is None:
            self.file = tempfile.TemporaryFile()  # noqa: SIM115  # closed with the response
        self.file.seek(self.written_at)
        self.file.write(body)
        self.written_at += len(body)

    def _pop_piece(self) -> bytes:
        """Return the next bytes, about PIECE_BYTES; b"" if nothing has come yet."""
        if self.parts:
            return self._pop_from_memory()
        if self.file is None:
            return b""
        self.file.seek(self.read_at)
        piece = self.file.read(PIECE_BYTES)
        self.read_at += len(piece)
        return piece

    def _pop_from_memory(self) -> bytes:
        piece = bytearray()
        while self.parts and len(piece) < PIECE_BYTES:
            piece += self.parts.popleft()
        if len(piece) > PIECE_BYTES:
            self.parts.appendleft(bytes(piece[PIECE_BYTES:]))
            del piece[PIECE_BYTES:]
        self.unread.in_memory -= len(piece)
        return bytes(piece)
