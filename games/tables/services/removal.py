"""Taking a seat from a person for good, whether the match has begun or not."""

from typing import Any

from games.tables.bots.substitutes import get_substitute_level, set_seat_player
from games.tables.gameplay.results import record_removal
from games.tables.models import Event, Seat, Table
from games.tables.services.seats import vacate_seat
from games.tables.session.table_session import TableSession


def remove_person(d: TableSession, seat: Seat, data: dict[str, Any]) -> int:
    """Before the start the seat is free again; a running match a bot plays on, no weaker than the table's others.
    A strict table where opening has begun is broken off.

    Returns the number of the event that tells of it, which holds `data`.
    """
    record_removal(d, seat)
    if d.table.status == Table.Status.OPEN:
        vacate_seat(d, seat, Event.Cause.MODERATOR, data)
        return d.event_writer.seq
    gone = seat.user_id
    seat.clear()
    seat.on_vacation = False
    if d.table.host_id == gone:
        d.table.host_id = next((other.user_id for other in d.seats if other.user_id is not None), gone)
    seq = d.event_writer.append(Event.Kind.LEAVE, cause=Event.Cause.MODERATOR, seat=seat.number, data=data)
    level = get_substitute_level(d, seat.number)
    set_seat_player(d, seat, Seat.PlayedBy.BOT, level)
    d.event_writer.append(Event.Kind.SEAT_TO_BOT, cause=Event.Cause.MODERATOR, seat=seat.number, data={"level": level})
    return seq
