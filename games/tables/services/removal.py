"""Taking a seat from a person for good, whether the match has begun or not."""

from typing import Any

from games.tables.bots.substitutes import level_offered, played_by
from games.tables.gameplay.results import removal_noted
from games.tables.models import Event, Seat, Table
from games.tables.services.seats import stand_up
from games.tables.session.table_session import Desk


def person_removed(d: Desk, seat: Seat, data: dict[str, Any]) -> int:
    """Before the start the seat is free again; a running match a bot plays on, no weaker than the table's others.
    A strict table where opening has begun is broken off.

    Returns the number of the event that tells of it, which holds `data`.
    """
    removal_noted(d, seat)
    if d.table.status == Table.Status.OPEN:
        seat.bot, seat.absent = "", False
        stand_up(d, seat, Event.Cause.MODERATOR, data)
        return d.journal.seq
    gone, seat.user = seat.user_id, None
    seat.resigned = seat.forfeited = seat.vacation = False
    if d.table.host_id == gone:
        d.table.host_id = next((other.user_id for other in d.seats if other.user_id is not None), gone)
    seq = d.journal.add(Event.Kind.LEAVE, cause=Event.Cause.MODERATOR, seat=seat.number, data=data)
    level = level_offered(d, seat.number)
    played_by(d, seat, level)
    d.journal.add(Event.Kind.SEAT_TO_BOT, cause=Event.Cause.MODERATOR, seat=seat.number, data={"level": level})
    return seq
