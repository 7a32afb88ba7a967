"""What the people who play at a table do by agreement: pause it, or play live. Anyone of them ends it again.

The event tells which seats have agreed. What has only been proposed is no event: it changes nothing yet.
"""

from games.tables.access import is_solo
from games.tables.clocks.seat_clock import set_live_play, update_clock
from games.tables.errors import ConflictError, ForbiddenError
from games.tables.gameplay.match_flow import put_question
from games.tables.models import Event, Seat, Table
from games.tables.selectors.proposals import list_voting_seats
from games.tables.session.table_session import TableSession, locked_table, require_in_play, require_running

Agreement = Table.Agreement


def make_proposal(*, public_id: str, user_id: int, kind: str) -> None:
    """Ask the others; where nobody else is to be asked, do it. Proposing what is proposed already is agreeing."""
    with locked_table(public_id) as d:
        seat = _get_voting_seat(d, user_id)
        if d.table.proposed not in ("", kind):
            raise ConflictError("proposal-open")
        if kind == Agreement.LIVE and d.table.live_at is not None:
            raise ConflictError("live-already")
        if is_solo(d.seats) or (kind == Agreement.LIVE and len(list_voting_seats(d.seats)) < 2):
            raise ConflictError("nobody-to-ask")
        d.table.proposed = kind
        _record_vote(d, seat)


def answer_proposal(*, public_id: str, user_id: int, kind: str, agrees: bool) -> None:
    """Agree to what is proposed, or refuse it, which is also how whoever proposed it takes it back."""
    with locked_table(public_id) as d:
        seat = _get_voting_seat(d, user_id)
        if not kind or d.table.proposed != kind:
            raise ConflictError("proposal-over")
        if agrees:
            _record_vote(d, seat)
        else:
            d.table.proposed, d.table.agreed = "", []


def end_pause(*, public_id: str, user_id: int) -> None:
    """Play goes on, as soon as anyone who sits there likes."""
    with locked_table(public_id) as d:
        seat = d.get_seat_for(user_id)
        require_running(d.table)
        if d.table.paused_at is None:
            raise ConflictError("not-paused")
        if seat.has_resigned:
            raise ForbiddenError("not-seated")
        d.table.paused_at = None
        for other in d.seats:
            if other.is_bot and other.asked is not None:
                put_question(d, other, other.asked)  # its appointment is long past
            update_clock(d, other)
        d.event_writer.append(Event.Kind.RESUME, cause=Event.Cause.PLAYER, seat=seat.number)


def end_live_play(*, public_id: str, user_id: int) -> None:
    """Somebody has to go: the former clock is back for all."""
    with locked_table(public_id) as d:
        seat = _get_voting_seat(d, user_id)
        if d.table.live_at is None:
            raise ConflictError("not-live")
        set_live_play(d, None)
        d.event_writer.append(Event.Kind.LIVE_OVER, cause=Event.Cause.PLAYER, seat=seat.number)


def _get_voting_seat(d: TableSession, user_id: int) -> Seat:
    """The person's seat, if they play it themselves at a match that goes on."""
    seat = d.get_seat_for(user_id)
    require_in_play(d.table)
    if seat not in list_voting_seats(d.seats):
        raise ForbiddenError("not-playing")
    return seat


def _record_vote(d: TableSession, seat: Seat) -> None:
    """Note it; with the last one who is to agree by now it is done."""
    d.table.agreed = sorted({*d.table.agreed, seat.number})
    asked = [one.number for one in list_voting_seats(d.seats)]
    if not set(asked) <= set(d.table.agreed):
        return
    kind, d.table.proposed, d.table.agreed = d.table.proposed, "", []
    if kind == Agreement.LIVE:
        set_live_play(d, d.now)
    else:
        d.table.paused_at = d.now
        for one in d.seats:
            update_clock(d, one)
    d.event_writer.append(Event.Kind(kind), cause=Event.Cause.PLAYER, seat=seat.number, data={"agreed": asked})
