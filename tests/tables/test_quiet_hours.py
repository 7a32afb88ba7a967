"""The arithmetic of clocks that stand still at night, against a wall clock that is watched minute by minute."""

from datetime import UTC, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from games.engine.chance import Rng
from games.tables.clocks.quiet_hours import QuietHours, active_time_between, add_active_time

HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)
BERLIN, TOKYO, HOWE = ZoneInfo("Europe/Berlin"), ZoneInfo("Asia/Tokyo"), ZoneInfo("Australia/Lord_Howe")  # half an hour
NIGHT = QuietHours(time(22), time(7), BERLIN)
CHANGES = [
    datetime(2026, 3, 28, 9, tzinfo=UTC),
    datetime(2026, 10, 24, 9, tzinfo=UTC),
    datetime(2026, 4, 4, 1, tzinfo=UTC),
]


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
    assert add_active_time(start, left, NIGHT) == then
    assert active_time_between(start, then, NIGHT) == left


def test_hours_that_begin_after_midnight() -> None:
    early = QuietHours(time(1), time(6), TOKYO)
    start = datetime(2026, 6, 1, 23, tzinfo=TOKYO)
    assert add_active_time(start, 3 * HOUR, early) == datetime(2026, 6, 2, 7, tzinfo=TOKYO)
    assert active_time_between(start, start + 24 * HOUR, early) == 19 * HOUR


def test_without_quiet_hours_time_is_time() -> None:
    start = berlin(2026, 3, 28, 21)
    assert add_active_time(start, 24 * HOUR) == start + 24 * HOUR
    assert active_time_between(start, start + 5 * HOUR) == 5 * HOUR


def test_what_is_past_due_stays_so() -> None:
    late = berlin(2026, 6, 1, 12)
    assert add_active_time(late, -HOUR, NIGHT) == late - HOUR
    assert active_time_between(late, late - HOUR, NIGHT) == -HOUR
    assert add_active_time(late, timedelta(0), NIGHT) == late


def test_a_night_that_the_change_of_clocks_swallows_is_none() -> None:
    gone = QuietHours(time(2), time(3), BERLIN)  # 2 to 3 o'clock did not happen
    start = berlin(2026, 3, 28, 12).astimezone(UTC)
    assert active_time_between(start, start + 20 * HOUR, gone) == 20 * HOUR
    assert add_active_time(start, 20 * HOUR, gone) == start + 20 * HOUR


def cases(count: int) -> list[tuple[datetime, timedelta, QuietHours]]:
    """Moments near changes of clocks, lengths of up to eight days, quiet hours of up to ten, in whole minutes."""
    rng = Rng(b"quiet", "cases")
    found = []
    for n in range(count):
        zone = (BERLIN, HOWE, TOKYO)[n % 3]
        begins = rng.randbelow(24 * 60)
        ends = (begins + 1 + rng.randbelow(600)) % (24 * 60)
        quiet = QuietHours(time(*divmod(begins, 60)), time(*divmod(ends, 60)), zone)
        start = CHANGES[rng.randbelow(3)] + (rng.randbelow(4 * 24 * 60) - 2 * 24 * 60) * MINUTE
        found.append((start, rng.randbelow(8 * 24 * 60) * MINUTE, quiet))
    return found


def is_quiet(moment: datetime, quiet: QuietHours) -> bool:
    """By what the wall clock shows at that moment, wherever it shows each time once."""
    shown = moment.astimezone(quiet.zone).time()
    if quiet.begins < quiet.ends:
        return quiet.begins <= shown < quiet.ends
    return shown >= quiet.begins or shown < quiet.ends


def changes_within(start: datetime, end: datetime, quiet: QuietHours) -> bool:
    """Whether quiet hours begin or end within an hour that is left out or comes twice."""
    days = [start + n * timedelta(days=1) for n in range(-1, (end - start).days + 3)]
    for one, other in pairwise(days):
        shift = other.astimezone(quiet.zone).utcoffset() != one.astimezone(quiet.zone).utcoffset()
        if shift and any(edge <= time(3) for edge in (quiet.begins, quiet.ends)):
            return True
    return False


def test_against_a_watched_clock() -> None:
    watched = 0
    for start, left, quiet in cases(150):
        then = add_active_time(start, left, quiet)
        if changes_within(start, then, quiet):
            continue
        minutes = int((then - start) / MINUTE)
        ran = sum(not is_quiet(start + n * MINUTE, quiet) for n in range(minutes))
        assert ran * MINUTE == left, (start, left, quiet)
        watched += 1
    assert watched > 50


def test_what_holds_everywhere() -> None:
    for start, left, quiet in cases(600):
        then = add_active_time(start, left, quiet)
        assert active_time_between(start, then, quiet) == left  # the one undoes the other
        assert left <= then - start <= left * 2.4 + 22 * HOUR  # ten of 24 hours at most, an hour more in autumn
        assert add_active_time(start, left + HOUR, quiet) >= then + HOUR  # more time, a later end
        assert add_active_time(start + MINUTE, left, quiet) >= then  # asked later, up later
        half = add_active_time(start, left / 2, quiet)
        assert add_active_time(half, left / 2, quiet) == then  # stopped and started again on the way
