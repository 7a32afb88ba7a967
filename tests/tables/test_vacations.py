"""Vacations and quiet hours at tables: stopped clocks, and their end."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from accounts.models import User, Vacation
from games.clocks.availability import Availability, QuietHours, QuietHoursVersion
from games.clocks.time_control import MILLISECOND, TimeControl
from games.engine.chance import Rng
from games.tables.access import get_table_access
from games.tables.models import Table
from games.tables.page_data import build_table_page
from games.tables.services.proposals import answer_proposal, end_pause, make_proposal
from games.tables.services.timeouts import resolve_overdue
from games.tables.services.vacations import (
    list_tables_to_sync,
    schedule_availability_sync,
    sync_availability,
    sync_due_vacations,
)
from tests.matches import SHORT, bodies, fresh, opened, play_on, running, seat, snapshot, turn, waiting
from tests.moderation.actions import table_freeze, table_thaw
from tests.replays.audit.agreeing import all_agree
from tests.time_travel import clock_runs

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
TOKYO = ZoneInfo("Asia/Tokyo")


@pytest.fixture
def match(alice, bob) -> Table:
    return running("sdc", alice, bob, options={"start_coins": 5})  # both are asked simultaneously


def away(person: User, begins: timedelta = -HOUR, ends: timedelta = DAY) -> Vacation:
    """On vacation from then to then, from now on counted."""
    now = timezone.now()
    User.objects.filter(pk=person.pk).update(vacation_until=now + ends)
    return Vacation.objects.create(
        user=person, starts_at=now + begins, ends_at=now + ends, first_day=now.date(), last_day=(now + ends).date()
    )


def back(person: User) -> None:
    now = timezone.now() - timedelta(seconds=1)
    Vacation.objects.filter(user=person).update(ends_at=now)
    User.objects.filter(pk=person.pk).update(vacation_until=now)


def list_events(table: Table) -> list[tuple[str, str, int]]:
    return [(body["kind"], body["cause"], body["seat"]) for body in bodies(table) if "vacation" in body["kind"]]


def test_their_clock_stands_still_and_the_others_run(match, alice):
    away(alice)
    assert sync_availability(match.pk)
    at = seat(match, 0)
    assert (at.on_vacation, at.deadline, at.clock_since, at.time_left) == (True, None, None, DAY)
    assert seat(match, 1).deadline is not None
    assert list_events(match) == [("vacation", "house", 0)]
    page = build_table_page(get_table_access(match.public_id, alice.pk))
    assert (page.deadline, page.is_my_clock_stopped, page.seats[0].vacation, page.seats[0].clock_left) == (
        None, True, True, "1 day left",
    )  # fmt: skip
    assert resolve_overdue(50) == 0


def test_doing_it_again_does_nothing(match, alice):
    away(alice)
    assert (sync_availability(match.pk), sync_availability(match.pk), sync_due_vacations(50)) == (True, False, 0)
    before = snapshot(match)
    schedule_availability_sync(alice.pk)
    assert snapshot(match) == before


def test_back_again_the_clock_goes_on_where_it_was(match, alice):
    away(alice)
    sync_availability(match.pk)
    time_left = seat(match, 0).time_left
    back(alice)
    assert sync_due_vacations(50) == 1
    at = seat(match, 0)
    changed_at = fresh(match).changed_at
    assert (at.on_vacation, at.time_left, at.clock_since, at.deadline) == (
        False,
        time_left,
        changed_at,
        changed_at + time_left,
    )
    assert list_events(match) == [("vacation", "house", 0), ("vacation-over", "house", 0)]


def test_what_is_asked_meanwhile_waits_and_may_be_answered(match, alice):
    away(alice)
    sync_availability(match.pk)
    turn(match, seat(match, 0), Rng(b"vacation", "x"))  # nothing is affected
    play_on(match, 0)
    assert (seat(match, 0).deadline, seat(match, 0).time_left) == (None, DAY)
    back(alice)
    assert sync_availability(match.pk)
    assert seat(match, 0).deadline - fresh(match).changed_at == DAY


def test_the_sweep_finds_what_no_job_has_seen_to(match, alice, bob):
    assert list_tables_to_sync(50) == []
    away(alice, begins=HOUR)  # not yet
    away(bob)
    assert list_tables_to_sync(50) == [match.pk]
    assert sync_due_vacations(50) == 1
    assert [seat(match, n).on_vacation for n in (0, 1)] == [False, True]


def test_tables_that_do_not_allow_it_go_on(alice, bob):
    table = running("sdc", alice, bob, timing=TimeControl(vacations=False))
    away(alice)
    assert (list_tables_to_sync(50), sync_availability(table.pk)) == ([], False)
    assert not seat(table, 0).on_vacation


def test_open_tables_hear_of_it_when_they_begin(alice, bob):
    table = opened("sdc", alice, bob)
    away(alice)
    assert (list_tables_to_sync(50), sync_availability(table.pk)) == ([], False)


def test_twenty_tables_follow(alice, bob, jobs, django_capture_on_commit_callbacks):
    tables = [running("sdc", alice, bob) for _ in range(20)]
    away(alice)
    jobs()
    with django_capture_on_commit_callbacks(execute=True):
        schedule_availability_sync(alice.pk)
    assert sorted(jobs()) == sorted(("tables.sync_vacation", (table.pk,)) for table in tables)
    assert sync_due_vacations(50) == 20
    assert all(seat(table, 0).on_vacation for table in tables)


def test_against_bots_only_nothing_is_told(alice):
    table = play_on(running("lombard", alice, seats=2), 0)
    away(alice)
    assert sync_availability(table.pk)
    assert list_events(table) == []
    assert seat(table, 0).deadline is not None
    assert list_tables_to_sync(50) == []


def test_with_freezes_and_pauses(match, alice, bob, moderator):
    act = {"public_id": match.public_id, "moderator_id": moderator.pk, "reason": "a look"}
    table_freeze(**act)
    time_left = seat(match, 0).deadline - fresh(match).frozen_at
    away(alice, begins=timedelta(0))
    assert sync_availability(match.pk)
    table_thaw(**act)
    assert (seat(match, 0).time_left, seat(match, 0).deadline) == (time_left, None)
    make_proposal(public_id=match.public_id, user_id=bob.pk, kind="pause")  # the absent player isn't asked
    assert bodies(match)[-1]["data"] == {"agreed": [1]}
    back(alice)
    assert sync_availability(match.pk)
    assert (seat(match, 0).time_left, seat(match, 0).deadline) == (time_left, None)
    end_pause(public_id=match.public_id, user_id=bob.pk)
    assert seat(match, 0).deadline - fresh(match).changed_at == time_left


def test_a_match_with_vacations_can_be_verified(alice, bob):
    table = running("sdc", alice, bob, **SHORT["sdc"])
    away(alice)
    sync_availability(table.pk)
    make_proposal(public_id=table.public_id, user_id=bob.pk, kind="pause")
    end_pause(public_id=table.public_id, user_id=bob.pk)
    back(alice)
    sync_availability(table.pk)
    make_proposal(public_id=table.public_id, user_id=bob.pk, kind="pause")
    answer_proposal(public_id=table.public_id, user_id=alice.pk, kind="pause", agrees=True)
    end_pause(public_id=table.public_id, user_id=alice.pk)
    away(bob)
    sync_availability(table.pk)
    play_on(table)
    assert not seat(table, 1).on_vacation  # no one is waiting any more
    all_agree(table)


def test_a_late_job_takes_no_hours_of_the_vacation(match, alice):
    """The clock stops from the first moment of the vacation, and a new question waits."""
    clock_runs(seat(match, 0), 9 * HOUR)
    clock_runs(seat(match, 1), 9 * HOUR)
    away(alice, begins=-5 * HOUR)
    assert resolve_overdue(50) == 0
    assert sync_availability(match.pk)
    time_left = seat(match, 0).time_left
    assert timedelta(0) <= 20 * HOUR - time_left < HOUR / 10  # four of the nine hours have run
    assert timedelta(0) <= 15 * HOUR - (seat(match, 1).deadline - fresh(match).changed_at) < HOUR / 10


def test_nobody_is_played_for_whose_vacation_no_job_has_seen(match, alice):
    clock_runs(seat(match, 0), DAY + HOUR)
    away(alice, begins=-2 * HOUR)
    assert resolve_overdue(50) == 0
    at = seat(match, 0)
    assert abs(at.deadline - Vacation.objects.get().ends_at - HOUR) < HOUR / 10  # it had run for 23 hours
    assert list_tables_to_sync(50) == [match.pk]


def test_a_vacation_over_before_any_job_leaves_no_trace_but_the_time(match, alice):
    clock_runs(seat(match, 0), 9 * HOUR)
    away(alice, begins=-5 * HOUR, ends=-2 * HOUR)
    before = seat(match, 0).deadline
    assert (sync_availability(match.pk), list_events(match)) == (False, [])
    assert seat(match, 0).deadline == before + 3 * HOUR


# --- quiet hours


def quiet_from(person: User, begins: timedelta, hours: int = 8) -> Availability:
    """Give the person quiet hours since long ago that begin at that distance from now, as seen in Tokyo."""
    begin = (timezone.now() + begins).astimezone(TOKYO).replace(second=0, microsecond=0)
    quiet = QuietHours(begin.time(), (begin + hours * HOUR).time(), TOKYO)
    User.objects.filter(pk=person.pk).update(
        time_zone="Asia/Tokyo", quiet_hours_start=quiet.begins, quiet_hours_end=quiet.ends
    )  # fmt: skip
    return Availability((QuietHoursVersion(begin, quiet),))


def quiet_now(person: User, hours: int = 8) -> Availability:
    """Give the person quiet hours since long ago that begin an hour from now."""
    return quiet_from(person, HOUR, hours)


@pytest.mark.parametrize("timing", [TimeControl(), TimeControl(259_200), TimeControl(86_400, 7_200)])
def test_quiet_hours_do_not_count_where_one_has_a_day(alice, bob, timing):
    quiet = quiet_now(alice)
    table = running("sdc", alice, bob, timing=timing)
    question_began, turn_time = fresh(table).changed_at, timedelta(seconds=timing.turn_seconds)
    assert seat(table, 0).deadline == quiet.add_running_time(question_began, turn_time)
    assert seat(table, 0).deadline - question_began >= turn_time + 8 * HOUR
    assert seat(table, 1).deadline - question_began == turn_time  # his own hours, of which he has none


@pytest.mark.parametrize("timing", [TimeControl(28_800), TimeControl(3_600, 120), TimeControl(0)])
def test_quick_clocks_know_no_quiet_hours(alice, bob, timing):
    quiet_now(alice)
    table = running("sdc", alice, bob, timing=timing)
    assert seat(table, 0).deadline == seat(table, 1).deadline


def test_a_bank_is_charged_without_them(alice, bob):
    quiet = quiet_now(alice)
    table = running("sdc", alice, bob, timing=TimeControl(86_400, 7_200))
    clock_runs(seat(table, 0), 30 * HOUR)
    at = seat(table, 0)
    turn(table, at, Rng(b"quiet", "bank"))
    moved = fresh(table).events.filter(kind="move").latest("seq").created_at
    took = quiet.count_running_time(at.clock_since, moved) // MILLISECOND * MILLISECOND
    assert timedelta(0) <= took - 22 * HOUR < HOUR
    assert seat(table, 0).time_bank == DAY - took + 2 * HOUR


def test_a_pause_and_a_freeze_keep_them_out(alice, bob, moderator):
    quiet = quiet_now(alice)
    table = running("sdc", alice, bob)
    act = {"public_id": table.public_id, "moderator_id": moderator.pk, "reason": "a look"}
    table_freeze(**act)
    frozen_at = fresh(table).frozen_at
    time_left = quiet.count_running_time(frozen_at, seat(table, 0).deadline)
    table_thaw(**act)
    assert seat(table, 0).deadline == quiet.add_running_time(fresh(table).changed_at, time_left)
    for person, other in ((alice, bob),):
        make_proposal(public_id=table.public_id, user_id=person.pk, kind="pause")
        answer_proposal(public_id=table.public_id, user_id=other.pk, kind="pause", agrees=True)
    time_left = seat(table, 0).time_left
    end_pause(public_id=table.public_id, user_id=alice.pk)
    assert seat(table, 0).deadline == quiet.add_running_time(fresh(table).changed_at, time_left)


def test_nobody_is_told_which_hours_they_are(alice, bob):
    quiet_now(alice)
    table = running("sdc", alice, bob)
    assert not any("quiet" in str(body) for body in bodies(table))
    assert [waiting_seat.number for waiting_seat in waiting(table)] == [0, 1]
