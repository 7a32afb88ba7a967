"""Abandoned things are deleted, and nothing else."""

from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth import get_user_model
from django.utils import timezone

from accounts.services.anonymize import anonymize_guest
from accounts.services.users import GUEST_SESSION_SECONDS, create_guest
from accounts.signals import user_anonymized
from games.notifications.models import Notification
from games.tables import tasks
from games.tables.models import Event, Table
from games.tables.selectors.event_log import get_recent_log
from games.tables.selectors.table_lists import list_finished_tables, list_my_tables
from games.tables.services.cleanup import expire_open_tables, expire_table, remove_idle_guests
from games.tables.services.seats import leave_seat, take_seat
from tests.matches import bodies, finished, fresh, opened, running, snapshot
from tests.moderation.actions import table_freeze

User = get_user_model()
pytestmark = pytest.mark.django_db
SESSION, A_DAY = timedelta(seconds=GUEST_SESSION_SECONDS), timedelta(days=1)
LONG_GONE = {"seconds": GUEST_SESSION_SECONDS + 2 * 24 * 60 * 60}


@pytest.fixture(autouse=True)
def _soon(settings):
    settings.OPEN_TABLE_EXPIRY_DAYS, settings.IDLE_GUEST_EXPIRY_HOURS = 3, 6


def leave_untouched(table, **ago):
    Table.objects.filter(pk=table.pk).update(lobby_at=timezone.now() - timedelta(**ago))


def guest(**ago):
    person = create_guest(language="en")
    since = timezone.now() - timedelta(**ago)
    User.objects.filter(pk=person.pk).update(date_joined=since, last_login=since, idle_check_at=since)
    return person


# --- open tables --------------------------------------------------------------------------------------------------


def test_a_table_nobody_touches_is_closed_by_the_clock(alice, bob):
    table = opened("lombard", alice, bob, seats_=4)
    leave_untouched(table, days=3, seconds=1)
    tasks.clean_up()
    table = fresh(table)
    assert (table.status, table.ended_at) == ("abandoned", table.changed_at)
    body = bodies(table)[-1]
    assert (body["kind"], body["cause"], body["seat"]) == ("expire", "clock", None)
    assert expire_open_tables(50) == 0


def test_its_people_can_see_what_happened(alice, bob):
    table = opened("lombard", alice, bob, seats_=4)
    leave_untouched(table, days=4)
    expire_open_tables(50)
    for user in (alice, bob):
        assert list_my_tables(user.pk).lines == []
        assert [(line.id, line.status) for line in list_finished_tables(user.pk)] == [(table.public_id, "abandoned")]
    assert get_recent_log(fresh(table), 1, 50).lines[-1].kind == "expire"
    assert not Notification.objects.exists()  # no mail for a match that never was


def test_one_that_was_touched_stays(alice, bob):
    table = opened("lombard", alice, seats_=4)
    leave_untouched(table, days=2, hours=23)
    before = snapshot(table)
    assert expire_open_tables(50) == 0
    assert not expire_table(table.public_id)
    assert snapshot(table) == before
    leave_untouched(table, days=4)
    take_seat(public_id=table.public_id, user_id=bob.pk)
    assert expire_open_tables(50) == 0


def test_matches_and_frozen_tables_stay(alice, bob, moderator):
    match, frozen = running("sdc", alice, bob), opened("sdc", alice)
    table_freeze(public_id=frozen.public_id, moderator_id=moderator.pk, reason="a look")
    for table in (match, frozen):
        leave_untouched(table, days=40)
        assert not expire_table(table.public_id)
    assert expire_open_tables(50) == 0


def test_the_oldest_first_and_not_all_at_once(alice):
    tables = [opened("sdc", alice) for _ in range(3)]
    for age, table in enumerate(tables):
        leave_untouched(table, days=4 + age)
    assert expire_open_tables(2) == 2
    assert [fresh(table).status for table in tables] == ["open", "abandoned", "abandoned"]


def test_a_broken_table_keeps_no_other_open(alice, caplog):
    broken, sound = opened("sdc", alice), opened("sdc", alice)
    Table.objects.filter(pk=broken.pk).update(game_slug="no-such-game")
    leave_untouched(broken, days=5)
    leave_untouched(sound, days=4)
    assert expire_open_tables(50) == 1
    assert broken.public_id in caplog.text


# --- guests -------------------------------------------------------------------------------------------------------


def test_a_guest_who_sits_nowhere_is_forgotten():
    old, new = guest(hours=7), guest(hours=5)
    tasks.clean_up()
    assert list(User.objects.all()) == [new]
    assert not User.objects.filter(pk=old.pk).exists()


def test_who_has_left_again_too():
    person = guest(hours=7)
    table = opened("sdc", person)
    leave_seat(public_id=table.public_id, user_id=person.pk)
    assert remove_idle_guests(50) == 1
    assert fresh(table).host is None
    assert Event.objects.filter(table=table).count() == 2


