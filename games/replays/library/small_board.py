"""The seats as a small picture: an oval with everyone's mark around it. It shows nothing of the match."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin

WIDTH, HEIGHT, MARK = 96, 64, 14  # of the picture, and of a mark
RADIUS_X, RADIUS_Y = 37, 21  # of the oval on which the marks lie


@dataclass(frozen=True, slots=True)
class SeatMark:
    """Where a seat's mark begins, its middle, and its picture's symbol ("": none)."""

    x: int
    y: int
    cx: int
    cy: int
    avatar: str


@dataclass(frozen=True, slots=True)
class SmallBoard:
    """The marks of all seats: seat 0 at the bottom, the others clockwise."""

    marks: list[SeatMark]
    width: int = WIDTH
    height: int = HEIGHT
    mark: int = MARK


def build_small_board(avatars: Sequence[str]) -> SmallBoard:
    """
    >>> [(mark.x, mark.y) for mark in build_small_board(["fox", "owl"]).marks]
    [(41, 46), (41, 4)]
    """
    return SmallBoard([_place(number, len(avatars), avatar) for number, avatar in enumerate(avatars)])


def _place(number: int, count: int, avatar: str) -> SeatMark:
    angle = pi / 2 + 2 * pi * number / count
    x, y = WIDTH / 2 + RADIUS_X * cos(angle), HEIGHT / 2 + RADIUS_Y * sin(angle)
    return SeatMark(round(x) - MARK // 2, round(y) - MARK // 2, round(x), round(y), avatar)
