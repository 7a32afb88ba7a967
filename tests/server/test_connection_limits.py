"""Connection limits: no slow, flooding or malformed client keeps others from their pages."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from pytest_django import Settings

from config import asgi
from config.server.http import body_reader, connection_limits
from tests.server.raw_http import Running, Visitor, site_running, status
from tests.server.running import ROOT, Migrated, eventually, free_port, outside, serving

pytestmark = pytest.mark.process
HALF_A_FORM = "Cookie: csrftoken={}\nContent-Type: application/x-www-form-urlencoded\nContent-Length: 100\n".format(
    "a" * 32
)
FORM = "Content-Type: application/x-www-form-urlencoded\n"


@pytest.fixture
def site(transactional_db: None) -> Iterator[Running]:
    with site_running() as running:
        yield running


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deadlines a test can wait for."""
    monkeypatch.setattr(connection_limits, "HEAD_SECONDS", 0.4)
    monkeypatch.setattr(connection_limits, "KEEP_ALIVE_SECONDS", 0.4)
    monkeypatch.setattr(connection_limits, "WRITE_SECONDS", 0.4)
    monkeypatch.setattr(body_reader, "BODY_SECONDS", 0.4)


def crowd(stack: ExitStack, port: int, number: int = 3 * asgi.PAGE_THREADS) -> list[Visitor]:
    return [stack.enter_context(Visitor(port)) for _ in range(number)]


@pytest.mark.parametrize(
    ("method", "headers"),
    [("POST", HALF_A_FORM), ("GET", "Content-Length: 100\n"), ("POST", FORM + "Transfer-Encoding: chunked\n")],
)
def test_half_sent_bodies_keep_nobody_out(site: Running, method: str, headers: str) -> None:
    with ExitStack() as stack:
        for visitor in crowd(stack, site.port):
            visitor.asks(method=method, headers=headers).says("50\nabc" if "chunked" in headers else "abc")
        assert eventually(lambda: len(site.server.server_state.tasks) == 3 * asgi.PAGE_THREADS)
        assert status(site.port) == 200


def test_neither_half_sent_bodies_nor_lazy_readers_keep_anybody_out_of_the_real_site(
    tmp_path: Path, migrated: Migrated
) -> None:
    with serving(migrated(tmp_path / "data")) as serve, ExitStack() as stack:
        for visitor in crowd(stack, serve.port):
            visitor.asks(method="POST", headers=HALF_A_FORM).says("abc")
        assert serve.get("/account/login/")[0] == 200
        for _ in range(3 * asgi.PAGE_THREADS):  # 12 MB each for a client that reads nothing
            visitor = stack.enter_context(Visitor(serve.port, receive_buffer=1024))
            visitor.says(b"GET /static/admin/js/vendor/jquery/jquery.js HTTP/1.1\r\nHost: localhost\r\n\r\n" * 40)
        assert serve.get("/account/login/")[0] == 200


def test_the_web_server_by_itself_has_the_same_door(tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "-m", "config.server.http.uvicorn", "--port", str(port), "--workers", "2"]
    environment = {**outside(), "TEFUDA_DATA_DIR": str(tmp_path), "DATABASE_URL": "", "REDIS_URL": ""}
    with subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.DEVNULL) as web:
        try:
            assert eventually(lambda: _listens(port))
            with Visitor(port) as idle, Visitor(port) as half:
                half.asks(method="POST", headers=HALF_A_FORM).says("abc")
                assert idle.hears() == b""
                assert half.status() == 408
            assert status(port, "/live/") == 403
        finally:
            web.terminate()


def _listens(port: int) -> bool:
    with suppress(OSError), Visitor(port) as visitor:
        return visitor.asks("/live/").status() == 403
    return False


@pytest.mark.usefixtures("hasty")
def test_a_body_that_does_not_come_is_answered_with_408(site: Running) -> None:
    with Visitor(site.port) as visitor:
        answer = visitor.asks(method="POST", headers=HALF_A_FORM).says("abc").hears()
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b"connection: close" in answer.lower()


def test_who_leaves_in_the_middle_of_a_body_leaves_nothing_behind(site: Running) -> None:
    with Visitor(site.port) as visitor:
        visitor.asks(method="POST", headers=HALF_A_FORM).says("abc")
        assert eventually(lambda: site.server.server_state.tasks)
    assert eventually(lambda: not site.server.server_state.tasks and not site.connections)
    assert not connection_limits.LimitedProtocol.limiter.counts


