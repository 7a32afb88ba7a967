"""Changes of quiet hours, zone and vacations while a clock runs, through the real forms: nothing is gained by them."""

from collections.abc import Callable
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from accounts.models import User, Vacation
from accounts.services.availability import AVAILABILITY_FIELDS, get_local_date
from accounts.services.guest_merge import merge_guest
from accounts.services.users import create_guest
from games.clocks.availability import Availability, QuietHours, QuietHoursVersion
from games.clocks.time_control import MILLISECOND, TimeControl
from games.engine.chance import Rng
from games.tables.clocks.availability import get_availability
from games.tables.clocks.seat_clock import read_seat_clock
from games.tables.models import Event, Seat, Table
from games.tables.services.timeouts import resolve_overdue
from tests.matches import bodies, fresh, running, seat, turn
from tests.moderation.actions import table_freeze, table_thaw
from tests.people import commit, work
from tests.time_travel import clock_runs

HOURS_PAGE, ZONE_PAGE = "/settings/availability/", "/settings/availability/time-zone/"
TAKE, END = "/settings/availability/vacations/", "/settings/availability/vacations/end/"
HOUR, MINUTE, DAY = timedelta(hours=1), timedelta(minutes=1), timedelta(days=1)
TOKYO = ZoneInfo("Asia/Tokyo")
NONE = {"quiet_hours_start": "", "quiet_hours_end": ""}
THREE_DAYS, DAY_BANK = TimeControl(259_200), TimeControl(86_400, 7_200)

Post = Callable[..., int]


@pytest.fixture
def post(visit, alice, jobs) -> Post:
    """Sends a form as Alice, and does what it has queued. Gives the status."""
    client = visit(alice)

    def send(address: str, **form: str) -> int:
        answer = client.post(address, {"time_zone": "Asia/Tokyo"} | form)
        commit()
        work(jobs)
        return answer.status_code

    return send


def hours_from(begins: timedelta, length: int = 10) -> dict[str, str]:
    """Return the form values for quiet hours that begin at that distance from now."""
    begin = (timezone.now() + begins).astimezone(TOKYO)
    return {"quiet_hours_start": f"{begin:%H:%M}", "quiet_hours_end": f"{begin + length * HOUR:%H:%M}"}


def rest_since_long_ago(person: User, hours: dict[str, str]) -> Availability:
    """Give the person these quiet hours as a release before has stored them."""
    begins, ends = (time.fromisoformat(text) for text in hours.values())
    User.objects.filter(pk=person.pk).update(time_zone="Asia/Tokyo", quiet_hours_start=begins, quiet_hours_end=ends)
    return Availability((QuietHoursVersion(timezone.now(), QuietHours(begins, ends, TOKYO)),))


def get_remaining(table: Table, number: int, now: datetime) -> timedelta:
    table = fresh(table)
    seats = list(Seat.objects.filter(table=table).select_related("user").order_by("number"))
    clock = read_seat_clock(table, seats, seats[number], now)
    availability = get_availability(table, seats, seats[number], clock.since or now)
    return clock.get_remaining(now, availability)


@pytest.mark.parametrize("begins", [-2 * HOUR, 3 * HOUR], ids=["within quiet hours", "before them"])
def test_four_forms_in_a_row_gain_no_more_than_the_time_off(alice, bob, post, begins):
    hours = hours_from(begins)
    quiet = rest_since_long_ago(alice, hours)
    table = running("sdc", alice, bob, timing=THREE_DAYS)
    question_began = fresh(table).changed_at
    today = get_local_date(User.objects.get(pk=alice.pk))
    for _ in range(21):
        post(HOURS_PAGE, **NONE)
        post(TAKE, first=today.isoformat(), last=(today + DAY).isoformat())
        post(HOURS_PAGE, **hours)
        post(END, vacation=str(Vacation.objects.latest("pk").pk))
    off = sum((row.ends_at - row.starts_at for row in Vacation.objects.all()), timedelta(0))
    assert Vacation.objects.count() >= 10  # two days each until it is ended, then one
    assert off < 5 * MINUTE
    at = seat(table, 0)
    assert not at.on_vacation
    deadline = quiet.add_running_time(question_began, 3 * DAY)
    # Time that is neither vacation nor quiet may have passed between two forms, so quiet hours may have been fewer.
    assert question_began + 3 * DAY <= at.deadline <= deadline + 10 * MINUTE
    assert abs(get_remaining(table, 0, timezone.now()) - 3 * DAY) < 10 * MINUTE
    assert seat(table, 1).deadline == question_began + 3 * DAY


