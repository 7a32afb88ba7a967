"""Quiet hours and vacations: how long they may be, whose days they are, and the page on which one says so."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils import timezone

from accounts.models import User, Vacation
from accounts.services import availability
from accounts.services.anonymize import anonymize_guest
from accounts.services.users import create_guest

PAGE, TAKE, END = (
    "/settings/availability/",
    "/settings/availability/vacations/",
    "/settings/availability/vacations/end/",
)
DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)


def take(person: User, first: date, days: int) -> Vacation:
    return availability.take_vacation(person=person, first=first, last=first + (days - 1) * DAY)


def live_in(person: User, zone: str) -> None:
    availability.change_quiet_hours(person=person, changes={"time_zone": zone})


def create_vacation(person: User, ago: timedelta, days: int = 3) -> Vacation:
    """A vacation of so many days that began that long ago, at midnight of the site's clock or later."""
    now = timezone.now()
    first = (now - ago).date()
    row = Vacation.objects.create(
        user=person, first_day=first, last_day=first + (days - 1) * DAY, starts_at=now - ago,
        ends_at=datetime.combine(first + days * DAY, time(0), UTC),
    )  # fmt: skip
    User.objects.filter(pk=person.pk).update(vacation_until=row.ends_at)
    return row


def intervals(person: User, ago: timedelta = timedelta(0)) -> list[tuple[datetime, datetime]]:
    """Return the recent vacations as clocks read them."""
    return availability.list_vacation_intervals(User.objects.get(pk=person.pk), timezone.now() - ago)


def why(call) -> str:
    with pytest.raises(ValidationError) as refused:
        call()
    return refused.value.code


@pytest.fixture
def next_june() -> date:
    """Within a year, and in one year."""
    now = timezone.now().date()
    return date(now.year + (now.month >= 6), 6, 1)


def test_whole_days_of_ones_own_calendar(alice, next_june):
    live_in(alice, "Asia/Tokyo")
    row = take(alice, next_june, 3)
    assert row.starts_at == datetime(next_june.year, 5, 31, 15, tzinfo=UTC)
    assert row.ends_at - row.starts_at == 3 * DAY
    assert availability.count_vacation_days_left(alice, next_june.year) == 18


def test_no_more_than_21_a_year(alice, next_june):
    take(alice, next_june, 15)
    later = next_june + 30 * DAY
    assert why(lambda: take(alice, later, 7)) == "too-many"
    take(alice, later, 6)
    assert availability.count_vacation_days_left(alice, next_june.year) == 0
    assert Vacation.objects.count() == 2


def test_a_vacation_over_new_year_counts_in_both(alice):
    new_year = date(timezone.now().year + 1, 1, 1)
    first = max(new_year - 3 * DAY, availability.get_local_date(alice))
    take(alice, first, (new_year - first).days + 20)
    assert availability.count_vacation_days_left(alice, new_year.year) == 1
    assert availability.count_vacation_days_left(alice, new_year.year - 1) == 21 - (new_year - first).days


@pytest.mark.parametrize(("first", "last"), [(-1, 3), (3, 2), (0, 400)])
def test_days_that_make_no_sense(alice, first, last):
    now = availability.get_local_date(alice)
    assert (
        why(lambda: availability.take_vacation(person=alice, first=now + first * DAY, last=now + last * DAY)) == "days"
    )


def test_not_the_same_days_twice(alice, next_june):
    take(alice, next_june, 5)
    assert why(lambda: take(alice, next_june + 4 * DAY, 2)) == "twice"


def test_back_earlier_what_is_left_can_be_had_again(alice):
    row = take(alice, availability.get_local_date(alice), 10)
    for _ in range(2):
        availability.end_vacation(person=alice, pk=row.pk)
    row.refresh_from_db()
    assert (row.first_day, row.last_day) == (availability.get_local_date(alice), availability.get_local_date(alice))
    assert row.ends_at <= timezone.now()
    assert availability.list_vacations(alice) == []
    assert availability.count_vacation_days_left(alice, row.first_day.year) == 20


def test_one_for_today_begins_when_it_is_taken(alice):
    """Otherwise it would give back time that has run since midnight."""
    before = timezone.now() - timedelta(milliseconds=1)  # a database may cut the rest off
    row = take(alice, availability.get_local_date(alice), 2)
    assert before <= row.starts_at <= timezone.now()
    assert row.ends_at - row.starts_at <= 2 * DAY


def test_what_has_been_had_of_an_ended_one_stays(alice):
    row = create_vacation(alice, 5 * HOUR)
    availability.end_vacation(person=alice, pk=row.pk)
    ((begin, end),) = intervals(alice, 3 * HOUR)
    assert begin == row.starts_at
    assert timezone.now() - MINUTE < end <= timezone.now()
    assert intervals(alice) == []
    assert User.objects.get(pk=alice.pk).vacation_until == end


