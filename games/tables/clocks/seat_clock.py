"""Clocks of the seats of a locked table: starting, charging, stopping and resuming them.

Only `seat.deadline` says when the clock acts; it is None while the clock is stopped. `seat.time_left` is the time left
at `seat.clock_since`, or while the clock is stopped (`games.clocks.seat_clock`).
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings

from accounts.models import User
from games.clocks.availability import Availability
from games.clocks.seat_clock import SeatClock
from games.clocks.time_control import MILLISECOND
from games.tables.access import is_solo
from games.tables.clocks.availability import get_availability
from games.tables.locked_table import TableSession
from games.tables.models import Seat, Table

NO_TIME = timedelta(0)
LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)  # before any clock


def read_seat_clock(table: Table, seats: Sequence[Seat], seat: Seat, now: datetime) -> SeatClock | None:
    """Return the clock of a person's open question, if any."""
    if seat.is_bot or seat.question_seq is None:
        return None
    if seat.deadline is None:
        return None if seat.time_left is None else SeatClock(seat.time_left, None)
    if seat.time_left is None or seat.clock_since is None:
        return _read_older_clock(table, seats, seat, seat.deadline, table.frozen_at or now)
    return SeatClock(seat.time_left, seat.clock_since)


def _read_older_clock(table: Table, seats: Sequence[Seat], seat: Seat, deadline: datetime, now: datetime) -> SeatClock:
    """Return a clock for which an earlier release stored only the deadline, as if it were started now.

    That release computed the deadline from the first known quiet hours, and without vacations.
    """
    versions = get_availability(table, seats, seat, LONG_AGO).versions[:1]
    return SeatClock(Availability(versions).count_running_time(now, deadline), now)


def get_allotted_time(table: Table, seats: Sequence[Seat], seat: Seat) -> timedelta | None:
    """Return how much time a person has for a question put now; None: no limit."""
    if seat.has_forfeited:
        return timedelta(seconds=settings.BOT_SOLO_DELAY)
    return table.time_control.get_time_for_question(
        seat.time_bank, is_live=table.live_since is not None, is_solo=is_solo(seats)
    )


def start_clock(session: TableSession, seat: Seat) -> None:
    """Start the clock of a person to move, if the table has one. It may have to stop immediately."""
    seat.deadline = seat.clock_since = None
    seat.time_left = get_allotted_time(session.table, session.seats, seat)
    update_clock(session, seat)


def charge_clock(session: TableSession, seat: Seat, *, is_answered: bool = False) -> timedelta | None:
    """End the clock of the open question and charge the time bank; an answer adds the increment.

    Return the charged time in whole milliseconds; None if no bank is charged. Idempotent.
    """
    clock = read_seat_clock(session.table, session.seats, seat, _get_now(session))
    remaining = None if clock is None else clock.get_remaining(*_read_now(session, seat, clock))
    seat.deadline = seat.time_left = seat.clock_since = None
    if remaining is None or not uses_time_bank(session.table, session.seats, seat):
        return None
    control, bank = session.table.time_control, get_time_bank(session.table, seat)
    charged = max(bank - max(remaining, NO_TIME), NO_TIME) // MILLISECOND * MILLISECOND
    seat.time_bank = control.charge_bank(bank, charged, is_answered=is_answered)
    return charged


def update_clock(session: TableSession, seat: Seat) -> None:
    """Stop or resume a clock, depending on whether it has to be stopped now. Idempotent."""
    if (clock := read_seat_clock(session.table, session.seats, seat, _get_now(session))) is None:
        return
    now, availability = _read_now(session, seat, clock)
    stopped = is_clock_stopped(session.table, session.seats, seat)
    set_seat_clock(seat, clock.stop(now, availability) if stopped else clock.start(now), availability)


def refresh_deadline(session: TableSession, seat: Seat) -> bool:
    """Recompute the deadline of a running clock from the person's availability. Return whether it has changed."""
    before = seat.deadline
    if before is not None and not seat.is_bot:
        update_clock(session, seat)
    if seat.deadline == before:
        return False
    session.mark_page_changed()
    return True


