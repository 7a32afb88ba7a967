"""Reminders, gathered mails and alarms go by the seat's own clock: by its bank, quiet hours, pauses and live play."""

from datetime import datetime, timedelta

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from icalendar import Calendar

from accounts.models import User
from accounts.services.availability import change_quiet_hours, end_vacation, take_vacation
from games.clocks.time_control import TimeControl
from games.engine.chance import Rng
from games.notifications.calendar import build_calendar
from games.notifications.models import Delivery, Notification
from games.notifications.outbox import fanout
from games.notifications.outbox.dispatcher import deliver_notifications
from games.notifications.outbox.fanout import decide_notifications
from games.tables.models import Seat, Table
from games.tables.services.proposals import answer_proposal, end_live_play, end_pause, make_proposal
from games.tables.services.timeouts import resolve_overdue
from games.tables.services.vacations import sync_due_vacations
from tests.html import page
from tests.matches import fresh, legal, play_on, running, seat, submit
from tests.moderation.actions import clock_extend, table_freeze, table_thaw
from tests.notifications.readers import notice, reader, time_goes_by, turn_of
from tests.time_travel import shift_clocks

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
WEEK = 7 * DAY.days * 86_400


@pytest.fixture(autouse=True)
def _site(settings):
    settings.SITE_URL = "https://cards.example.org"
    settings.NOTIFICATION_DELAY = 0


@pytest.fixture
def anna(db) -> User:
    return reader("anna", language="en", time_zone="UTC")


@pytest.fixture
def ben(db) -> User:
    return reader("ben", language="en", time_zone="UTC")


def set_quiet_hours(person: User, begins: timedelta, ends: timedelta) -> datetime:
    """Set a person's quiet hours in minutes from now. Return their end."""
    now = timezone.now().replace(second=0, microsecond=0)
    times = {"quiet_hours_start": (now + begins).time(), "quiet_hours_end": (now + ends).time()}
    User.objects.filter(pk=person.pk).update(**times)
    return now + ends


def agree(table: Table, kind: str, first: User, *user: User) -> None:
    make_proposal(public_id=table.public_id, user_id=first.pk, kind=kind)
    for person in user:
        answer_proposal(public_id=table.public_id, user_id=person.pk, kind=kind, agrees=True)


def get_reminder(table: Table, person: User) -> Notification | None:
    return Notification.objects.filter(table=table, recipient=person, kind="reminder").first()


def get_reminder_time(table: Table, person: User) -> datetime:
    reminder = get_reminder(table, person)
    assert reminder is not None
    assert reminder.due_at is not None
    return reminder.due_at


def list_subjects() -> list[str]:
    deliver_notifications(10)
    subjects = [letter.subject.removeprefix("[Tefuda] ").partition(":")[0] for letter in mail.outbox]
    mail.outbox.clear()
    return subjects


def test_quiet_hours_are_no_part_of_the_time(anna):
    """Asked three hours before a night of eight: 18 of 24 hours are over 15 hours after its end."""
    morning = set_quiet_hours(anna, 3 * HOUR, 11 * HOUR)
    table = turn_of(anna)
    assert list_subjects() == ["Your turn"]
    since = seat(table, 0).clock_since
    assert since is not None
    due = get_reminder_time(table, anna)
    assert due == since + 26 * HOUR + timedelta.resolution
    assert morning < due


def test_a_reminder_of_the_night_comes_in_the_morning(anna):
    """Of the three days, 54 hours are over in the second hour of the night, by a clock that ran at night."""
    morning = set_quiet_hours(anna, -HOUR, 7 * HOUR)
    table = turn_of(anna, turn_seconds=3 * 86_400)
    list_subjects()
    # Asked so long ago that a quarter was left exactly when this night began: 54 hours, and three nights before it.
    shift_clocks(Seat.objects.filter(table=table, number=0), morning - 8 * HOUR - 78 * HOUR - _since(table))
    Notification.objects.filter(kind="reminder").update(due_at=timezone.now())
    assert list_subjects() == []
    assert morning <= get_reminder_time(table, anna) <= morning + timedelta.resolution


def _since(table: Table) -> datetime:
    since = seat(table, 0).clock_since
    assert since is not None
    return since


