"""Quiet hours over time: when a change applies, which old versions are stored, and what clocks read."""

from datetime import UTC, datetime, time, timedelta
from random import Random

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone

from accounts.models import QuietHoursVersion, User
from accounts.services import availability
from accounts.services.anonymize import delete_own_account
from accounts.services.availability import change_quiet_hours, get_start_of_change, list_quiet_hours_versions
from accounts.services.users import upgrade_guest
from games.clocks.availability import Availability, QuietHours
from games.clocks.availability import QuietHoursVersion as Version
from tests.accounts.conftest import PASSWORD, who
from tests.accounts.test_own_data import exported
from tests.html import open_page, submit

PAGE, ZONE_PAGE = "/settings/availability/", "/settings/availability/time-zone/"
HOUR, DAY, MINUTE = timedelta(hours=1), timedelta(days=1), timedelta(minutes=1)
ZONES = ("Europe/Berlin", "Asia/Tokyo", "Pacific/Chatham", "America/St_Johns")


@pytest.fixture
def person(anna) -> User:
    return anna


def hours(begin: timedelta, length: timedelta = 8 * HOUR) -> dict[str, time]:
    """Quiet hours that begin at that distance from now, by the site's clock."""
    begins = (timezone.now() + begin).astimezone(UTC).replace(second=0, microsecond=0)
    return {"quiet_hours_start": begins.time(), "quiet_hours_end": (begins + length).time()}


NO_HOURS = {"quiet_hours_start": None, "quiet_hours_end": None}


def change(person: User, **changes: object) -> datetime | None:
    return change_quiet_hours(person=person, changes=changes)


def list_stored(person: User) -> list[tuple[time | None, str]]:
    rows = QuietHoursVersion.objects.filter(user=person).order_by("valid_from", "pk")
    return [(row.quiet_hours_start, row.time_zone) for row in rows]


def days_go_by(person: User, count: int) -> None:
    """Make all that was chosen that many days older; the wall clock shows the same."""
    for row in QuietHoursVersion.objects.filter(user=person, valid_from__year__gt=1970):
        row.valid_from -= count * DAY
        row.chosen_at -= count * DAY
        row.save()
    person.refresh_from_db()
    person.quiet_hours_since -= count * DAY
    person.save()


def in_force(person: User, since: timedelta, **quiet_hours: time) -> datetime:
    """Let these quiet hours have been in force for so long. Return since when."""
    began = timezone.now() - since
    QuietHoursVersion.objects.create(user=person, valid_from=began, chosen_at=began, **quiet_hours)
    User.objects.filter(pk=person.pk).update(quiet_hours_since=began, **quiet_hours)
    person.refresh_from_db()
    return began


def test_the_first_change_counts_at_once_and_keeps_what_was_before(person):
    User.objects.filter(pk=person.pk).update(**hours(-2 * HOUR), time_zone="UTC")
    person.refresh_from_db()
    before = person.quiet_hours_start
    assert change(person, **NO_HOURS) is None
    person.refresh_from_db()
    assert timezone.now() - person.quiet_hours_since < HOUR
    assert list_stored(person) == [(before, "UTC"), (None, "UTC")]
    assert QuietHoursVersion.objects.latest("valid_from").valid_from == person.quiet_hours_since


def test_after_a_day_without_them_or_before_they_begin_a_change_counts_at_once(person):
    in_force(person, 49 * HOUR, **hours(2 * HOUR))  # none of its third day's yet
    assert change(person, **hours(5 * HOUR)) is None


def test_nothing_new_is_no_change(person, queued):
    change(person, **hours(HOUR), time_zone="Asia/Tokyo")
    queued()
    person.refresh_from_db()
    same = {name: getattr(person, name) for name in availability.QUIET_HOURS_FIELDS}
    assert (change(person, **same), change(person)) == (None, None)
    assert len(list_stored(person)) == 2


def test_a_slip_is_put_right_at_once(person):
    change(person, **hours(HOUR))
    assert change(person, **hours(2 * HOUR)) is None
    assert change(person, time_zone="Asia/Kathmandu") is None


def test_once_some_quiet_time_has_passed_a_change_waits_until_a_day_is_over(person):
    began = in_force(person, 26 * HOUR, **hours(-HOUR))
    first = person.quiet_hours_start
    starts_at = change(person, **hours(5 * HOUR))
    assert starts_at == began + 2 * DAY
    assert change(person, **NO_HOURS) == starts_at  # replaces the one that waits
    assert change(person, **hours(5 * HOUR)) == starts_at
    assert list_quiet_hours_versions(person, timezone.now())[0].quiet_hours_start == first
    assert [row.quiet_hours_start for row in list_quiet_hours_versions(person, starts_at)] == [person.quiet_hours_start]