def test_zones_in_a_row_gain_nothing(alice, bob, post):
    hours = hours_from(3 * HOUR)
    rest_since_long_ago(alice, hours)
    table = running("sdc", alice, bob, timing=THREE_DAYS)
    question_began = fresh(table).changed_at
    for zone in ["Pacific/Kiritimati", "Pacific/Niue", "Asia/Tokyo", "America/New_York"] * 6:
        post(ZONE_PAGE, zone=zone, answer="use")
    assert seat(table, 0).deadline <= question_began + 3 * DAY * 24 / 14 + 21 * HOUR  # the zone doesn't matter


def test_a_vacation_that_is_planned_moves_the_deadline_there_and_back(alice, bob, post):
    table = running("sdc", alice, bob, timing=THREE_DAYS)
    before = seat(table, 0).deadline
    first = get_local_date(alice) + DAY
    post(TAKE, first=first.isoformat(), last=(first + 3 * DAY).isoformat())
    row = Vacation.objects.get()
    assert seat(table, 0).deadline == before + (row.ends_at - row.starts_at)
    assert not seat(table, 0).on_vacation
    revision = fresh(table).revision
    post(END, vacation=str(row.pk))
    assert seat(table, 0).deadline == before
    assert fresh(table).revision > revision  # open pages show it
    assert list(Event.objects.filter(table=table, kind__startswith="vacation")) == []


# --- time banks


def answer(table: Table) -> timedelta:
    """Alice answers. Return what it has cost her bank."""
    turn(table, seat(table, 0), Rng(b"availability", "answer"))
    charged = next(body["data"]["charged"] for body in bodies(table) if body["kind"] == "move" and body["seat"] == 0)
    assert seat(table, 0).time_bank == min(DAY - charged * MILLISECOND + 2 * HOUR, DAY)
    return charged * MILLISECOND


@pytest.mark.parametrize("rounds", [1, 3])
def test_quiet_hours_chosen_before_answering_give_nothing_back(alice, bob, post, rounds):
    table = running("sdc", alice, bob, timing=DAY_BANK)
    clock_runs(seat(table, 0), 9 * HOUR)
    for _ in range(rounds):
        assert post(HOURS_PAGE, **hours_from(-8 * HOUR)) == 302
        assert post(HOURS_PAGE, **NONE) == 302
    assert post(HOURS_PAGE, **hours_from(-8 * HOUR)) == 302
    assert abs(answer(table) - 9 * HOUR) < 5 * MINUTE


def test_quiet_hours_given_up_before_answering_take_nothing(alice, bob, post):
    rest_since_long_ago(alice, hours_from(-8 * HOUR))
    table = running("sdc", alice, bob, timing=DAY_BANK)
    clock_runs(seat(table, 0), 9 * HOUR)
    assert post(HOURS_PAGE, **NONE) == 302
    assert abs(answer(table) - HOUR) < 5 * MINUTE


def test_another_zone_before_answering_changes_nothing(alice, bob, post):
    rest_since_long_ago(alice, hours_from(-8 * HOUR))
    table = running("sdc", alice, bob, timing=DAY_BANK)
    clock_runs(seat(table, 0), 9 * HOUR)
    assert post(ZONE_PAGE, zone="America/New_York", answer="use") == 302
    assert abs(answer(table) - HOUR) < 5 * MINUTE


def test_a_vacation_taken_before_answering_gives_nothing_back(alice, bob, post):
    """Not even the hours of today that are over."""
    table = running("sdc", alice, bob, timing=DAY_BANK)
    clock_runs(seat(table, 0), 9 * HOUR)
    today = get_local_date(alice).isoformat()
    assert post(TAKE, first=today, last=today) == 302
    assert seat(table, 0).on_vacation
    assert abs(answer(table) - 9 * HOUR) < 5 * MINUTE


# --- without a job


def test_a_timeout_looks_at_quiet_hours_again(alice, bob, visit):
    """Its job is lost, and the stored deadline is the previous one."""
    table = running("sdc", alice, bob, timing=THREE_DAYS)
    visit(alice).post(HOURS_PAGE, {"time_zone": "Asia/Tokyo"} | hours_from(timedelta(0)))
    clock_runs(seat(table, 0), 3 * DAY)
    User.objects.filter(pk=alice.pk).update(quiet_hours_since=timezone.now() - 50 * HOUR)
    alice.refresh_from_db()
    alice.quiet_hours_versions.filter(valid_from__year__gt=1970).update(valid_from=alice.quiet_hours_since)
    assert resolve_overdue(50) == 0
    assert seat(table, 0).deadline > timezone.now() + 10 * HOUR


# --- clocks that a release before has started


