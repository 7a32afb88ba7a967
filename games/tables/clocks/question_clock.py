"""The clock of an open question. All code that shows or uses a seat's remaining time reads it here."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q

from games.clocks.availability import Availability
from games.clocks.seat_clock import REMINDER_SHARE, SeatClock
from games.tables.clocks.availability import get_availability
from games.tables.clocks.seat_clock import get_allotted_time, read_seat_clock
from games.tables.models import Seat, Table

# For a seat with an open question: its clock is stopped by a pause or a vacation. Only the table shows a freeze.
IS_CLOCK_STOPPED = Q(deadline=None, time_left__isnull=False)


@dataclass(frozen=True, slots=True)
class QuestionClock:
    """A seat's clock, the total time for the question (`allotted`), and the person's availability."""

    clock: SeatClock
    allotted: timedelta
    availability: Availability

    @property
    def is_stopped(self) -> bool:
        """Return whether the clock is stopped by a pause, a vacation or a freeze."""
        return self.clock.since is None

    def get_remaining(self, now: datetime) -> timedelta:
        return self.clock.get_remaining(now, self.availability)

    def is_running_out(self, now: datetime) -> bool:
        """Return whether no more than a quarter of the time is left."""
        return self.get_remaining(now) * REMINDER_SHARE <= self.allotted

    def get_reminder(self) -> datetime | None:
        """Return when a quarter of the time is left, outside quiet hours; None while the clock is stopped."""
        return self.clock.get_reminder(self.allotted, self.availability)

    def get_next_reminder(self, now: datetime) -> datetime | None:
        """Return the first time from `now` on to send a reminder, which may be `now`; None while the clock is stopped.

        A late reminder also waits for the end of quiet hours.
        """
        if self.is_stopped or not self.is_running_out(now):
            return self.get_reminder()
        return self.availability.get_next_running_moment(now)

    def get_moment_with(self, time_left: timedelta) -> datetime | None:
        """Return when the remaining time will be `time_left`; None while the clock is stopped."""
        if self.clock.since is None:
            return None
        return self.availability.add_running_time(self.clock.since, self.clock.time_left - time_left)


def read_question_clock(table: Table, seats: Sequence[Seat], seat: Seat, now: datetime) -> QuestionClock | None:
    """Return the clock of a person's open question, if any.

    `seats` are all seats of the table. Reads `seat.user`.
    """
    clock, allotted = read_seat_clock(table, seats, seat, now), get_allotted_time(table, seats, seat)
    if clock is None or allotted is None:
        return None
    availability = get_availability(table, seats, seat, clock.since or now)
    if table.frozen_at is not None:
        clock = clock.stop(table.frozen_at, availability)
    return QuestionClock(clock, allotted, availability)