def test_the_end_of_the_latest_one_is_known(alice, next_june, django_assert_num_queries):
    assert User.objects.get(pk=alice.pk).vacation_until is None
    first, second = take(alice, next_june, 2), take(alice, next_june + 9 * DAY, 2)
    assert User.objects.get(pk=alice.pk).vacation_until == second.ends_at
    person = User.objects.only(*availability.AVAILABILITY_FIELDS).get(pk=alice.pk)
    with django_assert_num_queries(1):
        assert availability.list_vacation_intervals(person, timezone.now()) == [
            (first.starts_at, first.ends_at), (second.starts_at, second.ends_at),
        ]  # fmt: skip
    with django_assert_num_queries(0):
        assert availability.list_vacation_intervals(person, second.ends_at) == []
    availability.end_vacation(person=alice, pk=second.pk)
    assert User.objects.get(pk=alice.pk).vacation_until == first.ends_at
    availability.end_vacation(person=alice, pk=first.pk)
    assert User.objects.get(pk=alice.pk).vacation_until is None


# --- in another zone


def test_one_to_come_moves_with_the_zone(alice, next_june):
    row = take(alice, next_june, 3)
    for zone, hours in (("Asia/Tokyo", -9), ("Pacific/Honolulu", 10), ("", 0)):
        live_in(alice, zone)
        moved = Vacation.objects.get(pk=row.pk)
        assert (moved.starts_at, moved.ends_at) == (row.starts_at + hours * HOUR, row.ends_at + hours * HOUR)
        assert (moved.first_day, moved.last_day) == (row.first_day, row.last_day)
        assert User.objects.get(pk=alice.pk).vacation_until == moved.ends_at


def test_of_one_that_has_begun_only_the_end_moves(alice):
    row = create_vacation(alice, 30 * HOUR)
    live_in(alice, "Asia/Tokyo")
    moved = Vacation.objects.get(pk=row.pk)
    assert (moved.starts_at, moved.ends_at) == (row.starts_at, row.ends_at - 9 * HOUR)
    live_in(alice, "")
    assert Vacation.objects.get(pk=row.pk).ends_at == row.ends_at


def test_no_zone_makes_a_vacation_longer_than_its_days(alice):
    row = take(alice, availability.get_local_date(alice), 1)
    for zone in ("Pacific/Kiritimati", "Pacific/Niue", "Pacific/Kiritimati", "Pacific/Niue"):
        live_in(alice, zone)
    moved = Vacation.objects.get(pk=row.pk)
    assert moved.ends_at - moved.starts_at <= 25 * HOUR
    live_in(alice, "")
    for other in Vacation.objects.filter(ends_at__gt=timezone.now()):
        availability.end_vacation(person=alice, pk=other.pk)
    assert availability.count_vacation_days_left(alice, row.first_day.year) <= 20


def test_no_zone_makes_days_that_were_had_fewer(alice):
    """By the calendar of Hawaii it would be a day earlier; 34 hours are two days."""
    row = create_vacation(alice, 34 * HOUR, days=5)
    live_in(alice, "Pacific/Niue")
    availability.end_vacation(person=alice, pk=row.pk)
    assert Vacation.objects.get(pk=row.pk).last_day >= row.first_day + DAY


def test_one_that_has_begun_is_ended_not_deleted_wherever_its_person_goes(alice):
    row = create_vacation(alice, timedelta(minutes=5), days=2)
    live_in(alice, "Pacific/Niue")  # where it is the day before, most of the day
    availability.end_vacation(person=alice, pk=row.pk)
    ended = Vacation.objects.get(pk=row.pk)
    assert (ended.first_day, ended.last_day) == (row.first_day, row.first_day)
    assert ended.ends_at <= timezone.now()


def test_one_whose_days_are_over_in_the_new_zone_is_given_back(alice):
    """It is tomorrow in Honolulu and was yesterday in Kiritimati."""
    now = timezone.now()
    day = now.astimezone(ZoneInfo("Pacific/Kiritimati")).date() - DAY
    row = Vacation.objects.create(
        user=alice, first_day=day, last_day=day, starts_at=now + HOUR, ends_at=now + 25 * HOUR
    )
    User.objects.filter(pk=alice.pk).update(time_zone="Pacific/Honolulu", vacation_until=row.ends_at)
    live_in(alice, "Pacific/Kiritimati")
    assert Vacation.objects.count() == 0
    assert User.objects.get(pk=alice.pk).vacation_until is None


def test_one_that_has_not_begun_is_gone(alice, bob, next_june):
    row = take(alice, next_june, 10)
    availability.end_vacation(person=bob, pk=row.pk)
    assert Vacation.objects.count() == 1
    availability.end_vacation(person=alice, pk=row.pk)
    assert Vacation.objects.count() == 0


@pytest.mark.parametrize(
    ("begins", "ends", "minutes"), [((22, 0), (7, 30), 570), ((1, 15), (6, 0), 285), ((9, 0), (9, 0), 0)]
)
def test_over_midnight_or_not(begins, ends, minutes):
    assert availability.count_quiet_minutes(time(*begins), time(*ends)) == minutes


