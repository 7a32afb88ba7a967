"""Quiet hours, versions of them and vacations: known cases, and a wall clock that is looked at every minute."""

from datetime import UTC, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from games.clocks.availability import ALWAYS, MAX_SPAN, Availability, Interval, QuietHours, QuietHoursVersion
from games.engine.chance import Rng

HOUR, MINUTE, DAY = timedelta(hours=1), timedelta(minutes=1), timedelta(days=1)
BERLIN, TOKYO, HOWE = ZoneInfo("Europe/Berlin"), ZoneInfo("Asia/Tokyo"), ZoneInfo("Australia/Lord_Howe")  # half an hour
LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
CHANGES = [
    datetime(2026, 3, 28, 9, tzinfo=UTC),
    datetime(2026, 10, 24, 9, tzinfo=UTC),
    datetime(2026, 4, 4, 1, tzinfo=UTC),
]


def quiet_from(begins: time, ends: time, zone: ZoneInfo = BERLIN, *vacations: Interval) -> Availability:
    """Return the availability of a person with these quiet hours since long ago."""
    return Availability((QuietHoursVersion(LONG_AGO, QuietHours(begins, ends, zone)),), vacations)


NIGHT = quiet_from(time(22), time(7))


def berlin(*when: int) -> datetime:
    return datetime(*when, tzinfo=BERLIN)


@pytest.mark.parametrize(
    ("start", "left", "then"),
    [
        (berlin(2026, 6, 1, 12), 5 * HOUR, berlin(2026, 6, 1, 17)),
        (berlin(2026, 6, 1, 12), 24 * HOUR, berlin(2026, 6, 2, 21)),  # 10 h, then 14 h of 15
        (berlin(2026, 6, 1, 23), 1 * HOUR, berlin(2026, 6, 2, 8)),
        (berlin(2026, 6, 2, 3), 1 * HOUR, berlin(2026, 6, 2, 8)),  # a night that began the day before
        (berlin(2026, 6, 1, 12), 10 * HOUR, berlin(2026, 6, 1, 22)),  # to the very beginning of the night
        (berlin(2026, 3, 28, 21), 2 * HOUR, berlin(2026, 3, 29, 8)),  # the night in spring has eight hours
        (berlin(2026, 10, 24, 21), 2 * HOUR, berlin(2026, 10, 25, 8)),  # and the one in autumn ten
    ],
)
def test_nights_do_not_count(start: datetime, left: timedelta, then: datetime) -> None:
    assert NIGHT.add_running_time(start, left) == then
    assert NIGHT.count_running_time(start, then) == left


def test_hours_that_begin_after_midnight() -> None:
    early = quiet_from(time(1), time(6), TOKYO)
    start = datetime(2026, 6, 1, 23, tzinfo=TOKYO)
    assert early.add_running_time(start, 3 * HOUR) == datetime(2026, 6, 2, 7, tzinfo=TOKYO)
    assert early.count_running_time(start, start + 24 * HOUR) == 19 * HOUR


@pytest.mark.parametrize("availability", [ALWAYS, Availability((QuietHoursVersion(LONG_AGO, None),))])
def test_without_quiet_hours_time_is_time(availability: Availability) -> None:
    start = berlin(2026, 3, 28, 21)
    assert availability.add_running_time(start, 24 * HOUR) == start.astimezone(UTC) + 24 * HOUR
    assert availability.count_running_time(start, start.astimezone(UTC) + 5 * HOUR) == 5 * HOUR
    assert availability.get_next_running_moment(start) == start


def test_what_is_past_due_stays_so() -> None:
    late = berlin(2026, 6, 1, 12)
    assert NIGHT.add_running_time(late, -HOUR) == late - HOUR
    assert NIGHT.count_running_time(late, late - HOUR) == -HOUR
    assert NIGHT.add_running_time(late, timedelta(0)) == late


def test_a_night_that_the_change_of_clocks_swallows_is_none() -> None:
    availability = quiet_from(time(2), time(3))  # 2 to 3 o'clock did not happen
    start = berlin(2026, 3, 28, 12).astimezone(UTC)
    assert availability.count_running_time(start, start + 20 * HOUR) == 20 * HOUR
    assert availability.add_running_time(start, 20 * HOUR) == start + 20 * HOUR


def test_each_version_counts_from_its_moment_on() -> None:
    versions = (
        QuietHoursVersion(berlin(2026, 6, 1, 12), QuietHours(time(22), time(7), BERLIN)),
        QuietHoursVersion(berlin(2026, 6, 2, 3), None),  # in the middle of a night
        QuietHoursVersion(berlin(2026, 6, 3, 23), QuietHours(time(22), time(7), BERLIN)),  # the same
    )
    availability = Availability(versions)
    assert availability.count_running_time(berlin(2026, 6, 1, 12), berlin(2026, 6, 2, 12)) == 19 * HOUR
    assert availability.count_running_time(berlin(2026, 6, 2, 12), berlin(2026, 6, 4, 12)) == 40 * HOUR
    assert availability.count_running_time(berlin(2026, 5, 31, 12), berlin(2026, 6, 1, 12)) == 15 * HOUR  # also before
    assert availability.add_running_time(berlin(2026, 6, 1, 12), 19 * HOUR) == berlin(2026, 6, 2, 12)


