"""The clock of a seat that is asked: begun, charged, stopped and started again.

`seat.deadline` alone says when it acts. While it stands still there is none, and `seat.left` holds what runs later.
"""

from datetime import datetime, timedelta

from django.conf import settings

from accounts.services.availability import get_time_zone
from games.tables.access import is_solo
from games.tables.clocks.quiet_hours import NOTHING, QuietHours, active_time_between, add_active_time
from games.tables.locked_table import TableSession
from games.tables.models import Seat
from games.tables.time_control import LIVE_SECONDS, QUIET_HOURS_MIN_SECONDS

SOLO_SECONDS = 30 * 24 * 60 * 60  # nobody waits, and no clock is shown: so long, only so that forgotten matches end


def start_clock(session: TableSession, seat: Seat) -> None:
    """A person has been asked: the time they have begins to run, if it does at this table and at present."""
    seat.time_left = _time_for_question(session, seat)
    update_clock(session, seat)


def charge_clock(session: TableSession, seat: Seat, *, answered: bool = False) -> None:
    """The open question is over, or put anew: what it took goes off the bank; an answer adds the increment.

    Once for each time the clock has begun, however often it is called.
    """
    left = _left(session, seat)
    seat.deadline = seat.time_left = None
    if left is None or not _uses_time_bank(session, seat):
        return
    # No more than there was: quiet hours may have been changed meanwhile.
    bank = min(max(left, NOTHING), get_time_bank(session, seat))
    seat.time_bank = min(
        bank + _seconds(session.table.increment_seconds if answered else 0), _seconds(session.table.turn_seconds)
    )


def update_clock(session: TableSession, seat: Seat) -> None:
    """Stop a clock that is to stand still by now, or let it go on; any number of times."""
    if seat.is_bot:
        return
    still = is_clock_stopped(session, seat)
    if still and seat.deadline is not None:
        seat.time_left, seat.deadline = _left(session, seat), None
    elif not still and seat.time_left is not None:
        seat.deadline = add_active_time(_now(session), seat.time_left, _get_quiet_hours(session, seat))
        seat.time_left = None


def set_live_play(session: TableSession, since: datetime | None) -> None:
    """Play live from now on, or (None) by the former clock again: for open questions either begins anew."""
    asked = [seat for seat in session.seats if seat.question_seq is not None and not seat.is_bot]
    for seat in asked:
        charge_clock(session, seat)
    session.table.live_since = since
    for seat in asked:
        start_clock(session, seat)


def thaw_clocks(session: TableSession) -> None:
    """Every clock goes on where the freeze stopped it."""
    since, session.table.frozen_at = session.table.frozen_at, None
    assert since is not None
    for seat in session.seats:
        if seat.deadline is not None and not seat.is_bot:
            quiet = _get_quiet_hours(session, seat)
            seat.deadline = add_active_time(session.now, active_time_between(since, seat.deadline, quiet), quiet)
        for name in ("deadline", "act_at", "leased_until") if seat.is_bot else ("act_at", "leased_until"):
            if (moment := getattr(seat, name)) is not None:
                setattr(seat, name, moment + (session.now - since))


def is_clock_stopped(session: TableSession, seat: Seat) -> bool:
    """Whether a person's clock stands still: the table is paused, or they are on vacation."""
    return session.table.paused_at is not None or (
        seat.on_vacation and not seat.has_forfeited and not is_solo(session.seats)
    )


def get_time_bank(session: TableSession, seat: Seat) -> timedelta:
    """What is in a seat's bank, the present question not counted."""
    return _seconds(session.table.turn_seconds) if seat.time_bank is None else seat.time_bank


def _time_for_question(session: TableSession, seat: Seat) -> timedelta | None:
    """How much time a person has for a question that is put now; None: as much as they like."""
    if seat.has_forfeited:
        return _seconds(settings.BOT_SOLO_DELAY)
    if is_solo(session.seats):
        return _seconds(max(session.table.turn_seconds, SOLO_SECONDS))
    if session.table.live_since is not None:
        return _seconds(LIVE_SECONDS)
    if session.table.increment_seconds:
        return get_time_bank(session, seat)
    return _seconds(session.table.turn_seconds) if session.table.turn_seconds else None


def _left(session: TableSession, seat: Seat) -> timedelta | None:
    """What is left of a person's time; None where no clock runs."""
    if seat.is_bot or seat.question_seq is None or seat.deadline is None:
        return seat.time_left
    return active_time_between(_now(session), seat.deadline, _get_quiet_hours(session, seat))


def _uses_time_bank(session: TableSession, seat: Seat) -> bool:
    """Whether the open question is answered out of a bank."""
    free = not seat.is_person or session.table.live_since is not None or is_solo(session.seats)
    return session.table.increment_seconds > 0 and seat.question_seq is not None and not free


def _get_quiet_hours(session: TableSession, seat: Seat) -> QuietHours | None:
    """The quiet hours of a seat's person, where they count."""
    person = seat.user
    slow = (
        session.table.turn_seconds >= QUIET_HOURS_MIN_SECONDS
        and session.table.live_since is None
        and not seat.has_forfeited
    )
    if (
        person is None
        or not slow
        or is_solo(session.seats)
        or person.quiet_hours_start is None
        or person.quiet_hours_end is None
    ):
        return None
    return QuietHours(person.quiet_hours_start, person.quiet_hours_end, get_time_zone(person))


def _now(session: TableSession) -> datetime:
    """A frozen table's times count from the moment it was frozen: the thaw moves them all."""
    return session.table.frozen_at or session.now


def _seconds(count: float) -> timedelta:
    return timedelta(seconds=count)
