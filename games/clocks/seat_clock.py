"""The clock of one seat for one open question: remaining time, deadline and reminder.

A clock is stopped by what everyone at the table can see: a pause, a freeze, a vacation. Quiet hours don't stop it; they
are part of the availability by which its time is counted.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Self

from games.clocks.availability import ALWAYS, Availability

REMINDER_SHARE = 4  # remind when a quarter of the time is left
_SMALLEST = timedelta.resolution


@dataclass(frozen=True, slots=True)
class SeatClock:
    """A clock with `time_left` at the moment `since`; stopped if `since` is None.

    `time_left` is negative once the deadline has passed.
    """

    time_left: timedelta
    since: datetime | None

    def get_remaining(self, now: datetime, availability: Availability = ALWAYS) -> timedelta:
        """Return the remaining time at `now`, which must not be before `since`."""
        if self.since is None:
            return self.time_left
        return self.time_left - max(availability.count_running_time(self.since, now), timedelta(0))

    def get_deadline(self, availability: Availability = ALWAYS) -> datetime | None:
        """Return when the time is up; None while the clock is stopped."""
        return None if self.since is None else availability.add_running_time(self.since, self.time_left)

    def get_reminder(self, allotted: timedelta, availability: Availability = ALWAYS) -> datetime | None:
        """Return when a quarter of `allotted`, the question's total time, is left; None while stopped.

        Never within quiet hours, nor before `since`.
        """
        if self.since is None:
            return None
        run = max(self.time_left - allotted / REMINDER_SHARE, timedelta(0))
        # The same running time is reached at the start and at the end of quiet hours; take the end.
        return availability.get_next_running_moment(availability.add_running_time(self.since, run + _SMALLEST))

    def stop(self, now: datetime, availability: Availability = ALWAYS) -> Self:
        """Return the stopped clock, with the time left at `now`."""
        return replace(self, time_left=self.get_remaining(now, availability), since=None)

    def start(self, now: datetime) -> Self:
        """Return the clock running from `now`, or unchanged if it is already running."""
        return replace(self, since=now) if self.since is None else self

    def extend(self, extra: timedelta) -> Self:
        """Return the clock with additional time."""
        return replace(self, time_left=self.time_left + extra)
