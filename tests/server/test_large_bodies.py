"""Uploaded records can be large: few are in memory at a time, and the others wait."""

import asyncio
from functools import partial
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

from accounts.models import Session, User
from config.middleware.request_limits import get_body_limit
from config.server.http import body_reader
from config.server.http.body_reader import MAX_LARGE_BODIES, BodyReader
from games.replays.imports.parser import MAX_BYTES
from tests.conftest import session_of
from tests.server.raw_http import Visitor, site_running

pytestmark = pytest.mark.process

PLACE = "/library/imports/"
LARGE = settings.MAX_BODY_BYTES + 1


class Site:
    """Takes a while for each body; counts concurrent ones and records their lengths."""

    def __init__(self) -> None:
        self.present = self.most = 0
        self.lengths: list[int] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.present += 1
        self.most = max(self.most, self.present)
        self.lengths.append(len((await receive())["body"]))
        await asyncio.sleep(0.05)
        self.present -= 1
        await body_reader.send_response(scope, send, 200)


async def sent(
    door: BodyReader, size: int, *, path: str = PLACE, stops: bool = False, session: str = "", address: str = "10.0.0.1"
) -> int:
    """The status that a visitor gets who sends so much; `stops`: the last byte never comes."""
    statuses: list[int] = []
    parts = [{"type": "http.request", "body": b"x" * (size - stops), "more_body": stops}]

    async def receive() -> dict[str, Any]:
        return parts.pop() if parts else await asyncio.sleep(60, {"type": "http.disconnect"})

    async def send(message: dict[str, Any]) -> None:
        statuses.append(message.get("status", 0))

    headers = [(b"content-length", str(size).encode()), (b"cookie", f"sessionid={session}".encode())]
    await door({"type": "http", "path": path, "headers": headers, "client": (address, 1)}, receive, send)
    return statuses[0]


@pytest.fixture
def sessions(transactional_db: None) -> list[str]:
    """Of six people."""
    return [session_of(User.objects.create_user(f"person{n}", name=f"Person {n}")) for n in range(6)]


def together(*visits: Any) -> list[int]:
    async def all_of_them() -> list[int]:
        return await asyncio.gather(*(visit() for visit in visits))

    return asyncio.run(all_of_them())


def test_the_largest_record_fits_in_a_form() -> None:
    assert get_body_limit(PLACE) >= MAX_BYTES + settings.MAX_BODY_BYTES


def test_nothing_else_may_be_as_large() -> None:
    other_paths = ("/", f"{PLACE}abc/", PLACE.rstrip("/"), "/account/login/", "/no/such/")
    assert {get_body_limit(path) for path in other_paths} == {settings.MAX_BODY_BYTES}


def visits(door: BodyReader, sessions: list[str], **options: Any) -> list[Any]:
    """Send one large body each, from separate addresses."""
    return [
        partial(sent, door, LARGE, session=session, address=f"10.0.0.{n}", **options)
        for n, session in enumerate(sessions)
    ]


def test_few_large_ones_are_in_memory_at_once(sessions: list[str]) -> None:
    site = Site()
    assert together(*visits(BodyReader(site), sessions)) == [200] * 6
    assert site.most == MAX_LARGE_BODIES
    assert site.lengths == [LARGE] * 6


def test_small_ones_never_wait(sessions: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(body_reader, "LARGE_SECONDS", 0.3)
    door = BodyReader(Site())
    slow = visits(door, sessions[:MAX_LARGE_BODIES], stops=True)
    small = [lambda: sent(door, 100), lambda: sent(door, 100, path="/account/login/")]
    assert together(*slow, *small) == [408] * MAX_LARGE_BODIES + [200, 200]


def test_who_waits_in_vain_is_told_to_try_again(sessions: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(body_reader, "LARGE_SECONDS", 0.2)
    site = Site()

    async def busy(scope: Any, receive: Any, send: Any) -> None:
        await asyncio.sleep(0.6)
        await site(scope, receive, send)

    answers = together(*visits(BodyReader(busy), sessions[: MAX_LARGE_BODIES + 1]))
    assert sorted(answers) == [200] * MAX_LARGE_BODIES + [503]


@pytest.mark.parametrize("session", ["", "x", "a" * 32])
def test_no_large_body_is_read_without_a_session_of_somebody(sessions: list[str], session: str) -> None:
    site = Site()
    stranger = partial(sent, BodyReader(site), LARGE, session=session, stops=True)
    assert together(stranger) == [200]
    assert site.lengths == [0]


def test_nor_for_a_session_that_is_over_or_of_somebody_suspended(sessions: list[str]) -> None:
    site = Site()
    Session.objects.filter(session_key=sessions[0]).update(expire_date=timezone.now())
    User.objects.filter(sessions__session_key=sessions[1]).update(is_active=False)
    assert together(*visits(BodyReader(site), sessions[:2])) == [200, 200]
    assert site.lengths == [0, 0]


@pytest.mark.parametrize("same", ["address", "person"])
def test_one_large_body_at_a_time_per_address_and_person(sessions: list[str], same: str) -> None:
    site = Site()
    door = BodyReader(site)
    if same == "address":
        crowd = [partial(sent, door, LARGE, session=session) for session in sessions[:4]]
    else:
        crowd = [partial(sent, door, LARGE, session=sessions[0], address=f"10.0.1.{n}") for n in range(4)]
    assert together(*crowd) == [200] * 4
    assert site.most == 1


def test_half_sent_bodies_of_one_address_leave_a_place_for_others(
    sessions: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(body_reader, "LARGE_SECONDS", 30.0)
    site = Site()
    door = BodyReader(site)

    async def others_pass() -> int:
        half = [asyncio.create_task(sent(door, LARGE, session=session, stops=True)) for session in sessions[:4]]
        await asyncio.sleep(0)
        answer = await sent(door, LARGE, session=sessions[4], address="10.0.0.2")
        for task in half:
            task.cancel()
        return answer

    assert together(others_pass) == [200]
    assert site.lengths == [LARGE]


def test_a_large_body_that_stops_coming_gives_its_place_back_soon(
    sessions: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(body_reader, "BODY_SECONDS", 0.1)
    monkeypatch.setattr(body_reader, "LARGE_SECONDS", 600.0)
    assert together(*visits(BodyReader(Site()), sessions[:1], stops=True)) == [408]


@pytest.mark.parametrize("headers", ["Content-Length: 100000\n", "Transfer-Encoding: chunked\n"])
@pytest.mark.parametrize(("language", "sentence"), [("en", "Please sign in first"), ("ja", "ログイン")])
def test_strangers_read_why(transactional_db: None, headers: str, language: str, sentence: str) -> None:
    form = f"Content-Type: application/x-www-form-urlencoded\nAccept-Language: {language}\nConnection: close\n"
    with site_running() as site, Visitor(site.port) as visitor:
        visitor.asks(PLACE, "POST", form + headers)
        if "chunked" in headers:
            visitor.says("186a0\n" + "x" * 100_000 + "\n")
        answer = visitor.hears()
    assert answer.startswith(b"HTTP/1.1 403 ")
    assert sentence in answer.decode()
