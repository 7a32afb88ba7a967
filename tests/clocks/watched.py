"""People's availability watched second by second, to hold games/clocks against; and random histories of it."""

from bisect import bisect_left
from datetime import UTC, datetime, time, timedelta
from functools import cache
from itertools import accumulate
from random import Random
from zoneinfo import ZoneInfo

from games.clocks.availability import Availability, QuietHours, QuietHoursVersion

ZONES = [
    ZoneInfo(name)
    for name in (
        "Europe/Berlin", "America/New_York", "Asia/Tokyo", "Australia/Lord_Howe", "America/St_Johns", "Asia/Kathmandu",
        "Pacific/Chatham", "Africa/Casablanca", "Antarctica/Troll", "America/Santiago",
    )
]  # fmt: skip
SECOND, MINUTE, DAY = timedelta(seconds=1), timedelta(minutes=1), timedelta(days=1)
QUARTER = timedelta(minutes=15)  # clocks are changed at whole quarters of an hour
LENGTH = 8 * DAY
PART = 4096  # seconds counted in one step
MARGIN = 2 * DAY  # watched before the first moment that is asked about
YEAR = datetime(2026, 1, 1, tzinfo=UTC)
Offsets = list[tuple[datetime, timedelta]]  # the clock's offset from UTC since a moment


class WatchedTime:
    """LENGTH from `begin`. `running[n]` is 1 if a clock runs in its second n, else 0."""

    def __init__(self, begin: datetime, availability: Availability) -> None:
        self.begin, self.seconds = begin, int(LENGTH / SECOND)
        self.running = bytearray(b"\1") * self.seconds
        versions = availability.versions
        for number, version in enumerate(versions):
            since = 0 if number == 0 else self.index(version.valid_from)
            until = self.seconds if number + 1 == len(versions) else self.index(versions[number + 1].valid_from)
            if version.quiet_hours is not None and since < until:
                self._watch(version.quiet_hours, since, until)
        for first, last in availability.vacations:
            self._stand_still(self.index(first), self.index(last))
        parts = (self._count(n, n + PART) for n in range(0, self.seconds, PART))
        self.counted = list(accumulate(parts, initial=0))  # how long it has run before each part

    def index(self, moment: datetime) -> int:
        return min(max((moment - self.begin) // SECOND, 0), self.seconds)

    def moment(self, index: int) -> datetime:
        return self.begin + index * SECOND

    def count(self, first: int, last: int) -> int:
        """Return how many seconds a clock runs from second `first` on, up to `last`."""
        return self._count_until(last) - self._count_until(first)

    def add(self, first: int, running: int) -> int:
        """Return the first second before which a clock has run for so many since `first`."""
        if running == 0:
            return first
        target = self._count_until(first) + running
        part = bisect_left(self.counted, target) - 1
        second, target = part * PART, target - self.counted[part]
        while target:
            target -= self.running[second]
            second += 1
        return second

    def _count(self, first: int, last: int) -> int:
        return int.from_bytes(self.running[first:last]).bit_count()

    def _count_until(self, second: int) -> int:
        part = second // PART
        return self.counted[part] + self._count(part * PART, second)

    def _stand_still(self, first: int, last: int) -> None:
        if first < last:
            self.running[first:last] = bytes(last - first)

    def _watch(self, quiet: QuietHours, since: int, until: int) -> None:
        """Stop from when the wall clock first shows the one time until it first shows the other."""
        day = self.begin.astimezone(quiet.zone).date() - DAY
        for _ in range(LENGTH // DAY + 3):
            until_day = day if quiet.begins < quiet.ends else day + DAY
            on = find_first_showing(self.begin, quiet.zone, datetime.combine(day, quiet.begins))
            off = find_first_showing(self.begin, quiet.zone, datetime.combine(until_day, quiet.ends))
            self._stand_still(max(self.index(on), since), min(self.index(off), until))
            day += DAY


def find_first_showing(begin: datetime, zone: ZoneInfo, local_time: datetime) -> datetime:
    """Return when a wall clock first shows that. If it never does, when one would that hasn't been changed yet."""
    offsets = list_offsets(begin, zone)
    for number, (since, offset) in enumerate(offsets):
        moment = local_time.replace(tzinfo=UTC) - offset
        is_last = number + 1 == len(offsets)
        next_offset = offset if is_last else offsets[number + 1][1]
        next_since = datetime.max.replace(tzinfo=UTC) if is_last else offsets[number + 1][0]
        if (number == 0 or moment >= since) and moment < next_since + max(next_offset - offset, timedelta(0)):
            return moment
    raise AssertionError("some offset holds at the end")


@cache
def list_offsets(begin: datetime, zone: ZoneInfo) -> Offsets:
    """Look at the clock every quarter of an hour, for a day longer than is watched on both sides."""
    offsets: Offsets = []
    moment = begin - DAY
    while moment < begin + LENGTH + DAY:
        offset = moment.astimezone(zone).utcoffset()
        assert offset is not None
        if not offsets or offsets[-1][1] != offset:
            offsets.append((moment, offset))
        moment += QUARTER
    return offsets


@cache
def list_begins() -> list[datetime]:
    """Return a start at which the wall clock changes within the watched time, in each zone, and on other days."""
    begins = [YEAR + n * 31 * DAY for n in range(12)]
    for zone in ZONES:
        for day in range(365):
            morning = YEAR + day * DAY
            if morning.astimezone(zone).utcoffset() != (morning + DAY).astimezone(zone).utcoffset():
                begins.append(morning - LENGTH / 2)
    return begins


def draw_history(random: Random) -> tuple[datetime, Availability]:
    """Draw a begin, up to five versions of quiet hours in any zones, and up to three vacations."""
    begin = random.choice(list_begins())
    moments = sorted(_draw_moment(random, begin) for _ in range(random.randrange(6)))
    versions = tuple(QuietHoursVersion(moment, _draw_quiet_hours(random)) for moment in moments)
    pairs = (sorted((_draw_moment(random, begin), _draw_moment(random, begin))) for _ in range(random.randrange(4)))
    return begin, Availability(versions, tuple(sorted((first, last) for first, last in pairs)))


def _draw_moment(random: Random, begin: datetime) -> datetime:
    return begin + random.randrange(LENGTH // SECOND) * SECOND


def _draw_quiet_hours(random: Random) -> QuietHours | None:
    if random.random() < 0.2:
        return None
    # Half of them near the hours at which clocks are changed.
    begins = random.randrange(5 * 60) if random.random() < 0.5 else random.randrange(24 * 60)
    ends = (begins + random.randint(1, 600)) % (24 * 60)
    return QuietHours(time(*divmod(begins, 60)), time(*divmod(ends, 60)), random.choice(ZONES))
