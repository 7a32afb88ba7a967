"""The live hub, over real HTTP, with each of its sources: SQLite's counter, PostgreSQL's NOTIFY, Redis."""

import http.client
import json
import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import pytest
import redis
from django.conf import settings
from django.core import signing
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from config.server.sse import hub
from games.notifications.presence import get_present
from games.replays.models import Review
from games.replays.reviews.services import make_topic, move_review
from games.social.models import ChatRoom
from games.tables.access import get_table_access
from games.tables.live.publish import TOKEN_SALT, make_stream_token, publish_revision
from games.tables.models import Table
from tests.matches import running, waiting
from tests.needs import needs
from tests.server.raw_http import site_running
from tests.server.running import eventually

pytestmark = [pytest.mark.process, pytest.mark.django_db(transaction=True)]
WITH_REDIS = pytest.param(
    os.environ.get("REDIS_URL", ""),
    id="redis",
    marks=[pytest.mark.servers, needs(os.environ.get("REDIS_URL"), "Redis")],
)


@pytest.fixture(params=[pytest.param("", id="database"), WITH_REDIS])
def port(request: pytest.FixtureRequest, settings: Settings) -> Iterator[int]:
    """The port of a server whose hub listens to the database alone, or to Redis."""
    settings.SSE_REDIS_URL = request.param
    with site_running() as running:
        yield running.port
    assert not running.site.hub.streams, "a closed stream is still on the list"
    assert not running.site.hub.limiter.counts, "a closed stream is still counted"


class Page:
    """What a browser's EventSource does."""

    def __init__(self, port: int, token: str, address: str = "") -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        headers = {"X-Forwarded-For": address} if address else {}
        self.connection.request("GET", f"/live/?token={token}", headers=headers)
        self.response = self.connection.getresponse()

    def line(self) -> str:
        return self.response.readline().decode().rstrip("\n")

    def line_after(self, prefix: str) -> str:
        """The rest of the next line that begins so; comments keep coming where nothing else does."""
        for _ in range(100):
            if (line := self.line()).startswith(prefix):
                return line.removeprefix(prefix)
        raise AssertionError(f"no {prefix!r} in 100 lines")

    def next_event(self) -> tuple[str, dict[str, str | int]]:
        return self.line_after("event: "), json.loads(self.line().removeprefix("data: "))

    def next_number(self) -> tuple[str, int]:
        data = json.loads(self.line_after("data: "))
        return data["table"], data["seq"]


@contextmanager
def watching(port: int, token: str, address: str = "") -> Iterator[Page]:
    page = Page(port, token, address)
    try:
        yield page
    finally:
        page.response.close()
        page.connection.close()


def advance(table: Table, rev: int) -> None:
    with transaction.atomic():
        Table.objects.filter(pk=table.pk).update(revision=rev)
        publish_revision(table.public_id, rev)


@pytest.fixture
def table() -> Table:
    return Table.objects.create(game_slug="sdc", revision=7)


def test_tells_the_present_number_then_each_change(port: int, table: Table) -> None:
    with watching(port, make_stream_token(table.public_id)) as page:
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
    other = Table.objects.create(game_slug="sdc")
    with watching(port, make_stream_token(table.public_id)) as page:
        assert page.next_number() == (table.public_id, 7)
        time.sleep(0.3)
        advance(other, 1)
        with transaction.atomic():
            Table.objects.filter(pk=table.pk).update(revision=99)
            publish_revision(table.public_id, 99)
            transaction.set_rollback(True)
        advance(table, 8)
        assert page.next_number() == (table.public_id, 8)


def test_who_comes_back_hears_what_was_missed(port: int, table: Table) -> None:
    token = make_stream_token(table.public_id)
    with watching(port, token) as page:
        assert page.next_number() == (table.public_id, 7)
    advance(table, 12)
    with watching(port, token) as page:
        assert page.next_number() == (table.public_id, 12)


def cut_the_listener_off() -> None:
    """End the hub's connection from the other side, as a restart of PostgreSQL or Redis would."""
    if settings.SSE_REDIS_URL:
        redis.Redis.from_url(settings.SSE_REDIS_URL).client_kill_filter(_type="pubsub")
    elif connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND query LIKE 'LISTEN%%'"
            )
    else:
        pytest.skip("SQLite has no connection to lose")


