"""Playing on from a position of a finished match, at a new table with a new seed.

An imported record can be continued against bots only, and only if everything in it agrees by today's rules: then
its positions are possible in a match of this site.
"""

from typing import Any

from django.conf import settings

from games.catalog import registry
from games.tables.access import TableAccess
from games.tables.bots.levels import require_level
from games.tables.errors import ConflictError, NotFoundError, UnprocessableError
from games.tables.gameplay.forks import ForkOrigin
from games.tables.models import Table
from games.tables.selectors.event_source import get_snapshot_at
from games.tables.services.seats import create_table_with_bots
from games.tables.services.start import create_table

PEOPLE, BOTS, BOTS_OPEN_HANDS = (
    "people",
    "bots",
    "bots-open",
)  # opponents; open: the hands stay as everyone has seen them


def list_opponents(access: TableAccess) -> tuple[str, ...]:
    """Return the opponents possible from there."""
    alone = access.table.pk is None or len(access.seats) < 2
    return (BOTS, BOTS_OPEN_HANDS) if alone else (BOTS, BOTS_OPEN_HANDS, PEOPLE)


def is_trusted(table: Table) -> bool:
    """Return whether our rules produce its states: those of our tables, and of records that agree."""
    return bool(getattr(table, "agrees", table.pk is not None))


def get_fork_origin(access: TableAccess, n: int, *, seat: int, against: str, level: str) -> ForkOrigin:
    """Return the position to continue from, for a person at `seat`.

    1 query. Raise a ServiceError if it can't be played on.
    """
    table, seats = access.table, len(access.seats)
    if table.status != Table.Status.FINISHED:
        raise ConflictError("not-over")
    if not is_trusted(table):
        raise ConflictError("fork-unsure")
    if against not in list_opponents(access) or not 0 <= seat < seats:
        raise UnprocessableError("bad-option", {"option": "against"})
    game = registry.get_game(table.game_slug)
    require_level(table.game_slug, seats, table.options, level)
    frame = get_snapshot_at(table, n) if 0 < n <= table.last_seq else None
    if frame is None:
        raise NotFoundError("no-such-position")
    if game.rules.over(game.read_state(frame)):
        raise ConflictError("fork-over")
    return ForkOrigin(table, n, None if against == BOTS_OPEN_HANDS else seat, frame)


def create_fork_table(
    origin: ForkOrigin, *, user_id: int, seat: int, seats: int, against: str, level: str, start: bool
) -> Table:
    """Create a table that continues from there, with this person at `seat`.

    Against bots it starts immediately unless told not to; people are invited. Raises LimitExceededError for a person
    with enough tables.
    """
    before = origin.table
    setup: dict[str, Any] = {
        "game_slug": before.game_slug, "host_id": user_id, "options": before.options, "seats": seats,
        "visibility": Table.Visibility.PRIVATE, "host_seat": seat, "origin": origin,
    }  # fmt: skip
    if against == PEOPLE:
        return create_table(timing=before.time_control, **setup)
    return create_table_with_bots(
        bots=seats - 1, level=level, start=start, turn_seconds=settings.SOLO_TURN_SECONDS, **setup
    )
