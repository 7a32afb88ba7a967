"""The live hub: one open stream per visible page, which sends revisions of a table and of other topics in its token.

Raw ASGI, so that a waiting page costs a few kilobytes and no thread. A stream is opened with the signed token from the
table's page, so no user is looked up. It starts with the current revisions, which include everything missed while
disconnected.
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

from config.server.http.body_reader import Receive, Scope, Send, get_security_headers, send_response
from config.server.http.connection_limits import ConnectionLimiter, get_client_address
from config.server.sse.sources import RevisionReader, create_source
from config.server.sse.stream_counts import StreamCounts
from games.tables.live.presence import RECORD_INTERVAL_SECONDS, Fetch, pop_fetches
from games.tables.live.publish import TOKEN_SALT
from games.tables.live.topics import get_event_name

TOKEN_SECONDS = 60 * 60
KEEP_ALIVE_SECONDS = 15
# Every stream takes a file descriptor; half of them are left to pages, database and log.
MAX_STREAMS = min(2000, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 2)
# Totals of all web processes (stream_counts). Only visible pages have a stream. Many people of a club may share an
# address; a person has a handful of windows.
MAX_STREAMS_PER_USER = 20
MAX_STREAMS_PER_ADDRESS = 300
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


class Stream:
    """One page's stream. Only the latest revision of each topic is kept, so a slow reader costs nothing."""

    __slots__ = ("ended", "person", "revisions", "table", "unsent", "woken")

    def __init__(self, table: str, person: str, topics: Iterable[str]) -> None:
        self.table, self.person = table, person
        self.revisions = dict.fromkeys((table, *topics), -1)
        self.unsent: dict[str, int] = {}  # revisions not sent yet
        self.ended = False
        self.woken = asyncio.Event()

    def push(self, topic: str, number: int) -> None:
        if number > self.revisions[topic]:
            self.revisions[topic] = self.unsent[topic] = number
            self.woken.set()

    def end(self) -> None:
        self.ended = True
        self.woken.set()

    async def next_message(self) -> bytes:
        """Return new revisions as events as soon as there are any, or a comment to keep the connection alive."""
        with suppress(TimeoutError):
            async with asyncio.timeout(KEEP_ALIVE_SECONDS):
                await self.woken.wait()
        self.woken.clear()
        revisions, self.unsent = self.unsent, {}
        return "".join(_event(topic, number) for topic, number in revisions.items()).encode() or b":\n\n"


class Hub:
    """All open streams of this process, by topic."""

    def __init__(self) -> None:
        self.streams: defaultdict[str, set[Stream]] = defaultdict(set)
        self.count = 0
        self.stopped = False
        self.limiter = ConnectionLimiter()  # of this process
        self.stream_counts = StreamCounts(self.limiter.counts.__getitem__)  # of all processes
        self.revision_reader = RevisionReader()
        self.source = create_source()

    def start(self) -> None:
        """Start listening for changes. Call it inside the running event loop."""
        self.source.start(self, asyncio.get_running_loop())
        self.stream_counts.start()
        self.presence_task = asyncio.create_task(self._record_presence())

    def stop(self) -> None:
        """Close all streams before the server ends. Browsers reconnect automatically."""
        self.source.stop()
        self.stream_counts.stop()
        self.stopped = True
        self.revision_reader.close()
        for streams in self.streams.values():
            for stream in streams:
                stream.end()

    @property
    def topics(self) -> list[str]:
        return list(self.streams)

    @property
    def presence(self) -> set[Fetch]:
        """Return who is looking at which table."""
        return {(stream.table, stream.person) for streams in self.streams.values() for stream in streams}

    async def _record_presence(self) -> None:
        while not self.stopped:
            await asyncio.sleep(RECORD_INTERVAL_SECONDS)
            await self.revision_reader.record_presence(self.presence | pop_fetches())

    def publish(self, numbers: dict[str, int]) -> None:
        """Push revisions to the streams that watch these topics. Only in the event loop's thread."""
        for topic, number in numbers.items():
            for stream in self.streams.get(topic, ()):
                stream.push(topic, number)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        watcher = _read_token(scope)
        if scope["method"] not in ("GET", "HEAD"):
            await send_response(scope, send, 405, [(b"allow", b"GET, HEAD")])
        elif watcher is None:
            await send_response(scope, send, 403)
        elif scope["method"] == "HEAD":
            await send(_stream_start(scope))
            await send({"type": "http.response.body", "body": b""})
        elif self.count >= MAX_STREAMS:
            await send_response(scope, send, 503)
        else:
            person, (table, *topics) = watcher
            await self._admit(
                scope, Stream(table, person, topics), _limits(person, get_client_address(scope)), receive, send
            )

    async def _admit(
        self, scope: Scope, stream: Stream, limits: dict[Hashable, int], receive: Receive, send: Send
    ) -> None:
        if not self.limiter.acquire(limits):
            await send_response(scope, send, 429, [(b"retry-after", b"30")])
            return
        try:
            if not await self.stream_counts.admit(limits):
                await send_response(scope, send, 429, [(b"retry-after", b"30")])
                return
            await send(_stream_start(scope))
            await self._serve(stream, receive, send)
        finally:
            self.limiter.release(limits)
            self.stream_counts.note_fewer(limits)

    async def _serve(self, stream: Stream, receive: Receive, send: Send) -> None:
        # Subscribe first, then read: a change in between is sent twice rather than never.
        for topic in stream.revisions:
            self.streams[topic].add(stream)
        self.count += 1
        writer = asyncio.create_task(self._write(stream, send))
        try:
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            writer.cancel()
            self.count -= 1
            for topic in stream.revisions:
                self.streams[topic].discard(stream)
                if not self.streams[topic]:
                    del self.streams[topic]

    async def _write(self, stream: Stream, send: Send) -> None:
        await send({"type": "http.response.body", "body": b"retry: 2000\n\n", "more_body": True})
        self.publish(await self.revision_reader.read(list(stream.revisions)))
        while not stream.ended:
            await send({"type": "http.response.body", "body": await stream.next_message(), "more_body": True})
        await send({"type": "http.response.body", "body": b""})


def _stream_start(scope: Scope) -> dict[str, Any]:
    return {"type": "http.response.start", "status": 200, "headers": HEADERS + get_security_headers(scope)}


def _event(topic: str, number: int) -> str:
    """Format the revision of a table or another topic as an event."""
    table, _, part = topic.partition("/")
    data = {"room": part, "number": number} if part else {"table": table, "seq": number}
    return f"event: {get_event_name(topic)}\ndata: {json.dumps(data)}\n\n"


def _read_token(scope: Scope) -> tuple[str, list[str]] | None:
    """Return the person in the token ("" for anonymous visitors), and the topics, its table first."""
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
        limits["person", person] = MAX_STREAMS_PER_USER
    if address:
        limits["address", address] = MAX_STREAMS_PER_ADDRESS
    return limits