def read(rows: list[QuietHoursVersion]) -> Availability:
    """The same as clocks read it."""

    def quiet(row: QuietHoursVersion) -> QuietHours | None:
        if row.quiet_hours_start is None:
            return None
        return QuietHours(row.quiet_hours_start, row.quiet_hours_end, availability.get_zone(row.time_zone))

    return Availability(tuple(Version(row.valid_from, quiet(row)) for row in rows))


def draw_version(random: Random, now: datetime, *, is_greedy: bool) -> QuietHoursVersion:
    """Choose ten hours of a day: any, or those to come."""
    zone = random.choice(ZONES)
    local = (now + random.choice([0, 5]) * MINUTE).astimezone(availability.get_zone(zone))
    begins = local.hour * 60 + local.minute if is_greedy else random.randrange(24 * 60)
    ends = (begins + 600) % (24 * 60)
    return QuietHoursVersion(
        time_zone=zone, quiet_hours_start=time(*divmod(begins, 60)), quiet_hours_end=time(*divmod(ends, 60))
    )


@pytest.mark.parametrize("is_greedy", [True, False])
def test_no_rotation_gives_more_than_ten_hours_a_day(is_greedy):
    """No choice leads to a day with more than ten quiet hours, across both days touched."""
    for number in range(150):
        random = Random(f"rotation {number} {is_greedy}")
        begin = now = datetime(2026, 6, 1, tzinfo=UTC) + random.randrange(24 * 60) * MINUTE
        rows = [draw_version(random, now, is_greedy=is_greedy)]
        rows[0].valid_from = begin
        while now < begin + 30 * DAY:
            now += random.choice([1, 5, 10, 14, 24, 34, 48]) * HOUR + random.randrange(2) * MINUTE
            in_force = [row for row in rows if row.valid_from <= now][-1]
            row = draw_version(random, now, is_greedy=is_greedy)
            row.valid_from = get_start_of_change(in_force, now)
            assert now <= row.valid_from <= now + DAY
            assert row.valid_from >= rows[-1].valid_from
            rows.append(row)
        quiet = (now - begin) - read(rows).count_running_time(begin, now)
        assert quiet <= (now - begin) * 10 / 24 + 10 * HOUR


def test_at_most_twenty_changes_a_day(person):
    for n in range(20):
        change(person, **(NO_HOURS if n % 2 else hours(HOUR)))
    with pytest.raises(ValidationError) as refused:
        change(person, **hours(3 * HOUR))
    assert refused.value.code == "too-often"
    person.refresh_from_db()
    assert person.quiet_hours_start is None
    assert len(list_stored(person)) == 21
    days_go_by(person, 1)
    assert change(person, **hours(3 * HOUR)) is None


def test_what_ended_90_days_ago_is_forgotten(person):
    change(person, **hours(HOUR))
    days_go_by(person, 50)
    change(person, **hours(2 * HOUR))
    days_go_by(person, 89)
    third = hours(3 * HOUR)
    change(person, **third)
    assert len(list_stored(person)) == 3  # the one from before ended 139 days ago
    days_go_by(person, 2)
    change(person, **NO_HOURS)
    assert len(list_stored(person)) == 3
    assert list_stored(person)[1:] == [(third["quiet_hours_start"], ""), (None, "")]


def test_two_forms_at_once_make_no_half_or_long_quiet_hours(person):
    change(person, quiet_hours_start=time(22), quiet_hours_end=time(6))
    for changes in ({"quiet_hours_start": None}, {"quiet_hours_end": time(9)}, {"quiet_hours_start": time(6)}):
        with pytest.raises(ValidationError):
            change(person, **changes)
    assert len(list_stored(person)) == 2


def test_only_for_who_may_log_in(person):
    User.objects.filter(pk=person.pk).update(is_active=False)
    with pytest.raises(PermissionDenied):
        change(person, **hours(HOUR))


# --- what clocks read


def test_without_a_change_since_then_the_row_is_read_and_nothing_else(person, django_assert_num_queries):
    User.objects.filter(pk=person.pk).update(time_zone="Asia/Tokyo", **hours(HOUR))
    person = User.objects.only(*availability.AVAILABILITY_FIELDS).get(pk=person.pk)
    with django_assert_num_queries(0):
        (row,) = list_quiet_hours_versions(person, timezone.now() - 300 * DAY)
    assert (row.quiet_hours_start, row.time_zone) == (person.quiet_hours_start, "Asia/Tokyo")
    change(person, **NO_HOURS)
    person = User.objects.only(*availability.AVAILABILITY_FIELDS).get(pk=person.pk)
    with django_assert_num_queries(0):
        (row,) = list_quiet_hours_versions(person, timezone.now())
    assert (row.quiet_hours_start, row.valid_from) == (None, person.quiet_hours_since)


