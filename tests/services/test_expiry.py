"""What nobody looks after any more is cleared away, and nothing else."""

from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.utils import timezone

from accounts.services import GUEST_SESSION_SECONDS, guest_create
from games import tasks
from games.models import Event, Notice, Seat, Table
from games.selectors.access import table_access
from games.selectors.log import log_page
from games.selectors.tables import tables_finished, tables_mine
from games.services.expiry import guests_forgotten, guests_gone, table_expire, tables_expired
from games.services.moderation import table_freeze
from games.services.seats import seat_leave, seat_take
from tests.tables import bodies, finished, fresh, opened, running, snapshot

User = get_user_model()
pytestmark = pytest.mark.django_db
MINUTE, SESSION = timedelta(minutes=1), timedelta(seconds=GUEST_SESSION_SECONDS)


@pytest.fixture(autouse=True)
def _soon(settings):
    settings.OPEN_TABLE_DAYS, settings.GUEST_IDLE_HOURS = 3, 6


def untouched(table, **ago):
    Table.objects.filter(pk=table.pk).update(changed_at=timezone.now() - timedelta(**ago))


def guest(**ago):
    person = guest_create(language="en")
    since = timezone.now() - timedelta(**ago)
    User.objects.filter(pk=person.pk).update(date_joined=since, last_login=since)
    return person


# --- open tables --------------------------------------------------------------------------------------------------


def test_a_table_nobody_touches_is_closed_by_the_clock(alice, bob):
    table = opened("lombard", alice, bob, seats_=4)
    untouched(table, days=3, seconds=1)
    tasks.tend()
    table = fresh(table)
    assert (table.status, table.ended_at) == ("abandoned", table.changed_at)
    body = bodies(table)[-1]
    assert (body["kind"], body["cause"], body["seat"]) == ("expire", "clock", None)
    assert tables_expired(50) == 0


def test_its_people_can_see_what_happened(alice, bob):
    table = opened("lombard", alice, bob, seats_=4)
    untouched(table, days=4)
    tables_expired(50)
    for user in (alice, bob):
        assert tables_mine(user.pk) == []
        assert [(line.id, line.status) for line in tables_finished(user.pk)] == [(table.public_id, "abandoned")]
    assert log_page(table_access(table.public_id, bob.pk), None).lines[-1].kind == "expire"
    assert not Notice.objects.exists()  # no mail for a match that never was


def test_one_that_was_touched_stays(alice, bob):
    table = opened("lombard", alice, seats_=4)
    untouched(table, days=2, hours=23)
    before = snapshot(table)
    assert tables_expired(50) == 0
    assert not table_expire(table.public_id)
    assert snapshot(table) == before
    untouched(table, days=4)
    seat_take(public_id=table.public_id, user_id=bob.pk)
    assert tables_expired(50) == 0


def test_matches_and_frozen_tables_stay(alice, bob, moderator):
    match, frozen = running("sdc", alice, bob), opened("sdc", alice)
    table_freeze(public_id=frozen.public_id, moderator_id=moderator.pk, reason="a look")
    for table in (match, frozen):
        untouched(table, days=40)
        assert not table_expire(table.public_id)
    assert tables_expired(50) == 0


def test_the_oldest_first_and_not_all_at_once(alice):
    tables = [opened("sdc", alice) for _ in range(3)]
    for age, table in enumerate(tables):
        untouched(table, days=4 + age)
    assert tables_expired(2) == 2
    assert [fresh(table).status for table in tables] == ["open", "abandoned", "abandoned"]


def test_a_broken_table_keeps_no_other_open(alice, caplog):
    broken, sound = opened("sdc", alice), opened("sdc", alice)
    Table.objects.filter(pk=broken.pk).update(title="no-such-game")
    untouched(broken, days=5)
    untouched(sound, days=4)
    assert tables_expired(50) == 1
    assert broken.public_id in caplog.text


# --- guests -------------------------------------------------------------------------------------------------------


def test_a_guest_who_sits_nowhere_is_forgotten():
    old, new = guest(hours=7), guest(hours=5)
    tasks.tend()
    assert list(User.objects.all()) == [new]
    assert not User.objects.filter(pk=old.pk).exists()


def test_who_has_left_again_too():
    person = guest(hours=7)
    table = opened("sdc", person)
    seat_leave(public_id=table.public_id, user_id=person.pk)
    assert guests_forgotten(50) == 1
    assert fresh(table).host is None
    assert Event.objects.filter(table=table).count() == 2


def test_guests_with_a_seat_full_accounts_and_the_suspended_stay(alice):
    seated, suspended = guest(hours=900), guest(hours=900)
    opened("sdc", seated)
    User.objects.filter(pk=suspended.pk).update(is_active=False)
    long_ago = timezone.now() - timedelta(days=900)
    User.objects.filter(pk=alice.pk).update(date_joined=long_ago, last_login=long_ago)
    assert guests_forgotten(50) == 0
    assert User.objects.count() == 3


def test_not_all_guests_at_once():
    for _ in range(3):
        guest(hours=7)
    assert [guests_forgotten(2), guests_forgotten(2), guests_forgotten(2)] == [2, 1, 0]


def test_who_can_not_come_back_and_has_only_old_tables_is_named(alice):
    lost, at_a_table, lately = (guest(seconds=GUEST_SESSION_SECONDS + 60) for _ in range(3))
    logged_in = guest(days=1)
    for person in (lost, at_a_table, lately, logged_in):
        table = finished("sdc", alice, person)
        if person != lately:
            Table.objects.filter(pk=table.pk).update(changed_at=timezone.now() - SESSION - MINUTE)
    untouched(opened("sdc", at_a_table), days=900)
    assert guests_gone(50) == [lost.pk]
    assert guests_forgotten(50) == 0
    assert Seat.objects.filter(user=lost).exists()
