"""Answers that a device keeps in a cookie: those of strangers and guests, and what was answered without a connection.

`k3vm9qk3vm9q.0.2:…`: the puzzle, the number of the move among those looked at ("x": it was not), and how many days
after the puzzle's own it was answered. The browser writes the same (static/puzzles/lib/answers.js).
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

COOKIE = "puzzles"
COOKIE_SECONDS = 60 * 60 * 24 * 365
MOST = 120  # of the latest; a cookie is no larger than 4096 bytes
UNSEEN = "x"
_ENTRY = re.compile(r"([a-z0-9]{12})\.([0-9]{1,3}|x)\.([0-9]{1,4})", re.ASCII)


@dataclass(frozen=True, slots=True)
class DeviceAnswer:
    """The first answer to a puzzle. `number` None: a move that was not looked at."""

    public_id: str
    number: int | None
    days_later: int


def read_device(request: HttpRequest) -> dict[str, DeviceAnswer]:
    """What the cookie says, by puzzle; what makes no sense is left out."""
    found: dict[str, DeviceAnswer] = {}
    for text in request.COOKIES.get(COOKIE, "").split(":"):
        if entry := _ENTRY.fullmatch(text):
            public_id, number, later = entry.groups()
            found.setdefault(public_id, DeviceAnswer(public_id, None if number == UNSEEN else int(number), int(later)))
    return found


def note_on_device(request: HttpRequest, response: HttpResponse, answers: Iterable[DeviceAnswer]) -> None:
    """All that the device is to keep, the latest last."""
    text = ":".join(map(_write, list(answers)[-MOST:]))
    path, secure = reverse("puzzles:list"), request.is_secure()
    response.set_cookie(COOKIE, text, max_age=COOKIE_SECONDS, path=path, samesite="Lax", secure=secure)


def forget_on_device(response: HttpResponse) -> None:
    response.delete_cookie(COOKIE, path=reverse("puzzles:list"), samesite="Lax")


def _write(answer: DeviceAnswer) -> str:
    return f"{answer.public_id}.{UNSEEN if answer.number is None else answer.number}.{answer.days_later}"
