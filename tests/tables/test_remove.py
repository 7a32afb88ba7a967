"""The host takes a seat away before the start."""

from datetime import timedelta

import pytest

from games.tables.errors import ConflictError, ForbiddenError
from games.tables.models import Result, Seat, Table
from games.tables.selectors.table_lists import list_finished_tables, list_my_tables
from games.tables.services.seats import fill_with_bots, remove_player, take_seat
from tests.matches import SHORT, bodies, filled, fresh, opened, play_on, seat, snapshot


def remove(table, user, number, key):
    remove_player(public_id=table.public_id, user_id=user.pk, number=number, key=key)


@pytest.fixture
def table(alice, bob):
    table = opened("lombard", alice, bob, seats_=3)
    fill_with_bots(public_id=table.public_id, user_id=alice.pk, level="beginner", count=1)
    return fresh(table)


def test_a_person_goes_as_if_they_had_left(table, alice, bob):
    remove(table, alice, 1, bob.public_id)
    assert seat(table, 1).is_vacant
    assert (bodies(table)[-1]["kind"], bodies(table)[-1]["seat"]) == ("leave", 1)
    assert list_my_tables(bob.pk).lines == []
    (line,) = list_finished_tables(bob.pk)
    assert (line.id, line.outcome) == (table.public_id, "removed")


def test_a_bot_goes_too(table, alice):
    remove(table, alice, 2, "beginner")
    assert seat(table, 2).is_vacant
    assert bodies(table)[-1]["kind"] == "leave"
    assert not Result.objects.exists()


def test_the_lobby_tells_the_removed_person(table, alice, bob, visit):
    remove(table, alice, 1, bob.public_id)
    assert "The host has freed your seat" in visit(bob).get("/lobby/").text
    assert "The host has freed your seat" not in visit(alice).get("/lobby/").text


def test_whoever_comes_back_and_plays_has_a_result(alice, bob):
    table = opened("sdc", alice, bob, **SHORT["sdc"])
    remove(table, alice, 1, bob.public_id)
    take_seat(public_id=table.public_id, user_id=bob.pk)
    filled(table, alice)
    play_on(table)
    assert Result.objects.get(user=bob).outcome in ("won", "lost")


def test_nobody_else_may(table, alice, bob, charlie):
    assert_refused(table, bob, 0, alice.public_id, ForbiddenError, "not-host")
    assert_refused(table, bob, 2, "beginner", ForbiddenError, "not-host")
    assert_refused(table, charlie, 1, bob.public_id, ForbiddenError, "not-seated")
    Table.objects.filter(pk=table.pk).update(lobby_at=table.lobby_at - timedelta(days=3))
    assert_refused(table, bob, 0, alice.public_id, ForbiddenError, "not-host")


def test_only_whom_the_host_saw_there(table, alice, bob, charlie):
    Seat.objects.filter(table=table, number=1).update(user=charlie)
    assert_refused(table, alice, 1, bob.public_id, ConflictError, "no-such-seat")
    assert_refused(table, alice, 0, alice.public_id, ConflictError, "no-such-seat")
    assert_refused(table, alice, 7, bob.public_id, ConflictError, "no-such-seat")
    assert_refused(table, alice, 2, "", ConflictError, "no-such-seat")


def test_not_once_it_runs(alice, bob):
    table = opened("sdc", alice, bob)
    filled(table, alice)
    assert_refused(table, alice, 1, bob.public_id, ConflictError, "already-started")


def test_the_page_offers_it_to_the_host_alone(table, alice, bob, visit):
    address = f"/tables/{table.public_id}/"
    assert visit(alice).get(address).text.count(f'{address}remove/"') == 2
    assert f"{address}remove/" not in visit(bob).get(address).text
    answer = visit(alice).post(f"{address}remove/", {"number": "1", "key": bob.public_id})
    assert answer.url == address
    assert seat(table, 1).is_vacant
    assert visit(alice).post(f"{address}remove/", {"number": "x"}).status_code == 400


def assert_refused(table, user, number, key, kind, code):
    before = snapshot(fresh(table))
    with pytest.raises(kind) as refusal:
        remove(table, user, number, key)
    assert refusal.value.code == code
    assert snapshot(table) == before