def set_seat_user(session: TableSession, seat: Seat, user: User) -> None:
    """Give a seat to another account of the same person. The clock follows that account's availability from now on."""
    now = _get_now(session)
    clock = read_seat_clock(session.table, session.seats, seat, now)
    remaining = None if clock is None else clock.get_remaining(*_read_now(session, seat, clock))
    seat.user = user
    if clock is not None and remaining is not None:
        clock = SeatClock(remaining, None if clock.since is None else now)
        set_seat_clock(seat, clock, get_availability(session.table, session.seats, seat, now))


def extend_clock(session: TableSession, seat: Seat, extension: timedelta) -> None:
    """Extend the time for the open question by `extension`."""
    clock = read_seat_clock(session.table, session.seats, seat, _get_now(session))
    assert clock is not None
    set_seat_clock(seat, clock.extend(extension), _read_now(session, seat, clock)[1])


def set_live_play(session: TableSession, since: datetime | None) -> None:
    """Switch to live play, or (None) back to the table's own clock; the clocks of open questions restart."""
    answering = [seat for seat in session.seats if seat.question_seq is not None and not seat.is_bot]
    for seat in answering:
        charge_clock(session, seat)
    session.table.live_since = since
    for seat in answering:
        start_clock(session, seat)


def thaw_clocks(session: TableSession) -> None:
    """Resume every clock from where the freeze stopped it."""
    since = session.table.frozen_at
    assert since is not None
    for seat in session.seats:
        clock = read_seat_clock(session.table, session.seats, seat, since)
        if clock is not None and clock.since is not None:
            availability = get_availability(session.table, session.seats, seat, clock.since)
            set_seat_clock(seat, clock.stop(since, availability).start(session.now), availability)
        for name in ("deadline", "act_at", "leased_until") if seat.is_bot else ("act_at", "leased_until"):
            if (moment := getattr(seat, name)) is not None:
                setattr(seat, name, moment + (session.now - since))
    session.table.frozen_at = None


def set_seat_clock(seat: Seat, clock: SeatClock, availability: Availability) -> None:
    """Store a clock, and the deadline that follows from it."""
    seat.time_left, seat.clock_since = clock.time_left, clock.since
    seat.deadline = clock.get_deadline(availability)


def is_clock_stopped(table: Table, seats: Sequence[Seat], seat: Seat) -> bool:
    """Return whether a person's clock is stopped because the table is paused or they are on vacation."""
    return table.paused_at is not None or (seat.on_vacation and not seat.has_forfeited and not is_solo(seats))


def get_time_bank(table: Table, seat: Seat) -> timedelta:
    """Return the balance of a seat's time bank before the current question, in whole milliseconds."""
    bank = table.time_control.full_bank if seat.time_bank is None else seat.time_bank
    return bank // MILLISECOND * MILLISECOND


def uses_time_bank(table: Table, seats: Sequence[Seat], seat: Seat) -> bool:
    """Return whether a question put to the seat now is answered on its time bank."""
    is_free = not seat.is_person or table.live_since is not None or is_solo(seats)
    return table.time_control.has_time_bank and not is_free


def get_time_left_data(session: TableSession, numbers: Iterable[int]) -> dict[str, Any]:
    """Return event data stating the time banks of the seats that are asked.

    In milliseconds by seat number, without seats that use no bank; empty without any.
    """
    if not session.table.time_control.has_time_bank:
        return {}
    seats = [session.seats[number] for number in sorted(numbers)]
    times = {
        str(seat.number): get_time_bank(session.table, seat) // MILLISECOND
        for seat in seats
        if uses_time_bank(session.table, session.seats, seat)
    }
    return {"time_left": times} if times else {}


def get_open_time_left_data(session: TableSession, *seats: Seat) -> dict[str, Any]:
    """Return `get_time_left_data` of those seats that have an open question."""
    return get_time_left_data(session, [seat.number for seat in seats if seat.question_seq is not None])


def _read_now(session: TableSession, seat: Seat, clock: SeatClock) -> tuple[datetime, Availability]:
    now = _get_now(session)
    return now, get_availability(session.table, session.seats, seat, clock.since or now)


def _get_now(session: TableSession) -> datetime:
    """Return the time up to which the table's clocks have run: the freeze at a frozen table, else now."""
    return session.table.frozen_at or session.now
