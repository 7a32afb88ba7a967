"""Availability: a person's clock doesn't run during quiet hours or vacations.

The quiet hours in force at the time count. They begin and end when the wall clock first shows their times, also when
daylight saving time starts or ends, so they may be an hour shorter in spring and an hour longer in autumn. A time
skipped by the change is read with the offset before it, and quiet hours entirely within the gap don't occur.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from heapq import merge
from typing import NamedTuple
from zoneinfo import ZoneInfo

NO_TIME, ONE_DAY = timedelta(0), timedelta(days=1)
# Longer than any clock can run: at most ten hours a day and 21 days a year don't count, and no clock has a year. Bounds
# the work, and keeps dates away from their limits.
MAX_SPAN = timedelta(days=730)
Interval = tuple[datetime, datetime]  # start (included) and end (excluded), in UTC


class QuietHours(NamedTuple):
    """Daily quiet hours from `begins` to `ends`, past midnight if `ends` is earlier, by the wall clock of `zone`."""

    begins: time
    ends: time
    zone: ZoneInfo


class QuietHoursVersion(NamedTuple):
    """The quiet hours in force from a moment until the next version; None for no quiet hours."""

    valid_from: datetime
    quiet_hours: QuietHours | None


@dataclass(frozen=True, slots=True)
class Availability:
    """A person's quiet hours and vacations over time.

    `versions` are ordered by `valid_from`; the first one also applies before that. `vacations` are ordered; they may
    overlap each other and quiet hours.
    """

    versions: tuple[QuietHoursVersion, ...] = ()
    vacations: tuple[Interval, ...] = ()

    def count_running_time(self, start: datetime, end: datetime) -> timedelta:
        """Return how long a clock runs from `start` to `end`; negative if `end` is earlier.

        Spans of more than MAX_SPAN count as MAX_SPAN.
        """
        at, end = start.astimezone(UTC), min(end.astimezone(UTC), start.astimezone(UTC) + MAX_SPAN)
        if end <= at:
            return end - at
        running = NO_TIME
        for begin, over in self._list_stops(at):
            if begin >= end:
                break
            running += max(begin - at, NO_TIME)
            at = max(at, min(over, end))
        return running + (end - at)

    def add_running_time(self, start: datetime, time: timedelta) -> datetime:
        """Return when a clock that starts at `start` has run for `time`, at most MAX_SPAN later.

        A negative time returns a moment that long before `start`.
        """
        at = start.astimezone(UTC)
        if time <= NO_TIME:
            return at + max(time, -MAX_SPAN)
        latest = at + MAX_SPAN
        for begin, over in self._list_stops(at):
            if begin - at >= time or begin >= latest:
                break
            time -= max(begin - at, NO_TIME)
            at = max(at, over)
        return min(at + min(time, MAX_SPAN), latest)

    def get_next_running_moment(self, at: datetime) -> datetime:
        """Return the first moment from `at` at which a clock runs, at most MAX_SPAN later."""
        at = at.astimezone(UTC)
        latest = at + MAX_SPAN
        for begin, over in self._list_stops(at):
            if begin > at or at >= latest:
                break
            at = max(at, over)
        return min(at, latest)

    def _list_stops(self, start: datetime) -> Iterator[Interval]:
        """Yield the intervals in which the clock is stopped, including those around `start`, by their beginning."""
        quiet = self._list_quiet_intervals(start)
        return merge(quiet, self.vacations) if self.vacations else quiet

    def _list_quiet_intervals(self, start: datetime) -> Iterator[Interval]:
        for number, version in enumerate(self.versions):
            is_last = number + 1 == len(self.versions)
            until = None if is_last else self.versions[number + 1].valid_from.astimezone(UTC)
            since = start if number == 0 else max(start, version.valid_from.astimezone(UTC))
            if version.quiet_hours is None or (until is not None and until <= since):
                continue
            for begin, end in _list_nights(version.quiet_hours, since):
                if until is not None and begin >= until:
                    break
                clipped = max(begin, since), end if until is None else min(end, until)
                if clipped[0] < clipped[1]:
                    yield clipped


ALWAYS = Availability()  # a clock that is never stopped


def _list_nights(quiet: QuietHours, start: datetime) -> Iterator[Interval]:
    """Yield the quiet hours of each day, starting with those that `start` may be in."""
    day = start.astimezone(quiet.zone).date() - ONE_DAY
    while True:
        last_day = day if quiet.begins < quiet.ends else day + ONE_DAY
        begin = datetime.combine(day, quiet.begins, quiet.zone).astimezone(UTC)
        end = datetime.combine(last_day, quiet.ends, quiet.zone).astimezone(UTC)
        if begin < end:
            yield begin, end
        day += ONE_DAY
