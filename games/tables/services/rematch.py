"""Rematches: a new table for the players of an ended one."""

from games.tables import signals
from games.tables.bots.substitutes import DEFAULT_LEVEL
from games.tables.errors import ConflictError
from games.tables.locked_table import TableSession, locked_table
from games.tables.models import Seat, Table
from games.tables.services.quotas import lock_people
from games.tables.services.seats import fill_with_bots, take_seat
from games.tables.services.start import create_table


def join_rematch(*, public_id: str, user_id: int) -> str:
    """Take a seat at the rematch of an ended table, creating it if necessary. Return its public id.

    Only players of the table may; its privacy carries over, since the ended table is the invitation. A rematch that was
    broken off before the deal gets a rematch itself, with new client seeds.
    """
    with locked_table(public_id) as session:
        session.get_seat_for(user_id)
        if session.table.status not in (Table.Status.FINISHED, Table.Status.BROKEN_OFF):
            raise ConflictError("not-over")
        rematch = _get_rematch(session, user_id)
    # Each is the rematch of the previous one, whichever page the request came from.
    while rematch.status == Table.Status.BROKEN_OFF:
        with locked_table(rematch.public_id) as session:
            rematch = _get_rematch(session, user_id)
    take_seat(public_id=rematch.public_id, user_id=user_id, invite_code=rematch.invite_code)
    return rematch.public_id


def _get_rematch(session: TableSession, user_id: int) -> Table:
    """Return the table's rematch, creating it if necessary. The table is locked."""
    rematch = session.table.rematch
    if rematch is None or rematch.status == Table.Status.ABANDONED:
        rematch = session.table.rematch = _create_rematch(session, user_id)
    return rematch


def _create_rematch(session: TableSession, host_id: int) -> Table:
    """Create a table with the same game, options, clock and bots, and bots in place of deleted accounts.

    The match starts if there is no one else to wait for.
    """
    before, bots = session.table, [seat for seat in session.seats if not _may_return(seat)]
    lock_people(host_id, [seat.user_id for seat in session.seats if seat.user_id is not None])  # they will be invited
    table = create_table(
        game_slug=before.game_slug,
        host_id=host_id,
        options={key: value for key, value in before.options.items() if key != "rules"},
        seats=len(session.seats),
        visibility=Table.Visibility(before.visibility),
        timing=before.time_control,
        strict=before.is_strict,
        name=before.name,
        starts_when_full=before.starts_when_full,
    )
    table.series_id = before.series_id or before.pk
    table.save(update_fields=["series"])
    signals.RematchCreated(session, table).send()
    for seat in bots:
        fill_with_bots(public_id=table.public_id, user_id=host_id, level=seat.bot_level or DEFAULT_LEVEL, count=1)
    if _alone(session.seats):
        fill_with_bots(
            public_id=table.public_id,
            user_id=host_id,
            level=(bots[0].bot_level if bots else "") or DEFAULT_LEVEL,
            start=not before.is_strict,
        )
    return table


def _may_return(seat: Seat) -> bool:
    """Return whether the seat belonged to a person whose account still exists."""
    return seat.user is not None and seat.user.anonymised_at is None


def _alone(seats: list[Seat]) -> bool:
    return sum(_may_return(seat) for seat in seats) == 1
