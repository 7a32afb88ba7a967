"""Answers stored in a cookie: those of anonymous visitors and guests, and those given offline.

`k3vm9qk3vm9q.0.2:…`: the puzzle, the index of the move among those rated ("x" if it isn't), and the number of days
between the puzzle's publication and the answer. The browser writes the same format (static/puzzles/lib/answers.js).
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

COOKIE = "puzzles"
COOKIE_SECONDS = 60 * 60 * 24 * 365
MOST = 120  # latest answers; a cookie is limited to 4096 bytes
UNSEEN = "x"
_ENTRY = re.compile(r"([a-z0-9]{12})\.([0-9]{1,3}|x)\.([0-9]{1,4})", re.ASCII)


@dataclass(frozen=True, slots=True)
class DeviceAnswer:
    """The first answer to a puzzle. `number` is None for a move that wasn't rated."""

    public_id: str
    number: int | None
    days_later: int


def read_device(request: HttpRequest) -> dict[str, DeviceAnswer]:
    """Return the answers in the cookie by puzzle, ignoring invalid ones."""
    answers: dict[str, DeviceAnswer] = {}
    for text in request.COOKIES.get(COOKIE, "").split(":"):
        if entry := _ENTRY.fullmatch(text):
            public_id, number, later = entry.groups()
            answers.setdefault(
                public_id, DeviceAnswer(public_id, None if number == UNSEEN else int(number), int(later))
            )
    return answers


def note_on_device(request: HttpRequest, response: HttpResponse, answers: Iterable[DeviceAnswer]) -> None:
    """Store these answers in the cookie, latest last."""
    text = ":".join(map(_write, list(answers)[-MOST:]))
    path, secure = reverse("puzzles:list"), request.is_secure()
    response.set_cookie(COOKIE, text, max_age=COOKIE_SECONDS, path=path, samesite="Lax", secure=secure)


def forget_on_device(response: HttpResponse) -> None:
    response.delete_cookie(COOKIE, path=reverse("puzzles:list"), samesite="Lax")


def _write(answer: DeviceAnswer) -> str:
    return f"{answer.public_id}.{UNSEEN if answer.number is None else answer.number}.{answer.days_later}"
