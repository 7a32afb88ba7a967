"""The live hub: one open stream per visible page, telling it "this table is at number N" and nothing else; and the same
of what its token names besides, such as the talk at that table.

Raw ASGI, because a page that waits should cost a few kilobytes and no thread. A stream is opened with the signed token
from the table's page, so nobody is looked up. It begins with the present number; whatever was missed while it was down
is in there.
"""

import asyncio
import json
import resource
from collections import defaultdict
from collections.abc import Hashable, Iterable
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qs

from django.core import signing

from config.server.http.body_reader import Receive, Scope, Send, answer, headers_for
from config.server.http.client_ip import Quota, address_of
from config.server.sse.sources import Numbers, source_for_settings
from games.tables.live.presence import NOTED_EVERY_SECONDS, Pair, fetched_taken
from games.tables.live.publish import TOKEN_SALT

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
]


class Stream:
    """One page's wish to know its topics' numbers. Only the newest count, so a slow reader costs nothing."""

    __slots__ = ("ended", "news", "person", "reached", "table", "woken")

    def __init__(self, table: str, person: str, topics: Iterable[str]) -> None:
        self.table, self.person = table, person
        self.reached = dict.fromkeys((table, *topics), -1)
        self.news: dict[str, int] = {}  # what has not been told yet
        self.ended = False
        self.woken = asyncio.Event()

    def reach(self, topic: str, number: int) -> None:
        if number > self.reached[topic]:
            self.reached[topic] = self.news[topic] = number
            self.woken.set()

    def end(self) -> None:
        self.ended = True
        self.woken.set()

    async def next_message(self) -> bytes:
        """New numbers as events as soon as there are any, or a comment after a while without."""
        with suppress(TimeoutError):
            async with asyncio.timeout(KEEP_ALIVE_SECONDS):
                await self.woken.wait()
        self.woken.clear()
        news, self.news = self.news, {}
        return "".join(_event(topic, number) for topic, number in news.items()).encode() or b":\n\n"


class Hub:
    """All open streams of this process, by topic."""

    def __init__(self) -> None:
        self.streams: defaultdict[str, set[Stream]] = defaultdict(set)
        self.count = 0
        self.stopped = False
        self.quota = Quota()
        self.numbers = Numbers()
        self.source = source_for_settings()

    def start(self) -> None:
        """Begin to listen for changes; to be called inside the running event loop."""
        self.source.start(self, asyncio.get_running_loop())
        self.noting = asyncio.create_task(self._note_looks())

    def stop(self) -> None:
        """Close all streams, for the server's own end. Browsers come back by themselves."""
        self.source.stop()
        self.stopped = True
        self.numbers.close()
        for streams in self.streams.values():
            for stream in streams:
                stream.end()

    @property
    def watched(self) -> list[str]:
        return list(self.streams)

    @property
    def looks(self) -> set[Pair]:
        """Who has which table in view."""
        return {(stream.table, stream.person) for streams in self.streams.values() for stream in streams}

    async def _note_looks(self) -> None:
        while not self.stopped:
            await asyncio.sleep(NOTED_EVERY_SECONDS)
            await self.numbers.looked(self.looks | fetched_taken())

    def tell(self, numbers: dict[str, int]) -> None:
        """Pass on topics' numbers to whoever watches them. In the event loop's thread only."""
        for topic, number in numbers.items():
            for stream in self.streams.get(topic, ()):
                stream.reach(topic, number)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        watcher = _watcher(scope)
        if scope["method"] not in ("GET", "HEAD"):
            await answer(scope, send, 405, [(b"allow", b"GET, HEAD")])
        elif watcher is None:
            await answer(scope, send, 403)
        elif scope["method"] == "HEAD":
            await send(_stream_start(scope))
            await send({"type": "http.response.body", "body": b""})
        elif self.count >= MAX_STREAMS:
            await answer(scope, send, 503)
        else:
            person, (table, *topics) = watcher
            await self._admit(scope, Stream(table, person, topics), _limits(person, address_of(scope)), receive, send)

    async def _admit(
        self, scope: Scope, stream: Stream, limits: dict[Hashable, int], receive: Receive, send: Send
    ) -> None:
        if not self.quota.enter(limits):
            await answer(scope, send, 429, [(b"retry-after", b"30")])
            return
        try:
            await send(_stream_start(scope))
            await self._serve(stream, receive, send)
        finally:
            self.quota.leave(limits)

    async def _serve(self, stream: Stream, receive: Receive, send: Send) -> None:
        # Watch first, ask second: a change between the two is then told twice rather than never.
        for topic in stream.reached:
            self.streams[topic].add(stream)
        self.count += 1
        writer = asyncio.create_task(self._write(stream, send))
        try:
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            writer.cancel()
            self.count -= 1
            for topic in stream.reached:
                self.streams[topic].discard(stream)
                if not self.streams[topic]:
                    del self.streams[topic]

    async def _write(self, stream: Stream, send: Send) -> None:
        await send({"type": "http.response.body", "body": b"retry: 2000\n\n", "more_body": True})
        self.tell(await self.numbers.of(list(stream.reached)))
        while not stream.ended:
            await send({"type": "http.response.body", "body": await stream.next_message(), "more_body": True})
        await send({"type": "http.response.body", "body": b""})


def _stream_start(scope: Scope) -> dict[str, Any]:
    return {"type": "http.response.start", "status": 200, "headers": HEADERS + headers_for(scope)}


def _event(topic: str, number: int) -> str:
    """The revision of a table, or the number of something at one."""
    table, _, part = topic.partition("/")
    kind, told = ("talk", {"room": part, "number": number}) if part else ("table", {"table": table, "seq": number})
    return f"event: {kind}\ndata: {json.dumps(told)}\n\n"


def _watcher(scope: Scope) -> tuple[str, list[str]] | None:
    """The person ("" for somebody without an account) that the token was made for, and the topics, its table first."""
    token = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
    try:
        signed = signing.loads(token, salt=TOKEN_SALT, max_age=TOKEN_SECONDS)
    except signing.BadSignature:
        return None
    if not isinstance(signed, list) or len(signed) < 2:  # a token of an earlier version
        return None
    table, person, *topics = signed
    return person, [table, *topics]


def _limits(person: str, address: str) -> dict[Hashable, int]:
    limits: dict[Hashable, int] = {}
    if person:
        limits["person", person] = STREAMS_PER_PERSON
    if address:
        limits["address", address] = STREAMS_PER_ADDRESS
    return limits