def test_guests_with_a_seat_full_accounts_and_the_suspended_stay(alice):
    seated, suspended = guest(hours=900), guest(hours=900)
    opened("sdc", seated)
    User.objects.filter(pk=suspended.pk).update(is_active=False)
    long_ago = timezone.now() - timedelta(days=900)
    User.objects.filter(pk=alice.pk).update(date_joined=long_ago, last_login=long_ago)
    assert remove_idle_guests(50) == 0
    assert User.objects.count() == 3


def test_not_all_guests_at_once():
    for _ in range(3):
        guest(hours=7)
    assert [remove_idle_guests(2), remove_idle_guests(2), remove_idle_guests(2)] == [2, 1, 0]


@pytest.fixture
def lost(alice):
    """A guest whose session has run out, and so has the only match, which Alice won't forget."""
    person = guest(**LONG_GONE)
    Table.objects.filter(pk=finished("sdc", alice, person).pk).update(changed_at=timezone.now() - SESSION - A_DAY * 2)
    return person


def test_who_can_not_come_back_and_has_only_old_tables_is_anonymised(alice, lost):
    heard = []

    def hear(sender, person, **kwargs):
        heard.append(person.pk)

    user_anonymized.connect(hear)
    try:
        tasks.clean_up()
        tasks.clean_up()
    finally:
        user_anonymized.disconnect(hear)
    assert heard == [lost.pk]
    user = User.objects.get(pk=lost.pk)
    assert (str(user), user.is_active, user.last_login) == ("Former player", False, None)
    assert lost.name not in str(User.objects.filter(pk=lost.pk).values())
    assert not LogEntry.objects.exists()


def test_their_ended_matches_still_show_and_replay(alice, lost, visit):
    table = Table.objects.get(seats__user=lost)
    before = snapshot(table)
    assert remove_idle_guests(50) == 1
    before["Notification"] = [row for row in before["Notification"] if row["recipient_id"] != lost.pk]
    assert snapshot(table) == before
    last = table.events.count()
    for page in (
        f"/tables/{table.public_id}/",
        f"/replays/{table.public_id}/",
        f"/replays/{table.public_id}/positions/{last - 1}/",
    ):
        answer = visit(alice).get(page, follow=True)
        assert answer.status_code == 200
        assert lost.name not in answer.content.decode()
        assert "Former player" in answer.content.decode()


def test_who_might_come_back_or_sits_at_a_live_table_is_kept(alice, bob, lost):
    waits, plays, lately, logged_in, suspended = (guest(**LONG_GONE) for _ in range(5))
    for person in (waits, plays, lately, logged_in, suspended):
        table = finished("sdc", alice, person)
        if person != lately:
            Table.objects.filter(pk=table.pk).update(changed_at=timezone.now() - SESSION - A_DAY * 2)
    for table in (opened("sdc", waits), running("sdc", bob, plays)):
        leave_untouched(table, days=900)
    User.objects.filter(pk=logged_in.pk).update(last_login=timezone.now() - SESSION)
    User.objects.filter(pk=suspended.pk).update(is_active=False)
    User.objects.filter(pk=alice.pk).update(last_login=timezone.now() - SESSION * 3)
    assert remove_idle_guests(50) == 1
    assert list(User.objects.exclude(anonymised_at=None)) == [lost]
    now, looks = timezone.now(), dict(User.objects.values_list("pk", "idle_check_at"))
    for person in (waits, plays, lately, logged_in, suspended):
        wait = looks[person.pk] - now
        assert timedelta(0) < wait <= A_DAY * 3, "its session is over, so it is looked at soon again"
    assert looks[lost.pk] is None
    assert looks[alice.pk] is None


def test_a_guest_is_looked_at_again_when_it_may_be_gone(alice):
    """Keeping a seat for good counts when the session has expired; a seat that could be left counts every day."""
    keeps, may_stand_up = guest(hours=30), guest(hours=30)
    running("sdc", alice, keeps)
    opened("sdc", may_stand_up)
    assert remove_idle_guests(50) == 0
    for person, wait in ((keeps, SESSION), (may_stand_up, A_DAY)):
        person.refresh_from_db()
        assert abs(person.idle_check_at - timezone.now() - wait) < A_DAY * 2
        assert remove_idle_guests(50) == 0
    User.objects.filter(pk=keeps.pk).update(is_guest=False, idle_check_at=timezone.now() - A_DAY)
    assert remove_idle_guests(50) == 0
    assert User.objects.get(pk=keeps.pk).idle_check_at is None


def test_not_all_of_them_at_once_either(alice):
    for _ in range(3):
        table = finished("sdc", alice, guest(**LONG_GONE))
        Table.objects.filter(pk=table.pk).update(changed_at=timezone.now() - SESSION - A_DAY * 2)
    assert [remove_idle_guests(2), remove_idle_guests(2), remove_idle_guests(2)] == [2, 1, 0]


@pytest.mark.parametrize("change", [{"is_guest": False}, {"is_active": False}])
def test_who_has_an_account_or_is_suspended_by_now_is_not_forgotten(lost, change):
    User.objects.filter(pk=lost.pk).update(**change)
    with pytest.raises(ValueError, match="guest"):
        anonymize_guest(person=lost)
    assert User.objects.get(pk=lost.pk).anonymised_at is None