def test_a_body_over_the_limit_gets_its_page_without_being_read(site: Running) -> None:
    with Visitor(site.port) as visitor:
        answer = visitor.asks(method="POST", headers=FORM + "Content-Length: 70000\nConnection: close\n").hears()
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"The limit is 64 KB" in answer


def test_so_does_one_in_chunks(site: Running) -> None:
    with Visitor(site.port) as visitor:
        visitor.asks(method="POST", headers=FORM + "Transfer-Encoding: chunked\nConnection: close\n")
        answer = visitor.says("11170\n" + "x" * 70_000 + "\n").hears()
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"The limit is 64 KB" in answer


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        ("Content-Length: {}\n", "{}"),
        ("Content-Length: {}\nExpect: 100-continue\n", "{}"),
        ("Transfer-Encoding: chunked\n", "{:x}\n{}\n0\n\n"),
    ],
)
def test_forms_arrive_whole_however_they_are_sent(site: Running, headers: str, body: str) -> None:
    token, form = "a" * 32, "theme=dark&next=/lobby/&csrfmiddlewaretoken=" + "a" * 32
    head = f"{FORM}Cookie: csrftoken={token}\nConnection: close\n" + headers.format(len(form))
    sent = body.format(len(form), form) if "chunked" in headers else form
    with Visitor(site.port) as visitor:
        answer = visitor.asks("/settings/theme/", "POST", head).says(sent).hears()
    assert b"302 Found" in answer
    assert b"set-cookie: theme=dark" in answer.lower()


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("begun", ["", "GET / HT", "GET / HTTP/1.1\nHost: localhost\nX-Drip: "])
def test_a_head_that_does_not_come_ends_the_connection(site: Running, begun: str) -> None:
    with Visitor(site.port) as visitor:
        assert visitor.says(begun).hears() == b""
    assert eventually(lambda: not site.connections)


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("before", ["GET", "POST"])
def test_neither_does_dripping_after_a_first_answer_last(site: Running, before: str) -> None:
    """A byte now and then postpones uvicorn's deadline for the next request forever."""
    with Visitor(site.port) as visitor:
        visitor.asks(method=before, headers=FORM + "Content-Length: 99999\n" if before == "POST" else "")
        assert visitor.status() in (200, 413)
        assert eventually(lambda: _is_closed_to(visitor))


def _is_closed_to(visitor: Visitor) -> bool:
    try:
        visitor.says("G" * 2)
    except OSError:
        return True
    return False


def test_pages_are_read_by_the_slow_too(site: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """The deadlines are for what the visitor owes; requests one after the other may take as long as they like."""
    for deadline in ("HEAD_SECONDS", "KEEP_ALIVE_SECONDS", "WRITE_SECONDS"):
        monkeypatch.setattr(connection_limits, deadline, 4.0)
    with Visitor(site.port) as visitor:
        for _ in range(3):
            assert visitor.asks("/settings/theme/").status() == 302
            time.sleep(1.5)


@pytest.mark.usefixtures("hasty")
def test_who_never_reads_is_let_go(site: Running) -> None:
    with Visitor(site.port, receive_buffer=1024) as visitor:
        visitor.socket.settimeout(1)
        with suppress(OSError):  # until nothing more goes in, because nothing comes out
            while True:
                visitor.asks("/games/lombard/rules/")
        assert eventually(lambda: not site.connections)


def test_one_address_has_so_many_connections(site: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "MAX_CONNECTIONS_PER_ADDRESS", 3)
    with ExitStack() as stack:
        crowd(stack, site.port, 3)
        assert eventually(lambda: site.connections == 3)
        assert status(site.port) == 0
    assert eventually(lambda: status(site.port) == 200)


def test_a_proxy_has_as_many_as_it_needs(site: Running, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    monkeypatch.setattr(connection_limits, "MAX_CONNECTIONS_PER_ADDRESS", 3)
    with ExitStack() as stack:
        crowd(stack, site.port, 6)
        assert status(site.port) == 200


@pytest.mark.parametrize(
    "babble",
    [
        "GET / HTTP/1.1\nHost: localhost\nX-Big: " + "x" * 100_000 + "\n\n",
        "GET /" + "x" * 100_000 + " HTTP/1.1\nHost: localhost\n\n",
        "GET / HTTP/1.1\n\n",
        "GET / HTTP/1.1\nHost: a\nHost: b\n\n",
        "\0\1\2\3\n\n",
        "POST / HTTP/1.1\nHost: localhost\nContent-Length: -1\n\n",
        "POST / HTTP/1.1\nHost: localhost\nContent-Length: 3\nContent-Length: 4\n\n",
        "POST / HTTP/1.1\nHost: localhost\nContent-Length: ٣\n\n",
        "POST / HTTP/1.1\nHost: localhost\nTransfer-Encoding: gzip\n\n",
        "POST / HTTP/1.1\nHost: localhost\nTransfer-Encoding: chunked\n\nxyz\n",
        "GET / HTTP/1.1\nHost: localhost\nCookie: a\0b\n\n",
    ],
)  # fmt: skip
def test_babble_is_refused_and_harms_nobody(site: Running, monkeypatch: pytest.MonkeyPatch, babble: str) -> None:
    monkeypatch.setattr(connection_limits, "KEEP_ALIVE_SECONDS", 0.4)
    with Visitor(site.port) as visitor:
        with suppress(OSError):
            visitor.says(babble)
        answer = visitor.hears()
    assert answer == b"" or int(answer[9:12]) < 500 or answer[9:12] == b"501"
    assert status(site.port) == 200


@pytest.mark.parametrize(
    "target",
    ["*", "http://other.example/", "//", "/%00", "/%ff%fe", "/live/", "/live/?token=%00", "/?%00", "/static/%00"],
)
@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "POST", "TRACE", "BREW"])
def test_odd_requests_get_an_answer_that_is_none_of_our_errors(site: Running, method: str, target: str) -> None:
    assert 200 <= status(site.port, target, method) < 500