def test_a_worker_that_is_late_wakes_no_one(anna):
    """The reminder was due hours before the night in which there is a worker again."""
    table = turn_of(anna)
    list_subjects()
    morning = set_quiet_hours(anna, -2 * HOUR, 5 * HOUR)
    shift_clocks(Seat.objects.filter(table=table, number=0), -28 * HOUR)  # of which 19 were outside the two nights
    Notification.objects.filter(kind="reminder").update(due_at=timezone.now() - 5 * HOUR)
    assert list_subjects() == []
    assert get_reminder_time(table, anna) == morning
    set_quiet_hours(anna, -6 * HOUR, -HOUR)  # morning has come
    Notification.objects.filter(kind="reminder").update(due_at=timezone.now())
    assert list_subjects() == ["Still your turn"]


def test_a_bank_that_is_half_empty_is_the_whole_time(anna, ben):
    """Eleven hours of a day are left: the reminder comes with a quarter of these, and says so."""
    table = running("lombard", anna, ben, seats=3, options={"target_coins": 32}, timing=TimeControl(86_400, 7_200))
    play_on(table, 0)
    shift_clocks(Seat.objects.filter(table=table, number=0), -15 * HOUR)
    submit(table, seat(table, 0), legal(table, 0).sample(Rng(b"a bank", "first")))
    play_on(table, 0)
    bank = seat(table, 0).time_bank
    assert bank is not None
    assert 10.9 * HOUR < bank <= 11 * HOUR
    deliver_notifications(20)
    mail.outbox.clear()
    assert get_reminder_time(table, anna) == _since(table) + bank * 3 / 4 + timedelta.resolution
    time_goes_by(hours=8)
    assert list_subjects().count("Still your turn") == 0
    time_goes_by(minutes=20)
    deliver_notifications(20)
    letter = next(letter for letter in mail.outbox if letter.to == [anna.email] and "Still" in letter.subject)
    assert "Less than a quarter of your time is left." in letter.body


def test_a_reminder_waits_for_the_end_of_a_pause(anna, ben):
    table = turn_of(anna, ben)
    list_subjects()
    due = get_reminder_time(table, anna)
    time_goes_by(hours=10)
    agree(table, "pause", anna, ben)
    time_goes_by(hours=12)  # due by its former appointment
    assert "Still your turn" not in list_subjects()
    assert get_reminder_time(table, anna) == due - 22 * HOUR
    end_pause(public_id=table.public_id, user_id=ben.pk)
    assert "Still your turn" not in list_subjects(), "there are 14 hours left"
    assert timedelta(hours=7.9) < get_reminder_time(table, anna) - timezone.now() < 8 * HOUR
    time_goes_by(hours=9)
    assert list_subjects() == ["Still your turn"]
    time_goes_by(hours=9)
    assert "Still your turn" not in list_subjects(), "once"


@pytest.mark.parametrize("stopped_by", ["pause", "vacation"])
def test_a_question_told_while_the_clock_stands_still_has_its_reminder_later(anna, ben, stopped_by):
    table = turn_of(anna, ben)
    if stopped_by == "pause":
        agree(table, "pause", anna, ben)
    else:
        today = timezone.now().date()
        vacation = take_vacation(person=anna, first=today, last=today + DAY)
        assert sync_due_vacations(50) == 1
    assert seat(table, 0).deadline is None
    assert "Still your turn" not in list_subjects()
    assert notice(table, anna).decision == "told"
    assert get_reminder(table, anna) is not None
    time_goes_by(hours=30)
    assert "Still your turn" not in list_subjects()
    if stopped_by == "pause":
        end_pause(public_id=table.public_id, user_id=ben.pk)
    else:
        end_vacation(person=anna, pk=vacation.pk)
        assert sync_due_vacations(50) == 1
    assert "Still your turn" not in list_subjects()
    time_goes_by(hours=17)
    assert "Still your turn" not in list_subjects()
    time_goes_by(hours=2)
    assert list_subjects() == ["Still your turn"]


def test_a_reminder_comes_earlier_when_its_person_has_no_quiet_hours_any_more(anna):
    """Else it would be as late as the nights were long."""
    set_quiet_hours(anna, 3 * HOUR, 11 * HOUR)
    table = turn_of(anna)
    list_subjects()
    assert get_reminder_time(table, anna) == _since(table) + 26 * HOUR + timedelta.resolution
    change_quiet_hours(person=anna, changes={"quiet_hours_start": None, "quiet_hours_end": None})
    assert list_subjects() == []
    assert get_reminder_time(table, anna) == _since(table) + 18 * HOUR + timedelta.resolution


