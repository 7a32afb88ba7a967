"""Availability and clocks of seats through random histories, against time that is watched second by second."""

from collections.abc import Iterator
from datetime import timedelta
from itertools import pairwise
from random import Random

import pytest

from games.clocks.availability import Availability
from games.clocks.seat_clock import SeatClock
from tests.clocks.watched import LENGTH, MARGIN, SECOND, WatchedTime, draw_history

HISTORIES, MANY_HISTORIES = 2_000, 100_000
PARTS = 10  # of the many, so that each is over in time
NO_TIME = timedelta(0)


def draw_histories(name: str, count: int) -> Iterator[tuple[Random, WatchedTime, Availability]]:
    for number in range(count):
        random = Random(f"{name} {number}")
        begin, availability = draw_history(random)
        yield random, WatchedTime(begin, availability), availability


def draw_second(random: Random) -> int:
    return random.randrange(MARGIN // SECOND, LENGTH // SECOND)


def check_counting(random: Random, watched: WatchedTime, availability: Availability) -> None:
    first, last = sorted((draw_second(random), draw_second(random)))
    start, end = watched.moment(first), watched.moment(last)
    counted = availability.count_running_time(start, end)
    assert counted == watched.count(first, last) * SECOND
    assert availability.count_running_time(end, start) == start - end

    running = random.randint(0, watched.count(first, watched.seconds))
    reached = availability.add_running_time(start, running * SECOND)
    assert reached == watched.moment(watched.add(first, running))
    assert availability.count_running_time(start, reached) == running * SECOND  # the one undoes the other
    assert availability.add_running_time(start, counted) <= end  # the first of the moments at which so much has run

    if watched.count(first, watched.seconds) > 0:
        runs_in = watched.add(first, 1) - 1  # the second
        assert availability.get_next_running_moment(start) == watched.moment(runs_in)


def check_stopping(random: Random, watched: WatchedTime, availability: Availability) -> None:
    """A clock that is stopped and started on the way has what the watched one has, and is up when that one is."""
    moments = sorted(draw_second(random) for _ in range(random.randint(2, 12)))
    remaining = random.randint(0, 6 * 86_400)
    clock, expected, runs = SeatClock(remaining * SECOND, watched.moment(moments[0])), remaining, True
    for before, now in pairwise(moments):
        expected -= watched.count(before, now) if runs else 0
        act = random.choice(["stop", "start", "look", "stop and start"])
        if "stop" in act:
            clock, runs = clock.stop(watched.moment(now), availability), False
        if "start" in act:
            clock, runs = clock.start(watched.moment(now)), True
        assert clock.get_remaining(watched.moment(now), availability) == expected * SECOND
    deadline = clock.get_deadline(availability)
    assert (deadline is None) is not runs
    if runs and 0 < expected <= watched.count(moments[-1], watched.seconds):
        assert deadline == watched.moment(watched.add(moments[-1], expected))
        check_reminder(clock, remaining * SECOND, watched, availability)


def check_reminder(clock: SeatClock, allotted: timedelta, watched: WatchedTime, availability: Availability) -> None:
    reminder, deadline = clock.get_reminder(allotted, availability), clock.get_deadline(availability)
    assert clock.since is not None
    assert reminder is not None
    assert deadline is not None
    assert clock.since <= reminder
    if reminder < deadline:
        assert watched.running[watched.index(reminder)]
        assert clock.get_remaining(reminder, availability) <= allotted / 4


def check_histories(name: str, count: int) -> None:
    for random, watched, availability in draw_histories(name, count):
        check_counting(random, watched, availability)
        check_stopping(random, watched, availability)


def test_time_runs_as_it_is_watched() -> None:
    check_histories("normal", HISTORIES)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_time_runs_as_it_is_watched_many_times(part: int) -> None:
    check_histories(f"part {part}", MANY_HISTORIES // PARTS)
