"""What the people who play at a table do by agreement: pause it, or play live. Anyone of them ends it again.

The event tells which seats have agreed. What has only been proposed is no event: it changes nothing yet.
"""

from games.tables.access import is_solo
from games.tables.clocks.seat_clock import set_live_play, update_clock
from games.tables.errors import ConflictError, ForbiddenError
from games.tables.gameplay.moves import put_question
from games.tables.locked_table import TableSession, locked_table, require_in_play, require_running
from games.tables.models import Event, Seat, Table
from games.tables.selectors.proposals import list_voting_seats

Agreement = Table.Agreement


def make_proposal(*, public_id: str, user_id: int, kind: str) -> None:
    """Ask the others; where nobody else is to be asked, do it. Proposing what is proposed already is agreeing."""
    with locked_table(public_id) as session:
        seat = _get_voting_seat(session, user_id)
        if session.table.proposed_agreement not in ("", kind):
            raise ConflictError("proposal-open")
        if kind == Agreement.LIVE and session.table.live_since is not None:
            raise ConflictError("live-already")
        if is_solo(session.seats) or (kind == Agreement.LIVE and len(list_voting_seats(session.seats)) < 2):
            raise ConflictError("nobody-to-ask")
        session.table.proposed_agreement = kind
        _record_vote(session, seat)


def answer_proposal(*, public_id: str, user_id: int, kind: str, agrees: bool) -> None:
    """Agree to what is proposed, or refuse it, which is also how whoever proposed it takes it back."""
    with locked_table(public_id) as session:
        seat = _get_voting_seat(session, user_id)
        if not kind or session.table.proposed_agreement != kind:
            raise ConflictError("proposal-over")
        if agrees:
            _record_vote(session, seat)
        else:
            session.table.proposed_agreement, session.table.agreed_seats = "", []


def end_pause(*, public_id: str, user_id: int) -> None:
    """Play goes on, as soon as anyone who sits there likes."""
    with locked_table(public_id) as session:
        seat = session.get_seat_for(user_id)
        require_running(session.table)
        if session.table.paused_at is None:
            raise ConflictError("not-paused")
        if seat.has_resigned:
            raise ForbiddenError("not-seated")
        session.table.paused_at = None
        for other in session.seats:
            if other.is_bot and other.question_seq is not None:
                put_question(session, other, other.question_seq)  # its appointment is long past
            update_clock(session, other)
        session.event_writer.append(Event.Kind.RESUME, cause=Event.Cause.PLAYER, seat=seat.number)


def end_live_play(*, public_id: str, user_id: int) -> None:
    """Somebody has to go: the former clock is back for all."""
    with locked_table(public_id) as session:
        seat = _get_voting_seat(session, user_id)
        if session.table.live_since is None:
            raise ConflictError("not-live")
        set_live_play(session, None)
        session.event_writer.append(Event.Kind.LIVE_OVER, cause=Event.Cause.PLAYER, seat=seat.number)


def _get_voting_seat(session: TableSession, user_id: int) -> Seat:
    """The person's seat, if they play it themselves at a match that goes on."""
    seat = session.get_seat_for(user_id)
    require_in_play(session.table)
    if seat not in list_voting_seats(session.seats):
        raise ForbiddenError("not-playing")
    return seat


def _record_vote(session: TableSession, seat: Seat) -> None:
    """Note it; with the last one who is to agree by now it is done."""
    session.table.agreed_seats = sorted({*session.table.agreed_seats, seat.number})
    asked = [one.number for one in list_voting_seats(session.seats)]
    if not set(asked) <= set(session.table.agreed_seats):
        return
    kind, session.table.proposed_agreement, session.table.agreed_seats = session.table.proposed_agreement, "", []
    if kind == Agreement.LIVE:
        set_live_play(session, session.now)
    else:
        session.table.paused_at = session.now
        for one in session.seats:
            update_clock(session, one)
    session.event_writer.append(Event.Kind(kind), cause=Event.Cause.PLAYER, seat=seat.number, data={"agreed": asked})