@pytest.mark.parametrize("host", ["evil.example", "a b", "x" * 3_000, "[::", ""])
def test_a_name_that_is_not_ours_is_one_line(
    site: Running, host: str, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.ALLOWED_HOSTS = ["localhost"]
    with Visitor(site.port) as visitor:
        assert visitor.says(f"GET /account/login/ HTTP/1.1\nHost: {host}\nConnection: close\n\n").status() == 400
    (line,) = caplog.records
    assert len(line.getMessage()) < 250
    assert line.exc_info is None


def test_requests_sent_at_once_are_answered_in_turn(site: Running) -> None:
    with Visitor(site.port) as visitor:
        visitor.says(b"GET /settings/theme/ HTTP/1.1\r\nHost: localhost\r\n\r\n" * 40).asks(
            "/none/", headers="Connection: close\n"
        )
        answers = visitor.hears()
    assert answers.count(b"HTTP/1.1 302 ") == 40
    assert answers.count(b"HTTP/1.1 404 ") == 1


def test_the_length_is_the_one_that_counts(site: Running) -> None:
    """Both kinds of framing together: the data after the chunks isn't parsed as a second request."""
    smuggled = "0\n\nGET /smuggled/ HTTP/1.1\nHost: localhost\n\n"
    headers = f"{FORM}Content-Length: {len(smuggled)}\nTransfer-Encoding: chunked\nConnection: close\n"
    with Visitor(site.port) as visitor:
        answers = visitor.asks("/settings/theme/", "POST", headers).says(smuggled).hears()
    assert answers.count(b"HTTP/1.1 ") == 1


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/lobby/",
        "/tables/next/",
        "/account/login/",
        "/games/lombard/rules/",
        "/settings/theme/",
        "/none/",
        "/favicon.ico",
    ],
)
def test_head_is_get_without_the_body(site: Running, path: str) -> None:
    heads = {}
    for method in ("GET", "HEAD"):
        with Visitor(site.port) as visitor:
            head, _, body = visitor.asks(path, method, "Connection: close\n").hears().partition(b"\r\n\r\n")
        varying_headers = (b"date:", b"expires:", b"set-cookie:", b"content-length:")  # tokens differ
        heads[method] = [line for line in head.splitlines() if not line.lower().startswith(varying_headers)]
        names = sorted(line.split(b":")[0].lower() for line in head.splitlines())
        heads[method, "names"] = names
        assert bool(body) == (method == "GET" and b" 302 " not in head)
    assert heads["GET"] == heads["HEAD"]
    assert heads["GET", "names"] == heads["HEAD", "names"]
