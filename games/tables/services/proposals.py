"""What the people who play at a table do by agreement: pause it, or play live. Anyone of them ends it again.

The event tells which seats have agreed. What has only been proposed is no event: it changes nothing yet.
"""

from games.tables.access import plays_alone
from games.tables.clocks.seat_clock import clock_settled, live_set
from games.tables.errors import Conflict, NotAllowed
from games.tables.gameplay.match_flow import question_put
from games.tables.models import Event, Seat, Table
from games.tables.selectors.proposals import players
from games.tables.session.table_session import Desk, check_in_play, check_running, desk

Agreement = Table.Agreement


def agreement_proposed(*, public_id: str, user_id: int, kind: str) -> None:
    """Ask the others; where nobody else is to be asked, do it. Proposing what is proposed already is agreeing."""
    with desk(public_id) as d:
        seat = _player(d, user_id)
        if d.table.proposed not in ("", kind):
            raise Conflict("proposal-open")
        if kind == Agreement.LIVE and d.table.live_at is not None:
            raise Conflict("live-already")
        if plays_alone(d.seats) or (kind == Agreement.LIVE and len(players(d.seats)) < 2):
            raise Conflict("nobody-to-ask")
        d.table.proposed = kind
        _agreed(d, seat)


def agreement_answered(*, public_id: str, user_id: int, kind: str, agrees: bool) -> None:
    """Agree to what is proposed, or refuse it, which is also how whoever proposed it takes it back."""
    with desk(public_id) as d:
        seat = _player(d, user_id)
        if not kind or d.table.proposed != kind:
            raise Conflict("proposal-over")
        if agrees:
            _agreed(d, seat)
        else:
            d.table.proposed, d.table.agreed = "", []


def pause_ended(*, public_id: str, user_id: int) -> None:
    """Play goes on, as soon as anyone who sits there likes."""
    with desk(public_id) as d:
        seat = d.seat_of(user_id)
        check_running(d.table)
        if d.table.paused_at is None:
            raise Conflict("not-paused")
        if seat.resigned:
            raise NotAllowed("not-seated")
        d.table.paused_at = None
        for other in d.seats:
            if other.bot and other.asked is not None:
                question_put(d, other, other.asked)  # its appointment is long past
            clock_settled(d, other)
        d.journal.add(Event.Kind.RESUME, cause=Event.Cause.PLAYER, seat=seat.number)


def live_left(*, public_id: str, user_id: int) -> None:
    """Somebody has to go: the former clock is back for all."""
    with desk(public_id) as d:
        seat = _player(d, user_id)
        if d.table.live_at is None:
            raise Conflict("not-live")
        live_set(d, None)
        d.journal.add(Event.Kind.LIVE_OVER, cause=Event.Cause.PLAYER, seat=seat.number)


def _player(d: Desk, user_id: int) -> Seat:
    """The person's seat, if they play it themselves at a match that goes on."""
    seat = d.seat_of(user_id)
    check_in_play(d.table)
    if seat not in players(d.seats):
        raise NotAllowed("not-playing")
    return seat


def _agreed(d: Desk, seat: Seat) -> None:
    """Note it; with the last one who is to agree by now it is done."""
    d.table.agreed = sorted({*d.table.agreed, seat.number})
    asked = [one.number for one in players(d.seats)]
    if not set(asked) <= set(d.table.agreed):
        return
    kind, d.table.proposed, d.table.agreed = d.table.proposed, "", []
    if kind == Agreement.LIVE:
        live_set(d, d.now)
    else:
        d.table.paused_at = d.now
        for one in d.seats:
            clock_settled(d, one)
    d.journal.add(Event.Kind(kind), cause=Event.Cause.PLAYER, seat=seat.number, data={"agreed": asked})
