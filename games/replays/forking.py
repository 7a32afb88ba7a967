"""Playing on from a position of a finished match, at a new table with a chance of its own."""

from typing import Any

from django.conf import settings

from games import catalog
from games.tables.access import Access
from games.tables.errors import Conflict, NotFound, Unprocessable
from games.tables.forks import Origin
from games.tables.models import Table
from games.tables.moments import frame_at
from games.tables.opening import table_create
from games.tables.seats import table_with_bots

PEOPLE, BOTS, BOTS_OPEN = "people", "bots", "bots-open"  # with whom; open: the hands stay as everybody has read them
AGAINST = (BOTS, BOTS_OPEN, PEOPLE)


def fork_open(
    access: Access, n: int, *, user_id: int, seat: int, against: str, level: str, start: bool = True
) -> Table:
    """Set up a table that goes on from the position after event `n`, with this person at `seat`.

    Against bots it begins at once unless told not to; of people the others are still to come, by invitation. Raises a
    Refusal, and then there is no table.
    """
    origin = _origin(access, n, None if against == BOTS_OPEN else seat)
    if against not in AGAINST or not 0 <= seat < len(access.seats) or (against == PEOPLE and len(access.seats) < 2):
        raise Unprocessable("bad-option", {"option": "against"})
    before = access.table
    setup: dict[str, Any] = {
        "title_slug": before.title, "host_id": user_id, "options": before.options, "seats": len(access.seats),
        "visibility": Table.Visibility.PRIVATE, "host_seat": seat, "origin": origin,
    }  # fmt: skip
    if against == PEOPLE:
        return table_create(timing=before.timing, **setup)
    if level not in catalog.title(before.title).bots:
        raise Unprocessable("bad-option", {"option": "level"})
    bots = len(access.seats) - 1
    return table_with_bots(bots=bots, level=level, start=start, turn_seconds=settings.QUICK_TURN_SECONDS, **setup)


def _origin(access: Access, n: int, seat: int | None) -> Origin:
    table, title = access.table, catalog.title(access.table.title)
    if table.status != Table.Status.FINISHED:
        raise Conflict("not-over")
    frame = frame_at(table, n) if 0 < n <= table.seq else None
    if frame is None:
        raise NotFound("no-such-position")
    if title.rules.over(title.read_state(frame)):
        raise Conflict("fork-over")
    return Origin(table, n, seat, frame)
