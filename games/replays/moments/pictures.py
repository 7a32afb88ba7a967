"""Moment pictures for pages: each is drawn once per process, and one at a time.

Drawing takes about 0.2 s of a page thread. A crowd that asks for different pictures must not occupy all threads, so
few requests wait, and not for long.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.cache import caches

from games.replays.moments.images import draw_moment, get_deciding_position
from games.replays.viewer.perspective import Perspective

PICTURES = caches["moment_pictures"]  # bounded in entries; a PNG of 1200 × 630 in 128 colours has at most 756 KB
WAIT_SECONDS = 1.5
MAX_WAITING = 2  # page threads, not counting the one that draws
RETRY_SECONDS = 2

_drawing = threading.Lock()
_places = threading.BoundedSemaphore(1 + MAX_WAITING)


class BusyDrawingError(Exception):
    """Others are drawing; this request would have waited too long."""


def get_moment_picture(look: Perspective, n: int | None = None) -> bytes:
    """Position `n`, or the deciding one, as a PNG. The caller has checked that it may be shared.

    Raises BusyDrawingError.
    """
    key = f"{look.access.table.public_id}:{look.last}:{'deciding' if n is None else n}"
    png: bytes | None = PICTURES.get(key)
    if png is None:
        with drawing_turn():
            png = PICTURES.get(key)  # drawn while this request waited
            if png is None:
                png = draw_moment(look, get_deciding_position(look) if n is None else n)
                PICTURES.set(key, png)
    return png


def find_moment(look: Perspective) -> int:
    """The deciding position. Finding it draws a dozen boards. Raises BusyDrawingError."""
    with drawing_turn():
        return get_deciding_position(look)


@contextmanager
def drawing_turn() -> Iterator[None]:
    """Take this process's turn to draw. Raises BusyDrawingError: after WAIT_SECONDS, or immediately in a crowd."""
    if not _places.acquire(blocking=False):
        raise BusyDrawingError
    try:
        if not _drawing.acquire(timeout=WAIT_SECONDS):
            raise BusyDrawingError
        try:
            yield
        finally:
            _drawing.release()
    finally:
        _places.release()