def test_else_those_in_force_since_then_in_order(person, django_assert_num_queries):
    change(person, **hours(HOUR))
    days_go_by(person, 3)
    change(person, time_zone="Asia/Kathmandu")
    days_go_by(person, 3)
    change(person, **NO_HOURS)
    person.refresh_from_db()
    for since, count in ((7 * DAY, 4), (5 * DAY, 3), (2 * DAY, 2)):
        with django_assert_num_queries(1):
            rows = list_quiet_hours_versions(person, timezone.now() - since)
        assert len(rows) == count
        assert rows == sorted(rows, key=lambda row: row.valid_from)
        assert rows[0].valid_from <= timezone.now() - since < rows[1].valid_from
        assert rows[-1].quiet_hours_start is None


# --- the pages


@pytest.fixture
def waiting_change(person) -> datetime:
    """A change that waits. Return from when it counts."""
    began = in_force(person, 2 * HOUR, **hours(-HOUR))
    starts_at = change(person, **hours(5 * HOUR))
    assert starts_at == began + DAY
    return starts_at


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Your quiet hours change {} at {:%H:%M}."), ("ja", "おやすみ時間は{}{:%H:%M}に")]
)
def test_the_page_says_from_when_they_count(visit, person, waiting_change, language, words):
    is_today = waiting_change.date() == timezone.now().date()
    day = {"en": ("tomorrow", "today"), "ja": ("明日", "今日")}[language][is_today]
    text = open_page(visit(person, language), PAGE).text
    assert words.format(day, waiting_change) in text
    assert f"{hours(-HOUR)['quiet_hours_start']:%H:%M}" in text  # those that count until then


def test_what_counts_already_is_not_announced(visit, person):
    client = visit(person)
    assert "Your quiet hours change" not in open_page(client, PAGE).text
    page = open_page(client, PAGE)
    after = submit(page, page.form("/availability/"), quiet_hours_start="22:00", quiet_hours_end="06:00")
    assert "Saved." in after.text
    assert "Your quiet hours change" not in after.text


def test_too_many_changes_are_refused_on_the_page(visit, person):
    for n in range(20):
        change(person, **(NO_HOURS if n % 2 else hours(HOUR)))
    client = visit(person)
    page = open_page(client, PAGE)
    after = submit(page, page.form("/availability/"), quiet_hours_start="22:00", quiet_hours_end="06:00")
    assert after.status == 422
    assert "20 times within a day" in after.text
    answer = visit(person).post(ZONE_PAGE, {"zone": "Asia/Tokyo", "answer": "use"}, follow=True)
    assert "20 times within a day" in answer.text
    person.refresh_from_db()
    assert (person.time_zone, person.quiet_hours_start) == ("", None)


def test_a_devices_zone_counts_for_pages_at_once_and_for_quiet_hours_when_it_may(visit, person, waiting_change):
    client = visit(person)
    answer = client.post(ZONE_PAGE, {"zone": "Asia/Tokyo", "answer": "use"}, follow=True)
    assert "Your time zone is now Asia/Tokyo. Your quiet hours change" in answer.text
    person.refresh_from_db()
    assert (person.time_zone, person.quiet_hours_since) == ("Asia/Tokyo", waiting_change)


def test_a_guest_who_signs_up_keeps_the_history(client, guest):
    change(guest, **hours(HOUR))
    upgrade_guest(guest, "robin", PASSWORD, time_zone="Asia/Tokyo")
    guest = who(client) if who(client).is_authenticated else User.objects.get(pk=guest.pk)
    assert [zone for _, zone in list_stored(guest)] == ["", "", "Asia/Tokyo"]
    assert guest.time_zone == "Asia/Tokyo"


def test_the_history_is_exported_and_deleted_with_the_account(client, person, at_door):
    change(person, **hours(HOUR), time_zone="Asia/Tokyo")
    at_door(client, "anna")
    history = exported(client)["profile.json"]["quiet_hours_history"]
    assert [row["time_zone"] for row in history] == ["", "Asia/Tokyo"]
    delete_own_account(person=person)
    person.refresh_from_db()
    assert (list_stored(person), person.quiet_hours_since, person.vacation_until) == ([], None, None)
