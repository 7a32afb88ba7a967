"""The same people once more: a new table like one that is over."""

from games.tables import signals
from games.tables.errors import ConflictError
from games.tables.locked_table import TableSession, locked_table
from games.tables.models import Seat, Table
from games.tables.services.seats import fill_with_bots, take_seat
from games.tables.services.start import create_table


def join_rematch(*, public_id: str, user_id: int) -> str:
    """Sit down at the rematch of a table that is over: whoever asks first sets it up. Returns its public id.

    One that was broken off before the deal is set again in the same way, with everybody's part to be given anew.
    Only who sat at the table may. The invitation is the finished table itself, so a private one stays private.
    """
    with locked_table(public_id) as session:
        session.get_seat_for(user_id)
        if session.table.status not in (Table.Status.FINISHED, Table.Status.BROKEN_OFF):
            raise ConflictError("not-over")
        again = _get_rematch(session, user_id)
    while again.status == Table.Status.BROKEN_OFF:  # each is set again at its own, whoever asks from which page
        with locked_table(again.public_id) as session:
            again = _get_rematch(session, user_id)
    take_seat(public_id=again.public_id, user_id=user_id, invite_code=again.invite_code)
    return again.public_id


def _get_rematch(session: TableSession, user_id: int) -> Table:
    """The next table of the same people, under the lock of the one before it."""
    again = session.table.rematch
    if again is None or again.status == Table.Status.ABANDONED:
        again = session.table.rematch = _create_rematch(session, user_id)
    return again


def _create_rematch(session: TableSession, host_id: int) -> Table:
    """A table with the same game, options, clock, seats and bots. With nobody else to wait for the match begins."""
    before, bots = session.table, [seat for seat in session.seats if seat.user_id is None]
    table = create_table(
        title_slug=before.game_slug,
        host_id=host_id,
        options={key: value for key, value in before.options.items() if key != "rules"},
        seats=len(session.seats),
        visibility=Table.Visibility(before.visibility),
        timing=before.time_control,
        strict=before.is_strict,
        name=before.name,
    )
    table.series_id = before.series_id or before.pk
    table.save(update_fields=["series"])
    signals.RematchCreated(session, table).send()
    for seat in bots:
        fill_with_bots(public_id=table.public_id, user_id=host_id, level=seat.bot_level, count=1)
    if _alone(session.seats):
        fill_with_bots(
            public_id=table.public_id,
            user_id=host_id,
            level=bots[0].bot_level if bots else "normal",
            start=not before.is_strict,
        )
    return table


def _alone(seats: list[Seat]) -> bool:
    return sum(seat.user_id is not None for seat in seats) == 1
