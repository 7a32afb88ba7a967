"""The live hub, over real HTTP, with each of its sources: SQLite's counter, PostgreSQL's NOTIFY, Redis."""

import http.client
import json
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import redis
import uvicorn
from django.conf import settings
from django.core import signing
from django.db import connection, transaction
from pytest_django import Settings

from config import live
from config.asgi import Site
from games.models import Table
from games.services.live import announce, stream_token

pytestmark = pytest.mark.django_db(transaction=True)
WITH_REDIS = pytest.param(
    os.environ.get("REDIS_URL", ""),
    id="redis",
    marks=[pytest.mark.redis, pytest.mark.skipif(not os.environ.get("REDIS_URL"), reason="no Redis")],
)


@pytest.fixture(params=[pytest.param("", id="database"), WITH_REDIS])
def port(request: pytest.FixtureRequest, settings: Settings) -> Iterator[int]:
    """The port of a server whose hub listens to the database alone, or to Redis."""
    settings.LIVE_REDIS_URL = request.param
    site = Site()
    server = uvicorn.Server(uvicorn.Config(site, port=0, log_config=None, timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.01)
    yield server.servers[0].sockets[0].getsockname()[1]
    site.hub.stop()
    server.should_exit = True
    thread.join(10)
    site.hub.source.thread.join(10)
    assert not site.hub.streams, "a closed stream is still on the list"


class Page:
    """What a browser's EventSource does."""

    def __init__(self, port: int, token: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        self.connection.request("GET", f"/live/?token={token}")
        self.response = self.connection.getresponse()

    def line(self) -> str:
        return self.response.readline().decode().rstrip("\n")

    def next_number(self) -> tuple[str, int]:
        while not (line := self.line()).startswith("data: "):
            pass
        told = json.loads(line.removeprefix("data: "))
        return told["table"], told["seq"]


@contextmanager
def watching(port: int, token: str) -> Iterator[Page]:
    page = Page(port, token)
    try:
        yield page
    finally:
        page.response.close()
        page.connection.close()


def advance(table: Table, rev: int) -> None:
    with transaction.atomic():
        Table.objects.filter(pk=table.pk).update(rev=rev)
        announce(table.public_id, rev)


@pytest.fixture
def table() -> Table:
    return Table.objects.create(title="sdc", rev=7)


def test_tells_the_present_number_then_each_change(port: int, table: Table) -> None:
    with watching(port, stream_token(table.public_id)) as page:
        assert page.response.status == 200
        assert page.response.headers["Content-Type"].startswith("text/event-stream")
        assert page.response.headers["Cache-Control"] == "no-store"
        assert page.response.headers["X-Accel-Buffering"] == "no"
        assert page.next_number() == (table.public_id, 7)
        time.sleep(0.3)  # the source is listening by now
        for rev in (8, 9):
            advance(table, rev)
            assert page.next_number() == (table.public_id, rev)


def test_says_nothing_of_other_tables_or_of_what_was_rolled_back(port: int, table: Table) -> None:
    other = Table.objects.create(title="sdc")
    with watching(port, stream_token(table.public_id)) as page:
        assert page.next_number() == (table.public_id, 7)
        time.sleep(0.3)
        advance(other, 1)
        with transaction.atomic():
            Table.objects.filter(pk=table.pk).update(rev=99)
            announce(table.public_id, 99)
            transaction.set_rollback(True)
        advance(table, 8)
        assert page.next_number() == (table.public_id, 8)


def test_who_comes_back_hears_what_was_missed(port: int, table: Table) -> None:
    token = stream_token(table.public_id)
    with watching(port, token) as page:
        assert page.next_number() == (table.public_id, 7)
    advance(table, 12)
    with watching(port, token) as page:
        assert page.next_number() == (table.public_id, 12)


def cut_the_listener_off() -> None:
    """End the hub's connection from the other side, as a restart of PostgreSQL or Redis would."""
    if settings.LIVE_REDIS_URL:
        redis.Redis.from_url(settings.LIVE_REDIS_URL).client_kill_filter(_type="pubsub")
    elif connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND query LIKE 'LISTEN%%'"
            )
    else:
        pytest.skip("SQLite has no connection to lose")


def test_what_happens_while_the_source_is_cut_off_is_told_afterwards(port: int, table: Table) -> None:
    with watching(port, stream_token(table.public_id)) as page:
        assert page.next_number() == (table.public_id, 7)
        time.sleep(0.3)
        cut_the_listener_off()
        for rev in (8, 9):
            advance(table, rev)
        while (told := page.next_number()) != (table.public_id, 9):
            assert told == (table.public_id, 8)  # it may hear this one before it is cut off
        time.sleep(0.3)
        advance(table, 10)
        assert page.next_number() == (table.public_id, 10)


def test_two_pages_of_one_table_both_hear(port: int, table: Table) -> None:
    token = stream_token(table.public_id)
    with watching(port, token) as first, watching(port, token) as second:
        assert first.next_number() == second.next_number() == (table.public_id, 7)
        time.sleep(0.3)
        advance(table, 8)
        assert first.next_number() == second.next_number() == (table.public_id, 8)


def test_sends_a_comment_when_nothing_happens(port: int, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "KEEP_ALIVE_SECONDS", 0.1)
    with watching(port, stream_token(table.public_id)) as page:
        page.next_number()
        assert [page.line() for _ in range(3)] == ["", ":", ""]


@pytest.mark.parametrize("token", ["", "nonsense", "another kind"])
def test_refuses_without_a_token_of_ours(port: int, token: str) -> None:
    with watching(port, signing.dumps("abc", salt="other") if token == "another kind" else token) as page:
        assert page.response.status == 403


def test_refuses_an_old_token(port: int, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "TOKEN_SECONDS", -1)
    with watching(port, stream_token(table.public_id)) as page:
        assert page.response.status == 403


def test_has_room_for_so_many_and_no_more(port: int, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "MAX_STREAMS", 1)
    token = stream_token(table.public_id)
    with watching(port, token) as first:
        first.next_number()
        with watching(port, token) as second:
            assert second.response.status == 503
