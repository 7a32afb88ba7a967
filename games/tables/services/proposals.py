"""Proposals of a table's players to pause or to play live, and ending either again."""

from games.tables import signals
from games.tables.access import is_solo
from games.tables.clocks.seat_clock import get_open_time_left_data, set_live_play, update_clock
from games.tables.errors import ConflictError, ForbiddenError
from games.tables.gameplay.agreements import (
    get_open_proposal,
    list_voting_seats,
    settle_proposal,
    start_proposal,
    withdraw_proposal,
)
from games.tables.gameplay.moves import put_question
from games.tables.locked_table import TableSession, locked_table, require_in_play, require_running
from games.tables.models import Event, Seat, Table

Agreement = Table.Agreement


def make_proposal(*, public_id: str, user_id: int, kind: str) -> None:
    """Propose an agreement, or agree if it is already proposed. Takes effect immediately if no one else must agree."""
    with locked_table(public_id) as session:
        seat = _get_voting_seat(session, user_id)
        current = get_open_proposal(session.table, session.now)
        if current not in ("", kind):
            raise ConflictError("proposal-open")
        if kind == Agreement.LIVE and session.table.live_since is not None:
            raise ConflictError("live-already")
        if is_solo(session.seats) or (kind == Agreement.LIVE and len(list_voting_seats(session.seats)) < 2):
            raise ConflictError("nobody-to-ask")
        if not current:
            start_proposal(session, kind)
        _record_vote(session, seat)


def answer_proposal(*, public_id: str, user_id: int, kind: str, agrees: bool) -> None:
    """Agree to the open proposal, or refuse it, which ends the proposal.

    Refusing after having agreed only withdraws that vote, unless no one else has agreed.
    """
    with locked_table(public_id) as session:
        seat = _get_voting_seat(session, user_id)
        if not kind or get_open_proposal(session.table, session.now) != kind:
            raise ConflictError("proposal-over")
        if agrees:
            _record_vote(session, seat)
        elif session.table.agreed_seats in ([], [seat.number]) or seat.number not in session.table.agreed_seats:
            withdraw_proposal(session)
        else:
            session.table.agreed_seats = [number for number in session.table.agreed_seats if number != seat.number]


def end_pause(*, public_id: str, user_id: int) -> None:
    """Resume a paused match. Anyone seated there may."""
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
                put_question(session, other, other.question_seq)  # its scheduled answer is long past
            update_clock(session, other)
        session.event_writer.append(Event.Kind.RESUME, cause=Event.Cause.PLAYER, seat=seat.number)
        signals.PauseEnded(session, seat).send()


def end_live_play(*, public_id: str, user_id: int) -> None:
    """End live play for everyone, returning to the table's own clock."""
    with locked_table(public_id) as session:
        seat = _get_voting_seat(session, user_id)
        if session.table.live_since is None:
            raise ConflictError("not-live")
        set_live_play(session, None)
        times = get_open_time_left_data(session, *session.seats)
        session.event_writer.append(Event.Kind.LIVE_OVER, cause=Event.Cause.PLAYER, seat=seat.number, data=times)


def _get_voting_seat(session: TableSession, user_id: int) -> Seat:
    """Return the seat of a person who plays it themselves in a running match."""
    seat = session.get_seat_for(user_id)
    require_in_play(session.table)
    if seat not in list_voting_seats(session.seats):
        raise ForbiddenError("not-playing")
    return seat


def _record_vote(session: TableSession, seat: Seat) -> None:
    kind = session.table.proposed_agreement
    session.table.agreed_seats = sorted({*session.table.agreed_seats, seat.number})
    settle_proposal(session, seat)
    if kind == Agreement.PAUSE:
        signals.PauseVoted(session, seat).send()