def test_of_versions_from_one_moment_the_last_one_counts() -> None:
    day, moment = QuietHours(time(8), time(18), BERLIN), berlin(2026, 6, 1, 0)
    availability = Availability((QuietHoursVersion(moment, day), QuietHoursVersion(moment, None)))
    assert availability.count_running_time(moment, moment + DAY) == DAY


def test_vacations_do_not_count_and_nights_in_them_only_once() -> None:
    vacation = (berlin(2026, 6, 1, 12), berlin(2026, 6, 3, 12))
    overlapping = (berlin(2026, 6, 2, 12), berlin(2026, 6, 4, 12))
    availability = quiet_from(time(22), time(7), BERLIN, vacation, overlapping)
    assert availability.count_running_time(berlin(2026, 6, 1, 11), berlin(2026, 6, 4, 13)) == 2 * HOUR
    assert availability.add_running_time(berlin(2026, 6, 1, 11), HOUR) == vacation[0]
    assert availability.add_running_time(berlin(2026, 6, 1, 11), 2 * HOUR) == berlin(2026, 6, 4, 13)
    assert availability.get_next_running_moment(berlin(2026, 6, 1, 22)) == overlapping[1]


@pytest.mark.parametrize("begins", [time(0), time(22)])
def test_however_long_it_is_the_work_is_bounded(begins: time) -> None:
    """Nothing looks further than MAX_SPAN, and no date is out of range."""
    start = berlin(2026, 6, 1, 12)
    longest = start.astimezone(UTC) + MAX_SPAN
    for availability in (quiet_from(begins, time(7)), quiet_from(begins, begins)):  # the latter never runs
        for endless in (timedelta.max, MAX_SPAN, 10**6 * DAY):
            assert availability.add_running_time(start, endless) == longest
        assert availability.add_running_time(start, timedelta.min) == start - MAX_SPAN
        counted = availability.count_running_time(start, datetime.max.replace(tzinfo=UTC))
        assert counted == availability.count_running_time(start, longest)
        assert timedelta(0) <= counted < MAX_SPAN
    assert quiet_from(begins, begins).get_next_running_moment(start) == longest
    assert ALWAYS.add_running_time(start, timedelta.max) == longest


def cases(count: int) -> list[tuple[datetime, timedelta, QuietHours]]:
    """Moments near changes of clocks, lengths of up to eight days, quiet hours of up to ten, in whole minutes."""
    rng = Rng(b"quiet", "cases")
    samples = []
    for n in range(count):
        zone = (BERLIN, HOWE, TOKYO)[n % 3]
        begins = rng.randbelow(24 * 60)
        ends = (begins + 1 + rng.randbelow(600)) % (24 * 60)
        quiet = QuietHours(time(*divmod(begins, 60)), time(*divmod(ends, 60)), zone)
        start = CHANGES[rng.randbelow(3)] + (rng.randbelow(4 * 24 * 60) - 2 * 24 * 60) * MINUTE
        samples.append((start, rng.randbelow(8 * 24 * 60) * MINUTE, quiet))
    return samples


def is_quiet(moment: datetime, quiet: QuietHours) -> bool:
    """Follow the wall clock wherever it shows each time once."""
    local_time = moment.astimezone(quiet.zone).time()
    if quiet.begins < quiet.ends:
        return quiet.begins <= local_time < quiet.ends
    return local_time >= quiet.begins or local_time < quiet.ends


def changes_within(start: datetime, end: datetime, quiet: QuietHours) -> bool:
    """Return whether quiet hours begin or end within an hour that is skipped or repeated."""
    days = [start + n * DAY for n in range(-1, (end - start).days + 3)]
    for earlier, later in pairwise(days):
        shift = later.astimezone(quiet.zone).utcoffset() != earlier.astimezone(quiet.zone).utcoffset()
        if shift and any(edge <= time(3) for edge in (quiet.begins, quiet.ends)):
            return True
    return False


def test_against_a_watched_clock() -> None:
    watched = 0
    for start, running_time, quiet in cases(150):
        then = quiet_from(*quiet).add_running_time(start, running_time)
        if changes_within(start, then, quiet):
            continue
        minutes = int((then - start) / MINUTE)
        ran = sum(not is_quiet(start + n * MINUTE, quiet) for n in range(minutes))
        assert ran * MINUTE == running_time, (start, running_time, quiet)
        watched += 1
    assert watched > 50


def test_what_holds_everywhere() -> None:
    for start, running_time, quiet in cases(600):
        availability = quiet_from(*quiet)
        then = availability.add_running_time(start, running_time)
        assert availability.count_running_time(start, then) == running_time  # the one undoes the other
        # ten of 24 hours at most, an hour more in autumn
        assert running_time <= then - start <= running_time * 2.4 + 22 * HOUR
        assert availability.add_running_time(start, running_time + HOUR) >= then + HOUR  # more time, a later end
        assert availability.add_running_time(start + MINUTE, running_time) >= then  # asked later, up later
        half = availability.add_running_time(start, running_time / 2)
        assert availability.add_running_time(half, running_time / 2) == then  # stopped and started again on the way
