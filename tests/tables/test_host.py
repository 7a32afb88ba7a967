"""Who fills an open table and starts it: its host; others only when no host answers."""

from datetime import timedelta

import pytest

from games.tables.errors import ConflictError, ForbiddenError
from games.tables.models import Seat, Table
from games.tables.services.seats import fill_with_bots, leave_seat
from games.tables.services.start import start_table
from tests.matches import fresh, opened, snapshot

DAY = timedelta(days=1)


@pytest.fixture
def full(alice, bob):
    return opened("sdc", alice, bob)


@pytest.fixture
def half(alice, bob):
    return opened("lombard", alice, bob, seats_=4)


def start(table, user):
    start_table(public_id=table.public_id, user_id=user.pk)


def fill(table, user):
    fill_with_bots(public_id=table.public_id, user_id=user.pk, level="normal", start=True)


def leave_untouched(table, ago):
    Table.objects.filter(pk=table.pk).update(lobby_at=fresh(table).lobby_at - ago)


def has_begun(table):
    return fresh(table).status == "running"


def assert_refused(table, user, call, kind=ForbiddenError, code="not-host"):
    before = snapshot(table)
    with pytest.raises(kind) as refusal:
        call(table, user)
    assert refusal.value.code == code
    assert snapshot(table) == before


def test_the_host_starts_and_fills(full, half, alice):
    start(full, alice)
    fill(half, alice)
    assert has_begun(full)
    assert has_begun(half)


def test_nobody_else_does(full, half, bob, charlie):
    assert_refused(full, bob, start)
    assert_refused(half, bob, fill)
    assert_refused(
        half, bob, lambda table, user: fill_with_bots(public_id=table.public_id, user_id=user.pk, level="normal")
    )
    assert_refused(full, charlie, start, code="not-seated")


def test_a_started_table_says_so_to_everybody(full, alice, bob):
    start(full, alice)
    assert_refused(full, bob, start, ConflictError, "already-started")


def test_the_next_host_may(half, alice, bob, charlie):
    leave_seat(public_id=half.public_id, user_id=alice.pk)
    fill(half, bob)
    assert has_begun(half)


def test_a_host_who_does_not_answer_for_a_day_holds_nobody_up(full, bob, charlie):
    leave_untouched(full, DAY - timedelta(minutes=1))
    assert_refused(full, bob, start)
    leave_untouched(full, timedelta(minutes=1))
    assert_refused(full, charlie, start, code="not-seated")
    start(full, bob)
    assert has_begun(full)


def test_nor_does_one_who_is_suspended(half, alice, bob):
    alice.is_active = False
    alice.save()
    fill(half, bob)
    assert has_begun(half)


def test_nor_one_whom_a_bot_stands_in_for(half, bob):
    Seat.objects.filter(table=half, number=0).update(played_by="suspended", bot_level="normal")
    fill(half, bob)
    assert has_begun(half)


def test_nor_one_whose_account_is_gone(half, alice, bob):
    type(half).objects.filter(pk=half.pk).update(host=None)
    fill(half, bob)
    assert has_begun(half)