def test_zones_are_places_that_exist():
    assert {"Asia/Tokyo", "Europe/Berlin", "America/New_York"} <= set(availability.list_time_zones())
    assert all(ZoneInfo(name) for name in availability.list_time_zones())
    assert not any(name.startswith("Etc/") for name in availability.list_time_zones())


def test_a_zone_that_is_known_no_more_is_the_sites(alice):
    alice.time_zone = "Atlantis/Capital"
    assert availability.get_time_zone(alice).key == "UTC"


def test_who_is_gone_has_neither(next_june):
    guest = create_guest(language="en")
    guest.quiet_hours_start, guest.quiet_hours_end, guest.time_zone = time(22), time(7), "Asia/Tokyo"
    guest.save()
    take(guest, next_june, 2)
    anonymize_guest(person=guest)
    guest.refresh_from_db()
    assert (guest.quiet_hours_start, guest.quiet_hours_end, guest.time_zone) == (None, None, "")
    assert Vacation.objects.count() == 0


# --- the page


def test_quiet_hours_are_kept(visit, alice):
    client = visit(alice)
    sent = {"time_zone": "Asia/Tokyo", "quiet_hours_start": "22:00", "quiet_hours_end": "07:30"}
    assert client.post(PAGE, sent).status_code == 302
    alice.refresh_from_db()
    assert (alice.time_zone, alice.quiet_hours_start, alice.quiet_hours_end) == ("Asia/Tokyo", time(22), time(7, 30))
    html = client.get(PAGE).content.decode()
    assert 'value="22:00"' in html
    assert 'value="07:30"' in html
    assert client.post(PAGE, {"time_zone": "", "quiet_hours_start": "", "quiet_hours_end": ""}).status_code == 302
    alice.refresh_from_db()
    assert (alice.quiet_hours_start, alice.quiet_hours_end) == (None, None)


@pytest.mark.parametrize(
    ("sent", "reason"),
    [
        ({"quiet_hours_start": "20:00", "quiet_hours_end": "06:01"}, "ten hours a day"),
        ({"quiet_hours_start": "20:00", "quiet_hours_end": "20:00"}, "ten hours a day"),
        ({"quiet_hours_start": "20:00", "quiet_hours_end": ""}, "both times"),
        ({"quiet_hours_start": "25:00", "quiet_hours_end": "06:00"}, "valid time"),
        ({"time_zone": "../etc/passwd", "quiet_hours_start": "22:00", "quiet_hours_end": "06:00"}, "valid choice"),
        ({"time_zone": "Asia/Tokyo\0", "quiet_hours_start": "22:00", "quiet_hours_end": "06:00"}, ""),
    ],
)
def test_what_will_not_do_is_said(visit, alice, sent, reason):
    answer = visit(alice).post(PAGE, sent)
    assert answer.status_code == 422
    assert reason in answer.content.decode()
    alice.refresh_from_db()
    assert (alice.time_zone, alice.quiet_hours_start) == ("", None)


@pytest.mark.parametrize(("language", "words"), [("en", "You have 21 of 21 days left"), ("ja", "21日のうち残り21日")])
def test_a_vacation_is_taken_and_given_back(visit, alice, next_june, language, words):
    client = visit(alice, language)
    assert words in client.get(PAGE).content.decode()
    days = {"first": next_june.isoformat(), "last": (next_june + 4 * DAY).isoformat()}
    assert client.post(TAKE, days).status_code == 302
    row = Vacation.objects.get(user=alice)
    assert (row.first_day, row.last_day) == (next_june, next_june + 4 * DAY)
    assert client.post(TAKE, days).status_code == 422
    assert client.post(END, {"vacation": "nonsense"}).status_code == 302
    assert client.post(END, {"vacation": str(row.pk)}).status_code == 302
    assert Vacation.objects.count() == 0


def test_only_for_who_has_logged_in_and_by_post(visit, alice):
    assert visit().get(PAGE).status_code == 302
    assert visit(alice).get(TAKE).headers["Location"] == reverse("accounts:availability") == PAGE
    assert visit(alice).get(END).headers["Location"] == PAGE
    assert PAGE in visit(alice).get("/settings/profile/").content.decode()


def test_vacations_can_be_changed_only_so_often(client, settings):
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"vacation": "2/h/user"}
    person = User.objects.create_user("nora")
    client.force_login(person)
    day = f"{timezone.now().date() + 9 * DAY}"
    assert client.post(TAKE, {"first": day, "last": day}).status_code == 302
    form = {"vacation": Vacation.objects.get().pk}
    assert client.post(END, form).status_code == 302
    assert client.post(TAKE, {"first": day, "last": day}).status_code == 429
    assert not Vacation.objects.exists()
    assert client.post(END, form).status_code == 429