def test_what_happens_while_the_source_is_cut_off_is_told_afterwards(port: int, table: Table) -> None:
    with watching(port, make_stream_token(table.public_id)) as page:
        assert page.next_number() == (table.public_id, 7)
        time.sleep(0.3)
        cut_the_listener_off()
        for rev in (8, 9):
            advance(table, rev)
        while (message := page.next_number()) != (table.public_id, 9):
            assert message == (table.public_id, 8)  # it may hear this one before it is cut off
        time.sleep(0.3)
        advance(table, 10)
        assert page.next_number() == (table.public_id, 10)


def speak(room: ChatRoom) -> None:
    with transaction.atomic():
        room.revision += 1
        room.save()
        publish_revision(room.topic, room.revision)


def test_tells_of_a_room_that_the_token_names_and_of_no_other(port: int, table: Table) -> None:
    rooms = {
        name: ChatRoom.objects.create(table=table, name=name, topic=f"{table.public_id}/{name}", revision=4)
        for name in ("players", "spectators")
    }
    with watching(port, make_stream_token(table.public_id, topics=[rooms["players"].topic])) as page:
        assert sorted(page.next_event() for _ in range(2)) == [
            ("chat", {"room": "players", "number": 4}),
            ("table", {"table": table.public_id, "seq": 7}),
        ]
        time.sleep(0.3)
        speak(rooms["spectators"])
        speak(rooms["players"])
        assert page.next_event() == ("chat", {"room": "players", "number": 5})
        advance(table, 8)
        assert page.next_event() == ("table", {"table": table.public_id, "seq": 8})


def test_tells_of_the_steps_of_a_review(port: int, table: Table, alice: User) -> None:
    topic = make_topic(table.public_id, "abc")
    review = Review.objects.create(table=table, topic=topic, leader=alice, n=1, moved_at=timezone.now())
    with watching(port, make_stream_token(table.public_id, topics=[topic])) as page:
        assert sorted(page.next_event() for _ in range(2)) == [
            ("review", {"room": "review.abc", "number": 1}),
            ("table", {"table": table.public_id, "seq": 7}),
        ]
        time.sleep(0.3)
        Table.objects.filter(pk=table.pk).update(last_seq=9)
        access = get_table_access(table.public_id, alice.pk)
        assert access is not None
        move_review(access, review.code, alice.pk, 2)
        assert page.next_event() == ("review", {"room": "review.abc", "number": 2})


def test_two_pages_of_one_table_both_hear(port: int, table: Table) -> None:
    token = make_stream_token(table.public_id)
    with watching(port, token) as first, watching(port, token) as second:
        assert first.next_number() == second.next_number() == (table.public_id, 7)
        time.sleep(0.3)
        advance(table, 8)
        assert first.next_number() == second.next_number() == (table.public_id, 8)


def test_sends_a_comment_when_nothing_happens(port: int, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "KEEP_ALIVE_SECONDS", 0.1)
    with watching(port, make_stream_token(table.public_id)) as page:
        page.next_number()
        assert [page.line() for _ in range(3)] == ["", ":", ""]


OTHERS = [signing.dumps(("abc", ""), salt="other"), signing.dumps("an earlier version", salt=TOKEN_SALT)]


@pytest.mark.parametrize("token", ["", "nonsense", *OTHERS], ids=["none", "nonsense", "another kind", "an old kind"])
def test_refuses_without_a_token_of_ours(port: int, token: str) -> None:
    with watching(port, token) as page:
        assert page.response.status == 403


def test_refuses_an_old_token(port: int, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "TOKEN_SECONDS", -1)
    with watching(port, make_stream_token(table.public_id)) as page:
        assert page.response.status == 403


def test_has_room_for_so_many_and_no_more(port: int, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "MAX_STREAMS", 1)
    token = make_stream_token(table.public_id)
    with watching(port, token) as first:
        first.next_number()
        with watching(port, token) as second:
            assert second.response.status == 503


def test_one_person_has_so_many_streams_wherever_they_are(port: int, table: Table, settings: Settings) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    with ExitStack() as stack:

        def status(person: str, address: str) -> int:
            token = make_stream_token(table.public_id, person=person)
            return stack.enter_context(watching(port, token, address)).response.status

        each = [status("anna", f"10.0.0.{n}") for n in range(hub.MAX_STREAMS_PER_USER + 1)]
        assert each == [200] * hub.MAX_STREAMS_PER_USER + [429]
        assert status("bert", "10.0.0.1") == 200
        assert status("", "10.0.0.1") == 200


