"""Records that are brought along may be large: few of them are in memory at once, and the others wait their turn."""

import asyncio
from typing import Any

import pytest
from django.conf import settings

from config.middleware.request_limits import get_body_limit
from config.server.http import body_reader
from config.server.http.body_reader import MAX_LARGE_BODIES, BodyReader
from games.replays.imports.parser import MAX_BYTES

pytestmark = pytest.mark.process

PLACE = "/library/imports/"
LARGE = settings.MAX_BODY_BYTES + 1


class Site:
    """Takes a while for each body; counts how many it has at once, and remembers their lengths."""

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


async def sent(door: BodyReader, size: int, *, path: str = PLACE, stops: bool = False) -> int:
    """The status that a visitor gets who sends so much; `stops`: the last byte never comes."""
    statuses: list[int] = []
    parts = [{"type": "http.request", "body": b"x" * (size - stops), "more_body": stops}]

    async def receive() -> dict[str, Any]:
        return parts.pop() if parts else await asyncio.sleep(60, {"type": "http.disconnect"})

    async def send(message: dict[str, Any]) -> None:
        statuses.append(message.get("status", 0))

    scope = {"type": "http", "path": path, "headers": [(b"content-length", str(size).encode())]}
    await door(scope, receive, send)
    return statuses[0]


def together(*visits: Any) -> list[int]:
    async def all_of_them() -> list[int]:
        return await asyncio.gather(*(visit() for visit in visits))

    return asyncio.run(all_of_them())


def test_the_largest_record_fits_in_a_form() -> None:
    assert get_body_limit(PLACE) >= MAX_BYTES + settings.MAX_BODY_BYTES


def test_nothing_else_may_be_as_large() -> None:
    others = ("/", f"{PLACE}abc/", PLACE.rstrip("/"), "/account/login/", "/no/such/")
    assert {get_body_limit(path) for path in others} == {settings.MAX_BODY_BYTES}


def test_few_large_ones_are_in_memory_at_once() -> None:
    site = Site()
    door = BodyReader(site)
    assert together(*[lambda: sent(door, LARGE)] * 6) == [200] * 6
    assert site.most == MAX_LARGE_BODIES
    assert site.lengths == [LARGE] * 6


def test_small_ones_never_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(body_reader, "LARGE_SECONDS", 0.3)
    door = BodyReader(Site())
    slow = [lambda: sent(door, LARGE, stops=True)] * MAX_LARGE_BODIES
    small = [lambda: sent(door, 100), lambda: sent(door, 100, path="/account/login/")]
    assert together(*slow, *small) == [408] * MAX_LARGE_BODIES + [200, 200]


def test_who_waits_in_vain_is_told_to_try_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(body_reader, "LARGE_SECONDS", 0.2)
    site = Site()

    async def busy(scope: Any, receive: Any, send: Any) -> None:
        await asyncio.sleep(0.6)
        await site(scope, receive, send)

    door = BodyReader(busy)
    assert sorted(together(*[lambda: sent(door, LARGE)] * (MAX_LARGE_BODIES + 1))) == [200] * MAX_LARGE_BODIES + [503]