def test_reminders_of_stopped_clocks_keep_no_others_waiting(anna, ben, monkeypatch):
    """They are due longest, and would be the whole batch."""
    monkeypatch.setattr(fanout, "BATCH", 2)
    for _ in range(3):
        paused = turn_of(anna, ben)
        while decide_notifications():
            pass
        agree(paused, "pause", anna, ben)
    while decide_notifications():
        pass
    Notification.objects.filter(kind="reminder").update(due_at=timezone.now() - DAY)
    other = turn_of(anna)
    while decide_notifications():
        pass
    assert notice(other, anna).decision == "told"
    waiting = Notification.objects.filter(kind="reminder", due_at__lt=timezone.now())
    assert waiting.count() == 3


def test_a_frozen_table_reminds_by_its_clock_after_the_thaw(anna, moderator):
    table = turn_of(anna)
    list_subjects()
    order = {"public_id": table.public_id, "moderator_id": moderator.pk, "reason": "a look"}
    table_freeze(**order)
    Table.objects.filter(pk=table.pk).update(frozen_at=timezone.now() - 20 * HOUR)
    time_goes_by(hours=20)
    assert list_subjects() == []
    table_thaw(**order)
    assert list_subjects() == []
    assert 17.9 * HOUR < get_reminder_time(table, anna) - timezone.now() <= 18 * HOUR


def test_live_play_keeps_the_reminder_for_the_tables_own_clock(anna, ben):
    """A week per decision; all play live for a minute, one leaves, and the week starts over."""
    table = turn_of(anna, ben, turn_seconds=WEEK)
    list_subjects()
    time_goes_by(days=2)
    agree(table, "live", anna, ben)
    deadline = seat(table, 0).deadline
    assert deadline is not None
    assert deadline - timezone.now() <= timedelta(seconds=60)
    time_goes_by(seconds=50)
    assert "Still your turn" not in list_subjects()
    time_goes_by(seconds=20)
    assert resolve_overdue(50) == 1
    assert fresh(table).live_since is None
    time_goes_by(days=5)
    assert "Still your turn" not in list_subjects()
    due = get_reminder_time(table, anna)
    assert due == _since(table) + 5.25 * DAY + timedelta.resolution
    time_goes_by(hours=7)
    assert list_subjects() == ["Still your turn"]


def test_a_question_first_told_in_live_play_is_reminded_of_by_the_tables_own_clock(anna, ben):
    table = turn_of(anna, ben, turn_seconds=WEEK)
    agree(table, "live", anna, ben)
    assert "Your turn" in list_subjects()
    end_live_play(public_id=table.public_id, user_id=ben.pk)
    list_subjects()
    assert get_reminder_time(table, anna) == _since(table) + 5.25 * DAY + timedelta.resolution


def test_at_a_quick_table_the_reminder_has_a_quarter_of_the_minute(anna):
    table = turn_of(anna, turn_seconds=60)
    list_subjects()
    deadline = seat(table, 0).deadline
    assert deadline is not None
    assert deadline - get_reminder_time(table, anna) == timedelta(seconds=15) - timedelta.resolution


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Less than a quarter of your time is left."), ("ja", "残り時間が4分の1を切りました。")],
)
def test_a_reminder_says_how_little_is_left_as_long_as_that_is_true(anna, moderator, visit, language, said):
    User.objects.filter(pk=anna.pk).update(language=language)
    table = turn_of(anna)
    list_subjects()
    time_goes_by(hours=19)
    deliver_notifications(10)
    (letter,) = mail.outbox
    assert said in letter.body
    client = visit(User.objects.get(pk=anna.pk))
    assert said in page(client.get("/notifications/")).text
    clock_extend(public_id=table.public_id, moderator_id=moderator.pk, reason="ill", number=0)
    assert said not in page(client.get("/notifications/")).text


def test_a_batch_of_reminders_asks_as_much_for_many_as_for_one(db):
    counts = []
    for people in (1, 5):
        for number in range(people):
            person = reader(f"cleo{people}{number}", time_zone="UTC")
            set_quiet_hours(person, 12 * HOUR, 20 * HOUR)
            turn_of(person)
        while decide_notifications():
            pass
        time_goes_by(hours=30)
        Notification.objects.exclude(kind="reminder").update(due_at=None)
        with CaptureQueriesContext(connection) as captured:
            assert decide_notifications() == people
        assert Notification.objects.filter(kind="reminder", decision="told").count() == people
        counts.append(len(captured))
        Notification.objects.all().delete()
    assert counts[0] == counts[1]


