"""The live hub: one open stream per visible page, telling it "this table is at number N" and nothing else.

Raw ASGI, because a page that waits should cost a few kilobytes and no thread. A stream is opened with the signed token
from the table's page, so nobody is looked up. It begins with the present number; whatever was missed while it was down
is in there.
"""

import asyncio
import json
import resource
from collections import defaultdict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qs

from django.core import signing

from config.live_sources import Numbers, source_for_settings
from games.services.live import TOKEN_SALT

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

TOKEN_SECONDS = 60 * 60
KEEP_ALIVE_SECONDS = 15
# Every stream is an open file; half of those allowed are left to pages, database and log.
MAX_STREAMS = min(2000, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 2)
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]


class Stream:
    """One page's wish to know a table's number. Only the newest number counts, so a slow reader costs nothing."""

    __slots__ = ("ended", "number", "table", "told", "woken")

    def __init__(self, table: str) -> None:
        self.table = table
        self.number = -1
        self.told = -1
        self.ended = False
        self.woken = asyncio.Event()

    def reach(self, number: int) -> None:
        if number > self.number:
            self.number = number
            self.woken.set()

    def end(self) -> None:
        self.ended = True
        self.woken.set()

    async def next_message(self) -> bytes:
        """The number as an event once it is a new one, or a comment after a while without."""
        with suppress(TimeoutError):
            async with asyncio.timeout(KEEP_ALIVE_SECONDS):
                await self.woken.wait()
        self.woken.clear()
        if self.number == self.told:
            return b":\n\n"
        self.told = self.number
        return f"event: table\ndata: {json.dumps({'table': self.table, 'seq': self.number})}\n\n".encode()


class Hub:
    """All open streams of this process, by table."""

    def __init__(self) -> None:
        self.streams: defaultdict[str, set[Stream]] = defaultdict(set)
        self.count = 0
        self.numbers = Numbers()
        self.source = source_for_settings()

    def start(self) -> None:
        """Begin to listen for changes; to be called inside the running event loop."""
        self.source.start(self, asyncio.get_running_loop())

    def stop(self) -> None:
        """Close all streams, for the server's own end. Browsers come back by themselves."""
        self.source.stop()
        self.numbers.close()
        for streams in self.streams.values():
            for stream in streams:
                stream.end()

    @property
    def watched(self) -> list[str]:
        return list(self.streams)

    def tell(self, numbers: dict[str, int]) -> None:
        """Pass on tables' numbers to whoever watches them. In the event loop's thread only."""
        for table, number in numbers.items():
            for stream in self.streams.get(table, ()):
                stream.reach(number)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        table = _table_of(scope)
        if scope["method"] != "GET":
            await _refuse(send, 405)
        elif table is None:
            await _refuse(send, 403)
        elif self.count >= MAX_STREAMS:
            await _refuse(send, 503)
        else:
            await self._serve(Stream(table), receive, send)

    async def _serve(self, stream: Stream, receive: Receive, send: Send) -> None:
        # Watch first, ask second: a change between the two is then told twice rather than never.
        self.streams[stream.table].add(stream)
        self.count += 1
        writer = asyncio.create_task(self._write(stream, send))
        try:
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            writer.cancel()
            self.count -= 1
            self.streams[stream.table].discard(stream)
            if not self.streams[stream.table]:
                del self.streams[stream.table]

    async def _write(self, stream: Stream, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        await send({"type": "http.response.body", "body": b"retry: 2000\n\n", "more_body": True})
        self.tell(await self.numbers.of([stream.table]))
        while not stream.ended:
            await send({"type": "http.response.body", "body": await stream.next_message(), "more_body": True})
        await send({"type": "http.response.body", "body": b""})


def _table_of(scope: Scope) -> str | None:
    token = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
    try:
        return str(signing.loads(token, salt=TOKEN_SALT, max_age=TOKEN_SECONDS))
    except signing.BadSignature:
        return None


async def _refuse(send: Send, status: int) -> None:
    headers = [(b"content-type", b"text/plain"), (b"content-length", b"0"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