@pytest.fixture
def older_clock(alice, bob) -> tuple[Table, datetime]:
    """A clock of three days, and its deadline, which is all that is stored of it."""
    rest_since_long_ago(alice, hours_from(3 * HOUR))
    table = running("sdc", alice, bob, timing=THREE_DAYS)
    Seat.objects.filter(table=table).update(time_left=None, clock_since=None)
    return table, seat(table, 0).deadline


def test_quiet_hours_off_and_on_gain_nothing_with_it(older_clock, alice, post):
    table, deadline = older_clock
    alice.refresh_from_db()
    hours = {name: f"{getattr(alice, name):%H:%M}" for name in NONE}
    for form in (NONE, hours) * 3:
        assert post(HOURS_PAGE, **form) == 302
    assert abs(get_remaining(table, 0, timezone.now()) - 3 * DAY) < 5 * MINUTE
    assert abs(seat(table, 0).deadline - deadline) < 5 * MINUTE


def test_a_planned_vacation_takes_nothing_from_it(older_clock, alice, post):
    table, deadline = older_clock
    first = get_local_date(User.objects.get(pk=alice.pk)) + DAY
    post(TAKE, first=first.isoformat(), last=first.isoformat())
    assert abs(get_remaining(table, 0, timezone.now()) - 3 * DAY) < 5 * MINUTE
    assert seat(table, 0).deadline > deadline + 20 * HOUR


# --- who needs what


def test_what_a_clock_reads(alice, bob, post, django_assert_num_queries):
    table = running("sdc", alice, bob, timing=THREE_DAYS)
    people = ("table", "number", "played_by", *(f"user__{name}" for name in AVAILABILITY_FIELDS))

    def read(since: datetime) -> Availability:
        seats = list(Seat.objects.filter(table=table).select_related("user").only(*people).order_by("number"))
        with django_assert_num_queries(queries):
            return get_availability(table, seats, seats[0], since)

    queries, before = 0, timezone.now()
    assert [version.quiet_hours for version in read(before).versions] == [None]
    post(HOURS_PAGE, **hours_from(HOUR))
    queries = 1
    assert len(read(before).versions) == 2
    queries = 0
    (version,) = read(timezone.now()).versions
    assert version.quiet_hours.zone == TOKYO
    first = (get_local_date(alice) + 9 * DAY).isoformat()
    post(TAKE, first=first, last=first)
    queries = 2
    availability = read(before)
    assert (len(availability.versions), len(availability.vacations)) == (2, 1)
    table.live_since, queries = timezone.now(), 1
    assert (read(before).versions, len(read(before).vacations)) == ((), 1)
    table.vacations, queries = False, 0
    assert read(before) == Availability()


@pytest.mark.parametrize(
    ("timing", "follows"),
    [(THREE_DAYS, True), (TimeControl(86_400, vacations=False), True), (TimeControl(60), True),
     (TimeControl(60, vacations=False), False)],
)  # fmt: skip
def test_only_tables_that_it_may_concern_follow(alice, bob, visit, jobs, timing, follows):
    table = running("sdc", alice, bob, timing=timing)
    commit()
    jobs()
    visit(alice).post(HOURS_PAGE, {"time_zone": "Asia/Tokyo"} | hours_from(HOUR))
    commit()
    assert jobs() == ([("tables.sync_vacation", (table.pk,))] if follows else [])


def test_freezing_is_no_way_round(alice, bob, post, moderator):
    table = running("sdc", alice, bob, timing=DAY_BANK)
    clock_runs(seat(table, 0), 9 * HOUR)
    act = {"public_id": table.public_id, "moderator_id": moderator.pk, "reason": "a look"}
    table_freeze(**act)
    post(HOURS_PAGE, **hours_from(-8 * HOUR))
    post(HOURS_PAGE, **NONE)
    table_thaw(**act)
    assert abs(get_remaining(table, 0, timezone.now()) - 15 * HOUR) < 5 * MINUTE


def test_a_guests_clock_goes_on_by_the_accounts_quiet_hours(alice, bob):
    """The guest's elapsed time stays."""
    guest = create_guest(language="en")
    table = running("sdc", guest, bob, timing=THREE_DAYS)
    clock_runs(seat(table, 0), 20 * HOUR)
    quiet = rest_since_long_ago(alice, hours_from(2 * HOUR))
    merge_guest(guest, User.objects.get(pk=alice.pk))
    at = seat(table, 0)
    assert at.user_id == alice.pk
    assert abs(at.time_left - 52 * HOUR) < 5 * MINUTE
    assert at.deadline == quiet.add_running_time(at.clock_since, at.time_left)
