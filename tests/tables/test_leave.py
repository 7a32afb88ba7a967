"""Standing up before the start."""

import pytest

from games.tables.access import get_table_access
from games.tables.errors import ConflictError, ForbiddenError
from games.tables.models import Seat, Table
from games.tables.services.seats import fill_with_bots, leave_seat
from tests.matches import bodies, fresh, opened, running, seat, snapshot


def host_name(table: Table) -> str:
    access = get_table_access(table.public_id, None)
    assert access is not None
    return access.host_name


def test_the_seat_is_vacant_again(alice, bob):
    table = opened("lombard", alice, bob, seats_=3)
    leave_seat(public_id=table.public_id, user_id=bob.pk)
    assert seat(table, 1).is_vacant
    assert (fresh(table).host, fresh(table).status) == (alice, "open")
    assert (bodies(table)[-1]["kind"], bodies(table)[-1]["seat"]) == ("leave", 1)


def test_the_host_passes_on_to_the_next_person(alice, bob, charlie):
    table = opened("lombard", alice, bob, charlie, seats_=4)
    leave_seat(public_id=table.public_id, user_id=alice.pk)
    assert fresh(table).host == bob
    assert host_name(table) == str(bob)


def test_a_table_of_nobody_is_abandoned_even_with_bots(alice):
    table = opened("lombard", alice, seats_=3)
    fill_with_bots(public_id=table.public_id, user_id=alice.pk, level="beginner", count=1)
    leave_seat(public_id=table.public_id, user_id=alice.pk)
    assert fresh(table).status == "abandoned"
    assert not Seat.objects.filter(table=table, user__isnull=False).exists()
    assert host_name(table) == str(alice)


def test_whoever_does_not_sit_there_cannot_leave(alice, charlie):
    assert_refused(opened("sdc", alice), charlie, ForbiddenError, "not-seated")


def test_nobody_leaves_a_running_match(table, alice):
    assert_refused(table, alice, ConflictError, "already-started")


def test_nobody_leaves_an_abandoned_table(alice, bob):
    table = opened("sdc", alice)
    leave_seat(public_id=table.public_id, user_id=alice.pk)
    Seat.objects.filter(table=table, number=1).update(user=bob, played_by="person")
    assert_refused(table, bob, ConflictError, "table-over")


def test_the_same_person_sits_at_many_tables(alice, bob):
    running("sdc", alice, bob)
    table = opened("sdc", alice, bob)
    leave_seat(public_id=table.public_id, user_id=bob.pk)
    assert Seat.objects.filter(user=bob).count() == 1


def assert_refused(table, user, kind, code):
    before = snapshot(table)
    with pytest.raises(kind) as refusal:
        leave_seat(public_id=table.public_id, user_id=user.pk)
    assert refusal.value.code == code
    assert snapshot(table) == before
