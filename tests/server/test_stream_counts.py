"""How many live pages one person or address has, counted once over several web processes, which may be killed."""

import asyncio
import os
import signal
import subprocess
import sys
import uuid
from collections import Counter
from collections.abc import Awaitable, Callable, Hashable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
import redis
from django.conf import settings as django_settings
from pytest_django import Settings

from config.server.sse import hub, stream_counts
from config.server.sse.stream_counts import StreamCounts
from games.tables.live.publish import make_stream_token
from games.tables.models import Table
from tests.needs import needs
from tests.server.raw_http import Visitor
from tests.server.running import ROOT, eventually, free_port, outside
from tests.server.separate_parts import database_of_tests
from tests.server.test_live_updates import watching

URL = os.environ.get("REDIS_URL", "")
pytestmark = [pytest.mark.servers, needs(URL, "Redis")]


@pytest.fixture
def name(settings: Settings) -> Iterator[str]:
    """A site's name of our own in Redis; what it leaves there is gone afterwards."""
    settings.SSE_REDIS_URL, settings.REDIS_PREFIX = URL, f"test-{uuid.uuid4().hex}"
    yield settings.REDIS_PREFIX
    with redis.Redis.from_url(URL) as client:
        for key in client.scan_iter(f"{settings.REDIS_PREFIX}*"):
            client.delete(key)


class Process:
    """What the hub of one web process does with its counts."""

    def __init__(self) -> None:
        self.own = Counter[Hashable]()
        self.counts = StreamCounts(self.own.__getitem__)

    async def opens(self, key: Hashable, limit: int) -> bool:
        self.own[key] += 1
        if await self.counts.admit({key: limit}):
            return True
        self.own[key] -= 1
        return False

    async def closes(self, key: Hashable) -> None:
        self.own[key] -= 1
        await self.counts.admit({key: stream_counts.NO_LIMIT})


def together(story: Callable[[Process, Process], Awaitable[None]]) -> None:
    async def run() -> None:
        await story(Process(), Process())

    asyncio.run(run())


def test_all_processes_count_together(name: str) -> None:
    async def story(first: Process, second: Process) -> None:
        turns = (first, second, first, second, first)
        assert [await process.opens("anna", 3) for process in turns] == [True] * 3 + [False] * 2
        assert await second.opens("bert", 3)
        await first.closes("anna")
        assert await second.opens("anna", 3)
        assert not await first.opens("anna", 3)

    together(story)


def test_what_a_dead_process_had_counts_no_more(name: str) -> None:
    async def story(first: Process, second: Process) -> None:
        assert await first.opens("anna", 1)
        assert not await second.opens("anna", 1)
        with redis.Redis.from_url(URL) as client:  # as if its lease had run out
            client.zadd(f"{name}-streams", {first.counts._process: 1})
        assert await second.opens("anna", 1)

    together(story)


def test_a_redis_that_has_forgotten_all_learns_it_anew(name: str) -> None:
    async def story(first: Process, second: Process) -> None:
        assert await first.opens("anna", 3)
        with redis.Redis.from_url(URL) as client:
            client.delete(*client.scan_iter(f"{name}*"))
        assert await first.opens("anna", 3)
        assert await second.opens("anna", 3)
        assert not await second.opens("anna", 3)

    together(story)


def test_while_redis_is_away_each_counts_for_itself(name: str, settings: Settings) -> None:
    settings.SSE_REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"

    async def story(first: Process, second: Process) -> None:
        assert await first.opens("anna", 1)
        assert await second.opens("anna", 1)

    together(story)


def test_no_address_is_to_be_read_in_redis(name: str) -> None:
    async def story(first: Process, second: Process) -> None:
        assert await first.opens(("address", "203.0.113.7"), 1)

    together(story)
    with redis.Redis.from_url(URL, decode_responses=True) as client:
        assert not [key for key in client.scan_iter(f"{name}*") if "203" in key and "113" in key]


# --- real web processes -------------------------------------------------------------------------------------------


@contextmanager
def web_process(folder: Path, name: str) -> Iterator[tuple[int, "subprocess.Popen[bytes]"]]:
    """One of a site's, on the tests' database."""
    port = free_port()
    environment = {
        **outside(), "DATABASE_URL": database_of_tests(), "REDIS_URL": URL, "TEFUDA_REDIS_PREFIX": name,
        "TEFUDA_DATA_DIR": str(folder), "SECRET_KEY": django_settings.SECRET_KEY, "TEFUDA_TRUSTED_PROXIES": "1",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }  # fmt: skip
    command = [sys.executable, "-m", "config.server.http.uvicorn", "--port", str(port)]
    process = subprocess.Popen(command, cwd=ROOT, env=environment)
    try:
        assert eventually(lambda: _answers(port)), "the site doesn't open"
        yield port, process
    finally:
        process.terminate()
        process.wait(30)


def _answers(port: int) -> bool:
    try:
        with Visitor(port) as visitor:
            return visitor.asks("/live/").status() == 403
    except OSError:
        return False


@pytest.mark.process
@pytest.mark.django_db(transaction=True)
def test_two_web_processes_and_one_that_is_killed(
    tmp_path: Path, name: str, lombard: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def status(port: int, stack: ExitStack) -> int:
        token = make_stream_token(lombard.public_id, person="anna")
        return stack.enter_context(watching(port, token, "10.0.0.1")).response.status

    with (
        web_process(tmp_path, name) as (first, killed),
        web_process(tmp_path, name) as (second, _),
        ExitStack() as all_,
    ):
        half = hub.MAX_STREAMS_PER_USER // 2
        assert [status(first, all_) for _ in range(half)] == [200] * half
        assert [status(second, all_) for _ in range(half)] == [200] * half
        assert [status(port, all_) for port in (first, second)] == [429, 429]
        killed.send_signal(signal.SIGKILL)
        killed.wait()
        assert status(second, all_) == 429
        assert eventually(lambda: status(second, all_) == 200, stream_counts.LEASE_SECONDS + 20)