def test_one_address_has_so_many_streams(
    port: int, table: Table, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As our proxy reports it, whatever a visitor claims; for IPv6 the network counts."""
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    monkeypatch.setattr(hub, "MAX_STREAMS_PER_ADDRESS", 2)
    token = make_stream_token(table.public_id)
    addresses = ["10.0.0.1", "7.7.7.7, 10.0.0.1", "::ffff:10.0.0.1", "10.0.0.2"]
    addresses += ["2001:db8::1", "2001:db8::2", "2001:db8::3"]
    with ExitStack() as stack:
        pages = [stack.enter_context(watching(port, token, address)) for address in addresses]
        assert [page.response.status for page in pages] == [200, 200, 429, 200, 200, 200, 429]


def test_an_address_that_nobody_vouches_for_counts_for_nothing(
    port: int, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "MAX_STREAMS_PER_ADDRESS", 1)
    token = make_stream_token(table.public_id)
    with watching(port, token, "10.0.0.1") as first, watching(port, token, "10.0.0.2") as second:
        assert (first.response.status, second.response.status) == (200, 429)
    # A place is free again once the page has gone.
    assert eventually(lambda: _admitted(port, token))


def _admitted(port: int, token: str) -> bool:
    with watching(port, token) as page:
        return page.response.status == 200


def test_head_is_answered_and_is_no_stream(port: int, table: Table) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    connection.request("HEAD", f"/live/?token={make_stream_token(table.public_id)}")
    answer = connection.getresponse()
    assert (answer.status, answer.headers["Content-Type"]) == (200, "text/event-stream; charset=utf-8")
    assert answer.read() == b""
    connection.close()


def test_a_page_carries_its_reader(lombard: Table, alice: User, visit: Callable[..., Client]) -> None:
    """Otherwise all would count as spectators."""
    for reader, expected, room in ((alice, alice.public_id, "players"), (None, "", "spectators")):
        page = visit(reader).get(f"/tables/{lombard.public_id}/").content.decode()
        (token,) = re.findall(r'data-token="([^"]+)"', page)
        assert signing.loads(token, salt=TOKEN_SALT) == [
            lombard.public_id, expected, f"{lombard.public_id}/{room}"
        ]  # fmt: skip


def test_whose_streams_are_open_is_noted_and_who_was_sent_a_question(
    monkeypatch: pytest.MonkeyPatch, alice: User, bob: User, visit: Callable[..., Client]
) -> None:
    """So that no one gets a mail about what they see."""
    monkeypatch.setattr(hub, "RECORD_INTERVAL_SECONDS", 0.05)
    table = running("lombard", alice, bob)
    (seat,) = waiting(table)
    assert seat.user is not None
    with site_running() as site, ExitStack() as stack:
        for person in ("anna", ""):
            token = make_stream_token(table.public_id, person=person)
            stack.enter_context(watching(site.port, token)).next_number()
        for person in (alice, bob):
            visit(person).get(f"/tables/{table.public_id}/")
        expected = {(table.public_id, "anna"), (table.public_id, seat.user.public_id)}
        assert eventually(lambda: get_present([table.public_id]) == expected)


SECURITY = (
    "Content-Security-Policy", "Cross-Origin-Opener-Policy", "Permissions-Policy", "Referrer-Policy",
    "X-Content-Type-Options", "X-Frame-Options", "Strict-Transport-Security",
)  # fmt: skip


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_refusals_and_streams_carry_the_headers_of_pages(
    port: int, table: Table, settings: Settings, scheme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.SECURE_HSTS_SECONDS = 60

    def headers_of(method: str, path: str) -> tuple[int, dict[str, str | None]]:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        line.request(method, path, headers={"X-Forwarded-Proto": scheme})
        answer = line.getresponse()
        line.close()
        return answer.status, {name: answer.headers[name] for name in SECURITY}

    page = Client(headers={"host": "127.0.0.1"}).get("/account/login/", secure=scheme == "https")
    expected = {name: page.headers.get(name) for name in SECURITY}
    assert all(expected[name] for name in SECURITY[:-1])
    assert bool(expected["Strict-Transport-Security"]) == (scheme == "https")
    good = f"/live/?token={make_stream_token(table.public_id)}"
    assert headers_of("GET", "/live/?token=bad") == (403, expected)
    assert headers_of("POST", good) == (405, expected)
    assert headers_of("GET", good) == headers_of("HEAD", good) == (200, expected)
    monkeypatch.setattr(hub, "MAX_STREAMS_PER_ADDRESS", 0)
    assert headers_of("GET", good) == (429, expected)
    monkeypatch.setattr(hub, "MAX_STREAMS", 0)
    assert headers_of("GET", good) == (503, expected)
