"""Vacations and quiet hours at tables: whose clock stands still, where, and until when."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from accounts.models import User, Vacation
from games.engine.chance import Rng
from games.tables.access import get_table_access
from games.tables.clocks.quiet_hours import QuietHours, active_time_between, add_active_time
from games.tables.models import Seat, Table
from games.tables.page_data import build_table_page
from games.tables.services.proposals import answer_proposal, end_pause, make_proposal
from games.tables.services.timeouts import resolve_overdue
from games.tables.services.vacations import (
    list_tables_to_sync,
    schedule_vacation_sync,
    sync_due_vacations,
    sync_vacations,
)
from games.tables.time_control import TimeControl
from tests.matches import SHORT, bodies, fresh, opened, play_on, running, seat, snapshot, turn, waiting
from tests.moderation.actions import table_freeze, table_thaw
from tests.replays.audit.agreeing import all_agree

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
TOKYO = ZoneInfo("Asia/Tokyo")


@pytest.fixture
def match(alice, bob) -> Table:
    return running("sdc", alice, bob, options={"start_coins": 5})  # both are asked at once


def away(person: User, begins: timedelta = -HOUR, ends: timedelta = DAY) -> Vacation:
    """On vacation from then to then, from now on counted."""
    now = timezone.now()
    return Vacation.objects.create(
        user=person, starts_at=now + begins, ends_at=now + ends, first_day=now.date(), last_day=(now + ends).date()
    )


def back(person: User) -> None:
    Vacation.objects.filter(user=person).update(ends_at=timezone.now() - timedelta(seconds=1))


def told(table: Table) -> list[tuple[str, str, int]]:
    return [(body["kind"], body["cause"], body["seat"]) for body in bodies(table) if "vacation" in body["kind"]]


def test_their_clock_stands_still_and_the_others_run(match, alice):
    before = seat(match, 0).deadline
    away(alice)
    assert sync_vacations(match.pk)
    at = seat(match, 0)
    assert (at.on_vacation, at.deadline, at.time_left) == (True, None, before - fresh(match).changed_at)
    assert seat(match, 1).deadline is not None
    assert told(match) == [("vacation", "house", 0)]
    page = build_table_page(get_table_access(match.public_id, alice.pk))
    assert (page.deadline, page.is_my_clock_stopped, page.seats[0].vacation, page.seats[0].clock_left) == (
        None, True, True, "1 day left",
    )  # fmt: skip
    assert resolve_overdue(50) == 0


def test_doing_it_again_does_nothing(match, alice):
    away(alice)
    assert (sync_vacations(match.pk), sync_vacations(match.pk), sync_due_vacations(50)) == (True, False, 0)
    before = snapshot(match)
    schedule_vacation_sync(alice.pk)
    assert snapshot(match) == before


def test_back_again_the_clock_goes_on_where_it_was(match, alice):
    away(alice)
    sync_vacations(match.pk)
    left = seat(match, 0).time_left
    back(alice)
    assert sync_due_vacations(50) == 1
    at = seat(match, 0)
    assert (at.on_vacation, at.time_left, at.deadline - fresh(match).changed_at) == (False, None, left)
    assert told(match) == [("vacation", "house", 0), ("vacation-over", "house", 0)]


def test_what_is_asked_meanwhile_waits_and_may_be_answered(match, alice):
    away(alice)
    sync_vacations(match.pk)
    turn(match, seat(match, 0), Rng(b"vacation", "x"))  # nobody minds
    play_on(match, 0)
    assert (seat(match, 0).deadline, seat(match, 0).time_left) == (None, DAY)
    back(alice)
    assert sync_vacations(match.pk)
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
    assert (list_tables_to_sync(50), sync_vacations(table.pk)) == ([], False)
    assert not seat(table, 0).on_vacation


def test_open_tables_hear_of_it_when_they_begin(alice, bob):
    table = opened("sdc", alice, bob)
    away(alice)
    assert (list_tables_to_sync(50), sync_vacations(table.pk)) == ([], False)


def test_twenty_tables_follow(alice, bob, jobs, django_capture_on_commit_callbacks):
    tables = [running("sdc", alice, bob) for _ in range(20)]
    away(alice)
    jobs()
    with django_capture_on_commit_callbacks(execute=True):
        schedule_vacation_sync(alice.pk)
    assert sorted(jobs()) == sorted(("tables.sync_vacation", (table.pk,)) for table in tables)
    assert sync_due_vacations(50) == 20
    assert all(seat(table, 0).on_vacation for table in tables)


def test_against_bots_only_nothing_is_told(alice):
    table = play_on(running("lombard", alice, seats=2), 0)
    away(alice)
    assert sync_vacations(table.pk)
    assert told(table) == []
    assert seat(table, 0).deadline is not None
    assert list_tables_to_sync(50) == []


def test_with_freezes_and_pauses(match, alice, bob, moderator):
    act = {"public_id": match.public_id, "moderator_id": moderator.pk, "reason": "a look"}
    table_freeze(**act)
    left = seat(match, 0).deadline - fresh(match).frozen_at
    away(alice)
    assert sync_vacations(match.pk)
    table_thaw(**act)
    assert (seat(match, 0).time_left, seat(match, 0).deadline) == (left, None)
    make_proposal(public_id=match.public_id, user_id=bob.pk, kind="pause")  # who is away is not asked
    assert bodies(match)[-1]["data"] == {"agreed": [1]}
    back(alice)
    assert sync_vacations(match.pk)
    assert (seat(match, 0).time_left, seat(match, 0).deadline) == (left, None)
    end_pause(public_id=match.public_id, user_id=bob.pk)
    assert seat(match, 0).deadline - fresh(match).changed_at == left


def test_a_match_with_vacations_can_be_verified(alice, bob):
    table = running("sdc", alice, bob, **SHORT["sdc"])
    away(alice)
    sync_vacations(table.pk)
    make_proposal(public_id=table.public_id, user_id=bob.pk, kind="pause")
    end_pause(public_id=table.public_id, user_id=bob.pk)
    back(alice)
    sync_vacations(table.pk)
    make_proposal(public_id=table.public_id, user_id=bob.pk, kind="pause")
    answer_proposal(public_id=table.public_id, user_id=alice.pk, kind="pause", agrees=True)
    end_pause(public_id=table.public_id, user_id=alice.pk)
    away(bob)
    sync_vacations(table.pk)
    play_on(table)
    assert not seat(table, 1).on_vacation  # nobody waits any more
    all_agree(table)


# --- quiet hours


def quiet_now(person: User, hours: int = 8) -> QuietHours:
    """Quiet hours that begin an hour from now, as somebody in Tokyo sees it."""
    begins = (timezone.now() + HOUR).astimezone(TOKYO).replace(second=0, microsecond=0)
    quiet = QuietHours(begins.time(), (begins + hours * HOUR).time(), TOKYO)
    User.objects.filter(pk=person.pk).update(
        time_zone="Asia/Tokyo", quiet_hours_start=quiet.begins, quiet_hours_end=quiet.ends
    )  # fmt: skip
    return quiet


@pytest.mark.parametrize("timing", [TimeControl(), TimeControl(259_200), TimeControl(86_400, 7_200)])
def test_quiet_hours_do_not_count_where_one_has_a_day(alice, bob, timing):
    quiet = quiet_now(alice)
    table = running("sdc", alice, bob, timing=timing)
    put, given = fresh(table).changed_at, timedelta(seconds=timing.turn_seconds)
    assert seat(table, 0).deadline == add_active_time(put, given, quiet)
    assert seat(table, 0).deadline - put >= given + 8 * HOUR
    assert seat(table, 1).deadline - put == given  # his own hours, of which he has none


@pytest.mark.parametrize("timing", [TimeControl(28_800), TimeControl(3_600, 120), TimeControl(0)])
def test_quick_clocks_know_no_quiet_hours(alice, bob, timing):
    quiet_now(alice)
    table = running("sdc", alice, bob, timing=timing)
    assert seat(table, 0).deadline == seat(table, 1).deadline


def test_a_bank_is_charged_without_them(alice, bob):
    quiet = quiet_now(alice)
    table = running("sdc", alice, bob, timing=TimeControl(86_400, 7_200))
    at = seat(table, 0)
    Seat.objects.filter(pk=at.pk).update(deadline=at.deadline - 6 * HOUR)
    turn(table, seat(table, 0), Rng(b"quiet", "bank"))
    moved = fresh(table).events.filter(kind="move").latest("seq").created_at
    assert seat(table, 0).time_bank == active_time_between(moved, at.deadline - 6 * HOUR, quiet) + 2 * HOUR


def test_changing_them_meanwhile_fills_no_bank(alice, bob):
    quiet_now(alice, hours=9)
    table = running("sdc", alice, bob, timing=TimeControl(86_400, 7_200))
    Seat.objects.filter(table=table, number=0).update(time_bank=5 * HOUR)
    User.objects.filter(pk=alice.pk).update(quiet_hours_start=None, quiet_hours_end=None)
    turn(table, seat(table, 0), Rng(b"quiet", "change"))
    assert seat(table, 0).time_bank == 7 * HOUR


def test_a_pause_and_a_freeze_keep_them_out(alice, bob, moderator):
    quiet = quiet_now(alice)
    table = running("sdc", alice, bob)
    act = {"public_id": table.public_id, "moderator_id": moderator.pk, "reason": "a look"}
    table_freeze(**act)
    frozen_at = fresh(table).frozen_at
    left = active_time_between(frozen_at, seat(table, 0).deadline, quiet)
    table_thaw(**act)
    assert seat(table, 0).deadline == add_active_time(fresh(table).changed_at, left, quiet)
    for person, other in ((alice, bob),):
        make_proposal(public_id=table.public_id, user_id=person.pk, kind="pause")
        answer_proposal(public_id=table.public_id, user_id=other.pk, kind="pause", agrees=True)
    left = seat(table, 0).time_left
    end_pause(public_id=table.public_id, user_id=alice.pk)
    assert seat(table, 0).deadline == add_active_time(fresh(table).changed_at, left, quiet)


def test_nobody_is_told_which_hours_they_are(alice, bob):
    quiet_now(alice)
    table = running("sdc", alice, bob)
    assert not any("quiet" in str(body) for body in bodies(table))
    assert [one.number for one in waiting(table)] == [0, 1]
