"""The live hub: one open stream per visible page, telling it "this table is at number N" and nothing else.

Raw ASGI, because a page that waits should cost a few kilobytes and no thread. A stream is opened with the signed token
from the table's page, so nobody is looked up. It begins with the present number; whatever was missed while it was down
is in there.
"""

import asyncio
import json
import resource
from collections import defaultdict
from collections.abc import Hashable
from contextlib import suppress
from urllib.parse import parse_qs

from django.core import signing

from config.runtime.bodies import Receive, Scope, Send, answer
from config.runtime.live_sources import Numbers, source_for_settings
from config.runtime.visitors import Quota, address_of
from games.live.announce import TOKEN_SALT

TOKEN_SECONDS = 60 * 60
KEEP_ALIVE_SECONDS = 15
# Every stream is an open file; half of those allowed are left to pages, database and log.
MAX_STREAMS = min(2000, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 2)
# Only visible pages have one. A club behind one address has many people, a person a handful of windows.
STREAMS_PER_PERSON = 20
STREAMS_PER_ADDRESS = 300
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
        self.quota = Quota()
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
        watcher = _watcher(scope)
        if scope["method"] not in ("GET", "HEAD"):
            await answer(send, 405, [(b"allow", b"GET, HEAD")])
        elif watcher is None:
            await answer(send, 403)
        elif scope["method"] == "HEAD":
            await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
            await send({"type": "http.response.body", "body": b""})
        elif self.count >= MAX_STREAMS:
            await answer(send, 503)
        else:
            table, person = watcher
            await self._admit(Stream(table), _limits(person, address_of(scope)), receive, send)

    async def _admit(self, stream: Stream, limits: dict[Hashable, int], receive: Receive, send: Send) -> None:
        if not self.quota.enter(limits):
            await answer(send, 429, [(b"retry-after", b"30")])
            return
        try:
            await self._serve(stream, receive, send)
        finally:
            self.quota.leave(limits)

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


def _watcher(scope: Scope) -> tuple[str, str] | None:
    """The table and the person ("" for somebody without an account) that the token was made for."""
    token = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
    try:
        table, person = signing.loads(token, salt=TOKEN_SALT, max_age=TOKEN_SECONDS)
    except (signing.BadSignature, ValueError):  # the latter for a token of an earlier version
        return None
    return table, person


def _limits(person: str, address: str) -> dict[Hashable, int]:
    limits: dict[Hashable, int] = {}
    if person:
        limits["person", person] = STREAMS_PER_PERSON
    if address:
        limits["address", address] = STREAMS_PER_ADDRESS
    return limits
