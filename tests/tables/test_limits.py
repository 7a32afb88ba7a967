"""How much one person may have at a time, and how quickly: up to the limit all is well, beyond it nothing changes."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.services.users import create_guest
from games.tables.errors import LimitExceededError
from games.tables.models import Event, Seat, Table
from games.tables.services.seats import create_quick_table, fill_with_bots, leave_seat, take_seat
from games.tables.services.start import start_table
from tests.matches import finished, fresh, opened, running, snapshot

pytestmark = pytest.mark.django_db


@pytest.fixture
def limits(settings):
    """Small ones."""
    settings.MAX_OPEN_TABLES_HOSTED, settings.MAX_SEATS_PER_USER, settings.MAX_SOLO_TABLES = (
        {"account": 3, "guest": 2},
        {"account": 4, "guest": 2},
        {"account": 2, "guest": 1},
    )
    return settings


def assert_refused(code, limit, call, *, guest=0):
    counts = Table.objects.count(), Event.objects.count(), Seat.objects.exclude(user=None).count()
    with pytest.raises(LimitExceededError) as refusal:
        call()
    assert (refusal.value.status, refusal.value.code) == (429, code)
    assert refusal.value.params == {"limit": limit, "guest": guest}
    assert (Table.objects.count(), Event.objects.count(), Seat.objects.exclude(user=None).count()) == counts


def take(table, user):
    return take_seat(public_id=table.public_id, user_id=user.pk)


def test_open_tables_of_one_host(limits, alice, bob):
    tables = [opened("sdc", alice) for _ in range(3)]
    assert_refused("too-many-open-tables", 3, lambda: opened("sdc", alice))
    opened("sdc", bob)  # others aren't affected
    leave_seat(public_id=tables[0].public_id, user_id=alice.pk)
    opened("sdc", alice)


def test_started_ones_do_not_count_as_waiting(limits, alice, bob):
    limits.MAX_SEATS_PER_USER = {"account": 9, "guest": 9}
    for _ in range(4):
        running("sdc", alice, bob)
    opened("sdc", alice)


def test_a_guest_may_have_less_and_hears_of_it(limits):
    guest = create_guest(language="en")
    for _ in range(2):
        opened("sdc", guest)
    limits.MAX_SEATS_PER_USER = {"account": 9, "guest": 9}
    assert_refused("too-many-open-tables", 2, lambda: opened("sdc", guest), guest=1)


def test_tables_one_sits_at(limits, alice, bob):
    ended = finished("sdc", alice, bob)
    for _ in range(2):
        running("sdc", alice, bob)
    for _ in range(2):
        opened("sdc", alice, bob)
    assert_refused("too-many-seats", 4, lambda: opened("sdc", alice))
    limits.MAX_OPEN_TABLES_HOSTED = limits.MAX_SEATS_PER_USER = {"account": 9, "guest": 9}
    free = opened("lombard", alice, seats_=4)
    limits.MAX_SEATS_PER_USER = {"account": 4, "guest": 2}
    assert_refused("too-many-seats", 4, lambda: take(free, bob))
    table = Seat.objects.filter(user=bob, table__status="open").first().table
    assert take(table, bob) == 1  # a player at the table may be told
    leave_seat(public_id=table.public_id, user_id=bob.pk)
    take(free, bob)
    assert fresh(ended).status == "finished"


def test_matches_in_which_nobody_else_plays(limits, alice, bob):
    for _ in range(2):
        create_quick_table(game_slug="lombard", user_id=alice.pk)
    assert_refused("too-many-solo-tables", 2, lambda: create_quick_table(game_slug="lombard", user_id=alice.pk))
    running("sdc", alice, bob)
    waiting = opened("sdc", alice)
    before = snapshot(waiting)
    with pytest.raises(LimitExceededError):
        fill_with_bots(public_id=waiting.public_id, user_id=alice.pk, level="normal", start=True)
    assert snapshot(waiting) == before
    fill_with_bots(public_id=waiting.public_id, user_id=alice.pk, level="normal")  # it may wait, filled
    with pytest.raises(LimitExceededError):
        start_table(public_id=waiting.public_id, user_id=alice.pk)


def test_an_ended_match_makes_room(limits, alice):
    limits.MAX_SOLO_TABLES = {"account": 1, "guest": 1}
    for _ in range(2):
        finished("lombard", alice)


def test_tables_set_up_within_a_minute_and_a_day(settings, alice, bob):
    settings.MAX_OPEN_TABLES_HOSTED = settings.MAX_SEATS_PER_USER = {"account": 99, "guest": 99}
    settings.TABLE_RATE_PER_MINUTE, settings.TABLE_RATE_PER_DAY = {"account": 2, "guest": 1}, {"account": 3, "guest": 2}
    for _ in range(2):
        opened("sdc", alice)
    assert_refused("too-many-tables-per-minute", 2, lambda: opened("sdc", alice))
    opened("sdc", bob)
    Table.objects.update(created_at=timezone.now() - timedelta(seconds=61))
    opened("sdc", alice)
    Table.objects.update(created_at=timezone.now() - timedelta(hours=23))
    assert_refused("too-many-tables-per-day", 3, lambda: opened("sdc", alice))
    Table.objects.update(created_at=timezone.now() - timedelta(hours=25))
    opened("sdc", alice)


def test_leaving_again_and_again_is_setting_up_again_and_again(settings, alice):
    settings.TABLE_RATE_PER_MINUTE = {"account": 3, "guest": 3}
    for _ in range(3):
        leave_seat(public_id=opened("sdc", alice).public_id, user_id=alice.pk)
    assert_refused("too-many-tables-per-minute", 3, lambda: opened("sdc", alice))


def test_people_who_each_host_ten_tables_and_sit_at_twenty(alice, bob, charlie):
    """Ordinary use: a club evening, every limit as it is delivered."""
    for host, guest in ((alice, bob), (bob, charlie), (charlie, alice)):
        for _ in range(10):
            running("sdc", host, guest)
    assert Table.objects.filter(status="running").count() == 30