# --- gathered mails


def test_a_gathered_mail_leaves_an_hour_before_the_deadline(anna, ben):
    """A bank that has an hour and a half left doesn't wait for the hour since the last mail to be over."""
    turn_of(anna)
    assert list_subjects() == ["Your turn"]  # it lies there unanswered
    table = turn_of(anna, ben, timing=TimeControl(86_400, 7_200))
    Seat.objects.filter(table=table, number=0).update(
        time_bank=1.5 * HOUR, time_left=1.5 * HOUR, deadline=_since(table) + 1.5 * HOUR
    )
    assert list_subjects() == []
    (gathered,) = Delivery.objects.filter(notification__table=table)
    assert gathered.next_attempt_at == _since(table) + 0.5 * HOUR
    time_goes_by(minutes=31)
    assert list_subjects() == ["Your turn"]


def test_a_question_with_less_than_an_hour_is_mailed_at_once(anna, ben):
    turn_of(anna)
    list_subjects()
    table = turn_of(anna, ben, timing=TimeControl(86_400, 7_200))
    bank = timedelta(minutes=50)
    Seat.objects.filter(table=table, number=0).update(time_bank=bank, time_left=bank, deadline=_since(table) + bank)
    assert list_subjects() == ["Your turn"]


def test_what_has_a_day_is_gathered_for_an_hour(anna, ben):
    turn_of(anna)
    list_subjects()
    table = turn_of(anna, ben)
    assert list_subjects() == []
    (gathered,) = Delivery.objects.filter(notification__table=table)
    assert gathered.next_attempt_at is not None
    assert timedelta(minutes=59) < gathered.next_attempt_at - timezone.now() <= HOUR


def test_a_slow_table_that_plays_live_mails_at_once(anna, ben):
    turn_of(anna)
    list_subjects()
    table = turn_of(anna, ben)
    agree(table, "live", anna, ben)
    assert "Your turn" in list_subjects()


# --- when a question is announced


@pytest.mark.parametrize(("is_live", "delay"), [(False, 60), (True, 15)])
def test_a_question_is_told_after_a_quarter_of_its_own_time_at_most(anna, ben, settings, is_live, delay):
    settings.NOTIFICATION_DELAY = 60
    table = turn_of(anna, ben, turn_seconds=WEEK)
    if is_live:
        agree(table, "live", anna, ben)
        submit(table, seat(table, 0), legal(table, 0).sample(Rng(b"a live", "move")))
        play_on(table, 0)
    notification = notice(table, anna)
    assert notification.due_at == _since(table) + timedelta(seconds=delay)


# --- the calendar


def read_alarm(person: User) -> tuple[datetime, datetime]:
    """Read the only entry's alarm and deadline from the person's feed, as a calendar program does."""
    (entry,) = Calendar.from_ical(build_calendar(person, "https://cards.example.org")).walk("VEVENT")
    (alarm,) = entry.walk("VALARM")
    assert alarm["trigger"].dt <= timedelta(0)
    return entry["dtstart"].dt + alarm["trigger"].dt, entry["dtstart"].dt


def test_the_alarm_of_a_week_that_plays_live_is_within_the_minute(anna, ben):
    table = turn_of(anna, ben, turn_seconds=WEEK)
    rings, deadline = read_alarm(anna)
    assert deadline - rings == WEEK * timedelta(seconds=1) / 4
    agree(table, "live", anna, ben)
    rings, deadline = read_alarm(anna)
    assert _since(table) <= rings <= deadline <= _since(table) + timedelta(minutes=1)


def test_the_alarm_goes_by_quiet_hours_and_the_bank(anna, ben):
    set_quiet_hours(anna, 3 * HOUR, 11 * HOUR)
    table = turn_of(anna, ben, timing=TimeControl(86_400, 7_200))
    rings, deadline = read_alarm(anna)
    since = _since(table)
    assert abs(rings - (since + 26 * HOUR)) <= timedelta(seconds=1)
    assert deadline - rings == 14 * HOUR, "with a night in between"
    bank = timedelta(minutes=12)
    Seat.objects.filter(table=table, number=0).update(time_bank=bank, time_left=bank, deadline=since + bank)
    rings, deadline = read_alarm(anna)
    assert deadline - rings == timedelta(minutes=5), "a quarter would be three"
