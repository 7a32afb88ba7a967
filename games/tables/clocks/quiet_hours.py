"""Time that counts: the arithmetic of clocks that stand still at night.

A night begins and ends when its person's wall clock first shows these times, also where the clocks are changed: in
spring it may be an hour shorter, in autumn an hour longer. A time that the change leaves out counts as if there had
been none, and a night that it swallows whole is no night.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

NOTHING, A_DAY = timedelta(0), timedelta(days=1)


class QuietHours(NamedTuple):
    """From `begins` until `ends` each day, over midnight where `ends` is the earlier one, as clocks in `zone` show."""

    begins: time
    ends: time
    zone: ZoneInfo


def add_active_time(start: datetime, left: timedelta, quiet: QuietHours | None = None) -> datetime:
    """When `left` has run from `start` on, without the quiet hours. What is past due stays so."""
    if quiet is None or left <= NOTHING:
        return start + left
    at = start.astimezone(UTC)  # between two moments of one zone Python reckons by the wall clock
    for begin, end in _nights(quiet, at):
        if begin - at >= left:
            break
        left -= max(begin - at, NOTHING)
        at = max(at, end)
    return at + left


def active_time_between(start: datetime, end: datetime, quiet: QuietHours | None = None) -> timedelta:
    """How much time runs from `start` to `end`, without the quiet hours; negative if `end` has passed."""
    start, end = start.astimezone(UTC), end.astimezone(UTC)
    if quiet is None or end <= start:
        return end - start
    runs = end - start
    for begin, over in _nights(quiet, start):
        if begin >= end:
            break
        runs -= max(min(over, end) - max(begin, start), NOTHING)
    return runs


def _nights(quiet: QuietHours, start: datetime) -> Iterator[tuple[datetime, datetime]]:
    """The nights from the one that `start` may lie in, one by one, in UTC: their ends come in order."""
    day = start.astimezone(quiet.zone).date() - A_DAY
    while True:
        until = day if quiet.begins < quiet.ends else day + A_DAY
        begin = datetime.combine(day, quiet.begins, quiet.zone).astimezone(UTC)
        end = datetime.combine(until, quiet.ends, quiet.zone).astimezone(UTC)
        if begin < end:
            yield begin, end
        day += A_DAY
