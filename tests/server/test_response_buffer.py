"""Slow readers cost little memory and no page thread, and get every byte all the same."""

import asyncio
import itertools
from contextlib import ExitStack, suppress
from typing import Any

import pytest
from pytest_django import Settings

from config.server.http import response_buffer
from config.server.http.response_buffer import PIECE_BYTES, ResponseBuffer
from tests.server.raw_http import Visitor, site_running, status
from tests.server.running import eventually

pytestmark = pytest.mark.process
BODY = bytes(itertools.islice(itertools.cycle(range(251)), 1_000_000))
SCOPE: dict[str, Any] = {"type": "http", "path": "/", "headers": [], "client": ("10.0.0.1", 1), "method": "GET"}


def answering(*chunks: bytes, ends: bool = True) -> Any:
    """An app that sends its whole response in one message."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for chunk in chunks:
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
        if ends:
            await send({"type": "http.response.body", "body": b""})

    return app


class Reader:
    """Takes `pieces` messages, then none until it is let go on."""

    def __init__(self, pieces: int = 0) -> None:
        self.pieces, self.messages, self.goes_on = pieces, [], asyncio.Event()

    async def send(self, message: dict[str, Any]) -> None:
        if len(self.messages) >= self.pieces:
            await self.goes_on.wait()
        self.messages.append(message)

    @property
    def body(self) -> bytes:
        return b"".join(message.get("body", b"") for message in self.messages)

    @property
    def is_complete(self) -> bool:
        return self.messages[-1] == {"type": "http.response.body", "body": b""}


async def receive() -> dict[str, Any]:
    return {"type": "http.request", "body": b""}


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


@pytest.mark.parametrize("memory", [0, 100_000, 2_000_000])
@pytest.mark.parametrize("chunks", [(BODY,), tuple(BODY[at : at + 4096] for at in range(0, len(BODY), 4096)), ()])
def test_a_slow_reader_gets_every_byte_in_order(
    monkeypatch: pytest.MonkeyPatch, memory: int, chunks: tuple[bytes, ...]
) -> None:
    monkeypatch.setattr(response_buffer, "MEMORY_BYTES", memory)

    async def visit() -> None:
        buffer, reader = ResponseBuffer(answering(*chunks)), Reader(pieces=3)
        visiting = asyncio.create_task(buffer(SCOPE, receive, reader.send))
        await settle()
        assert buffer.unread.in_memory <= memory
        reader.goes_on.set()
        await visiting
        assert reader.body == b"".join(chunks)
        assert reader.is_complete
        assert max(len(message.get("body", b"")) for message in reader.messages) <= PIECE_BYTES
        assert (buffer.unread.in_memory, +buffer.unread.by_address, +buffer.limiter.counts) == (0, {}, {})

    asyncio.run(visit())


def test_what_one_address_leaves_unread_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(response_buffer, "MAX_UNREAD_PER_ADDRESS", 2_500_000)

    async def visit() -> None:
        buffer, readers, other = ResponseBuffer(answering(BODY)), [Reader(1) for _ in range(4)], Reader(100)
        visiting = [asyncio.create_task(buffer(SCOPE, receive, reader.send)) for reader in readers]
        await settle()
        await buffer({**SCOPE, "client": ("10.0.0.2", 1)}, receive, other.send)
        for reader in readers:
            reader.goes_on.set()
        await asyncio.gather(*visiting)
        assert [reader.is_complete for reader in (*readers, other)] == [True, True, False, False, True]
        assert +buffer.unread.by_address == {}

    asyncio.run(visit())


def test_an_app_that_fails_leaves_nothing_behind() -> None:
    async def failing(scope: Any, receive: Any, send: Any) -> None:
        await answering(BODY, ends=False)(scope, receive, send)
        raise LookupError

    async def visit() -> None:
        buffer = ResponseBuffer(failing)
        with suppress(LookupError):
            await buffer(SCOPE, receive, Reader(1).send)
        assert (buffer.unread.in_memory, +buffer.unread.by_address, +buffer.limiter.counts) == (0, {}, {})

    asyncio.run(visit())


@pytest.mark.parametrize("proxies", [0, 1])
def test_one_address_has_so_many_requests_under_way(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, proxies: int
) -> None:
    monkeypatch.setattr(response_buffer, "MAX_REQUESTS_PER_ADDRESS", 2)
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies

    def scope(number: int) -> dict[str, Any]:
        if proxies:
            return {**SCOPE, "headers": [(b"x-forwarded-for", f"1.2.3.4, 10.0.0.{number}".encode())]}
        return {**SCOPE, "client": (f"10.0.0.{number}", 1)}

    async def visit() -> None:
        buffer, slow, late, other = ResponseBuffer(answering(BODY)), [Reader(), Reader()], Reader(100), Reader(100)
        visiting = [asyncio.create_task(buffer(scope(1), receive, reader.send)) for reader in slow]
        await settle()
        await buffer(scope(1), receive, late.send)
        await buffer(scope(2), receive, other.send)
        assert late.messages[0]["status"] == 503
        assert dict(late.messages[0]["headers"])[b"retry-after"] == b"2"
        assert other.body == BODY
        for reader in slow:
            reader.goes_on.set()
        await asyncio.gather(*visiting)

    asyncio.run(visit())


@pytest.mark.django_db(transaction=True)
def test_a_server_holds_little_for_readers_of_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(response_buffer, "MEMORY_BYTES", 500_000)
    with site_running() as site, ExitStack() as stack:
        assert status(site.port, "/games/lombard/lessons.json") == 200  # which keeps the pages
        readers = [stack.enter_context(Visitor(site.port, receive_buffer=32768)) for _ in range(12)]
        for reader in readers:
            reader.asks("/games/lombard/lessons.json")
        assert eventually(lambda: sum(site.site.pages.unread.by_address.values()) > 12 * 800_000)
        held = [connection.transport.get_write_buffer_size() for connection in site.server.server_state.connections]
        assert max(held) <= 3 * PIECE_BYTES
        assert site.site.pages.unread.in_memory <= 500_000
        assert status(site.port) == 200
        (whole,) = {_body_of(reader.says("GET /none/ HTTP/1.0\n\n")) for reader in readers[:2]}
        assert len(whole) > 800_000


def _body_of(reader: Visitor) -> bytes:
    return reader.hears().partition(b"HTTP/1.1 404")[0].partition(b"\r\n\r\n")[2]
