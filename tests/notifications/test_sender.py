"""The one door to addresses that people give: what it sends to, what it never touches, and how long it waits."""

import socket
import time

import pytest

from games.notifications.backends import safe_http
from games.notifications.backends.safe_http import SendError, is_public, parse_address, post_safely
from tests.notifications.servers import HOST, Received, https_server

FORBIDDEN = {
    "v4": """0.0.0.0 0.1.2.3 10.1.1.1 100.64.0.1 127.0.0.1 127.9.9.9 169.254.169.254 172.16.0.1 172.31.255.255
        192.0.0.1 192.0.2.1 192.88.99.1 192.168.0.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255
        240.0.0.1 255.255.255.255""",
    "v6": ":: ::1 fe80::1 fe80::1%lo fec0::1 fc00::1 fd12::1 ff02::1 ff0e::1 2001:db8::1 3fff::1 100::1 5f00::1",
    "carrying v4": """::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:8.8.8.8 ::ffff:0:10.0.0.1 ::127.0.0.1 ::8.8.8.8
        64:ff9b::7f00:1 64:ff9b::808:808 64:ff9b:1::a00:1 2002:7f00:1::1 2002:808:808::1 2001:0:7f00:1::1
        2001:10::1 2001:20::1""",
    "no address": "localhost nonsense",
}
PUBLIC = "1.1.1.1 8.8.8.8 172.32.0.1 192.169.0.1 2606:4700:4700::1111 2001:4860:4860::8888 2a00:1450::1"


@pytest.fixture
def hook(tmp_path, monkeypatch):
    with https_server(tmp_path) as endpoint:
        monkeypatch.setenv("SSL_CERT_FILE", endpoint.authority)
        yield endpoint


def here(host: str, port: int) -> list[str]:
    return ["127.0.0.1"]


def problem(url: str, **options) -> str:
    with pytest.raises(SendError) as why:
        post_safely(url, b"{}", {}, **options)
    return why.value.problem


def test_whose_addresses_are_public():
    assert all(map(is_public, PUBLIC.split()))
    assert [text for text in " ".join(FORBIDDEN.values()).split() if is_public(text)] == []


@pytest.mark.parametrize("kind", FORBIDDEN)
def test_no_answer_of_a_name_server_leads_inside(kind, monkeypatch):
    """A private address is refused even among public ones, without a connection."""
    monkeypatch.setattr(socket, "create_connection", lambda *_: pytest.fail("connected"))
    for text in FORBIDDEN[kind].split():
        assert problem("https://hook.test/x", lookup=lambda host, port, text=text: ["8.8.8.8", text]) == "forbidden"
    assert problem("https://hook.test/x", lookup=lambda host, port: []) == "forbidden"


def test_the_systems_own_names_for_this_machine_lead_nowhere():
    for url in ("https://127.0.0.1/", "https://localhost/", "https://[::1]/", "https://2130706433/", "https://0x7f.1/"):
        assert problem(url) in ("forbidden", "unknown"), url


def test_addresses_that_are_never_sent_to():
    for url in (
        "http://example.org/", "https://example.org:8443/", "https://example.org:80/", "ftp://example.org/", "https:///x",
        "https://a@example.org/", "https://a:b@example.org/", "https://example.org:99999/", "https://[::1/", "//x", "",
        "https://example.org/a b", "https://example.org/\r\nX: y", "https://example.org\\@10.0.0.1/", "https://ex\tample.org/",
        "https://example.org/ä",
    ):  # fmt: skip
        assert problem(url, lookup=lambda host, port: pytest.fail("looked up")) == "forbidden", url
    assert parse_address("https://Example.org./a?b=c#d", ()).path == "/a?b=c"
    assert parse_address("https://Example.org./a?b=c#d", ()).host == "example.org"


def test_an_operators_host_is_sent_to_by_its_own_name(hook: Received):
    status = post_safely(
        f"https://{hook.origin}/a/b?c=d", b'{"x": 1}', {"X-Y": "z"}, allowed=[hook.origin], lookup=here
    )
    assert status == 204
    ((path, headers, body),) = hook.requests
    assert (path, body) == ("/a/b?c=d", b'{"x": 1}')
    assert (headers["host"], headers["x-y"], headers["connection"]) == (hook.origin, "z", "close")
    assert hook.names == [HOST]
    assert problem(f"https://{hook.origin}/", lookup=here) == "forbidden"
    assert post_safely(f"https://{hook.origin}/", b"", {}, allowed=[HOST], lookup=here) == 204, "any port of a name"
    assert problem(f"https://{hook.origin}/", allowed=[f"{HOST}:1"], lookup=here) == "forbidden"
    assert problem(f"https://{hook.origin}/", allowed=["other.test"], lookup=here) == "forbidden"


def test_a_second_answer_of_the_name_server_makes_no_difference(hook: Received, monkeypatch):
    """Rebinding: public when it is checked, this machine when it is connected to. It is looked up once, and that very
    address is connected to."""
    answers, tried = [["203.0.114.1"], ["127.0.0.1"]], []
    monkeypatch.setattr(safe_http, "PORT", hook.port)

    def connect(address, timeout):
        tried.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "create_connection", connect)
    assert problem(f"https://{HOST}/", lookup=lambda host, port: answers.pop(0)) == "unreachable"
    assert tried == [("203.0.114.1", hook.port)]
    assert len(answers) == 1
    assert hook.requests == []


def test_the_certificate_must_be_the_names_own(hook: Received, tmp_path, monkeypatch):
    assert problem(f"https://other.test:{hook.port}/", allowed=[f"other.test:{hook.port}"], lookup=here) == "untrusted"
    (tmp_path / "another").mkdir()
    with https_server(tmp_path / "another") as stranger:
        allowed = [stranger.origin]
        assert problem(f"https://{stranger.origin}/", allowed=allowed, lookup=here) == "untrusted"
        assert stranger.requests == []
    assert hook.requests == []


def test_redirects_and_bodies_are_nobodys_business(hook: Received):
    hook.answer = b"HTTP/1.1 302 Found\r\nLocation: https://10.0.0.1/\r\nContent-Length: 99999999\r\n\r\nx"
    assert post_safely(f"https://{hook.origin}/", b"", {}, allowed=[hook.origin], lookup=here) == 302
    assert len(hook.requests) == 1
    hook.answer = b"HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\n\r\n"
    assert post_safely(f"https://{hook.origin}/", b"", {}, allowed=[hook.origin], lookup=here) == 200
    for answer in (b"HTTP/1.1 200 OK\r\nX: " + b"x" * 99_999, b"SMTP\r\n\r\n", b"HTTP/1.1 20\r\n\r\n", b""):
        hook.answer = answer
        assert problem(f"https://{hook.origin}/", allowed=[hook.origin], lookup=here) == "unreachable", answer[:20]


def test_it_takes_no_longer_than_it_may(hook: Received, monkeypatch):
    monkeypatch.setattr(safe_http, "TIMEOUT_SECONDS", 0.3)
    hook.held.set()
    began = time.monotonic()
    assert problem(f"https://{hook.origin}/", allowed=[hook.origin], lookup=here) == "slow"
    assert problem("https://hook.test/", lookup=lambda host, port: time.sleep(5) or ["8.8.8.8"]) == "slow"
    assert time.monotonic() - began < 4


def test_a_header_is_one_line(hook: Received):
    options = {"allowed": [hook.origin], "lookup": here}
    with pytest.raises(SendError):
        post_safely(f"https://{hook.origin}/", b"", {"X": "a\r\nHost: b"}, **options)
    assert hook.requests == []
