"""The clock of a seat that is asked: begun, charged, stopped and started again.

`seat.deadline` alone says when it acts. While it stands still there is none, and `seat.left` holds what runs later.
"""

from datetime import datetime, timedelta

from django.conf import settings

from accounts.services.availability import zone_of
from games.tables.access import plays_alone
from games.tables.clocks.quiet_hours import NOTHING, Quiet, after, between
from games.tables.models import Seat
from games.tables.session.table_session import Desk
from games.tables.time_control import LIVE_SECONDS, QUIET_FROM

ALONE_SECONDS = 30 * 24 * 60 * 60  # nobody waits, and no clock is shown: so long, only so that forgotten matches end


def clock_begun(d: Desk, seat: Seat) -> None:
    """A person has been asked: the time they have begins to run, if it does at this table and at present."""
    seat.left = _given(d, seat)
    clock_settled(d, seat)


def clock_charged(d: Desk, seat: Seat, *, answered: bool = False) -> None:
    """The open question is over, or put anew: what it took goes off the bank; an answer adds the increment.

    Once for each time the clock has begun, however often it is called.
    """
    left = _left(d, seat)
    seat.deadline = seat.left = None
    if left is None or not _banked(d, seat):
        return
    # No more than there was: quiet hours may have been changed meanwhile.
    bank = min(max(left, NOTHING), bank_of(d, seat))
    seat.bank = min(bank + _seconds(d.table.increment_seconds if answered else 0), _seconds(d.table.turn_seconds))


def clock_settled(d: Desk, seat: Seat) -> None:
    """Stop a clock that is to stand still by now, or let it go on; any number of times."""
    if seat.bot:
        return
    still = stands(d, seat)
    if still and seat.deadline is not None:
        seat.left, seat.deadline = _left(d, seat), None
    elif not still and seat.left is not None:
        seat.deadline, seat.left = after(_now(d), seat.left, _quiet(d, seat)), None


def live_set(d: Desk, since: datetime | None) -> None:
    """Play live from now on, or (None) by the former clock again: for open questions either begins anew."""
    asked = [seat for seat in d.seats if seat.asked is not None and not seat.bot]
    for seat in asked:
        clock_charged(d, seat)
    d.table.live_at = since
    for seat in asked:
        clock_begun(d, seat)


def clocks_thawed(d: Desk) -> None:
    """Every clock goes on where the freeze stopped it."""
    since, d.table.frozen_at = d.table.frozen_at, None
    assert since is not None
    for seat in d.seats:
        if seat.deadline is not None and not seat.bot:
            quiet = _quiet(d, seat)
            seat.deadline = after(d.now, between(since, seat.deadline, quiet), quiet)
        for name in ("deadline", "due_at", "leased_until") if seat.bot else ("due_at", "leased_until"):
            if (moment := getattr(seat, name)) is not None:
                setattr(seat, name, moment + (d.now - since))


def stands(d: Desk, seat: Seat) -> bool:
    """Whether a person's clock stands still: the table is paused, or they are on vacation."""
    return d.table.paused_at is not None or (seat.vacation and not seat.forfeited and not plays_alone(d.seats))


def bank_of(d: Desk, seat: Seat) -> timedelta:
    """What is in a seat's bank, the present question not counted."""
    return _seconds(d.table.turn_seconds) if seat.bank is None else seat.bank


def _given(d: Desk, seat: Seat) -> timedelta | None:
    """How much time a person has for a question that is put now; None: as much as they like."""
    if seat.forfeited:
        return _seconds(settings.BOT_DELAY_SECONDS)
    if plays_alone(d.seats):
        return _seconds(max(d.table.turn_seconds, ALONE_SECONDS))
    if d.table.live_at is not None:
        return _seconds(LIVE_SECONDS)
    if d.table.increment_seconds:
        return bank_of(d, seat)
    return _seconds(d.table.turn_seconds) if d.table.turn_seconds else None


def _left(d: Desk, seat: Seat) -> timedelta | None:
    """What is left of a person's time; None where no clock runs."""
    if seat.bot or seat.asked is None or seat.deadline is None:
        return seat.left
    return between(_now(d), seat.deadline, _quiet(d, seat))


def _banked(d: Desk, seat: Seat) -> bool:
    """Whether the open question is answered out of a bank."""
    free = seat.bot or seat.forfeited or d.table.live_at is not None or plays_alone(d.seats)
    return d.table.increment_seconds > 0 and seat.asked is not None and not free


def _quiet(d: Desk, seat: Seat) -> Quiet | None:
    """The quiet hours of a seat's person, where they count."""
    person = seat.user
    slow = d.table.turn_seconds >= QUIET_FROM and d.table.live_at is None and not seat.forfeited
    if person is None or not slow or plays_alone(d.seats) or person.quiet_from is None or person.quiet_until is None:
        return None
    return Quiet(person.quiet_from, person.quiet_until, zone_of(person))


def _now(d: Desk) -> datetime:
    """A frozen table's times count from the moment it was frozen: the thaw moves them all."""
    return d.table.frozen_at or d.now


def _seconds(count: float) -> timedelta:
    return timedelta(seconds=count)
