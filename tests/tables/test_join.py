"""Sitting down."""

import pytest

from games.tables.errors import ConflictError, NotFoundError
from games.tables.services.seats import take_seat
from tests.matches import bodies, opened, running, seat, snapshot
from tests.moderation.actions import table_freeze


def test_the_first_vacant_seat_is_taken(alice, bob):
    table = opened("lombard", alice, seats_=4)
    assert take_seat(public_id=table.public_id, user_id=bob.pk) == 1
    assert seat(table, 1).user == bob
    assert (bodies(table)[-1]["kind"], bodies(table)[-1]["seat"]) == ("sit", 1)


def test_a_seat_can_be_chosen(alice, bob):
    table = opened("lombard", alice, seats_=4)
    assert take_seat(public_id=table.public_id, user_id=bob.pk, number=3) == 3


def test_sitting_there_already_is_fine_and_changes_nothing(alice, bob):
    table = opened("lombard", alice, bob, seats_=4)
    before = snapshot(table)
    assert take_seat(public_id=table.public_id, user_id=bob.pk, number=3) == 1
    assert snapshot(table) == before


def test_a_private_table_is_joined_by_its_invitation(alice, bob):
    table = opened("sdc", alice, visibility="private")
    assert take_seat(public_id=table.public_id, user_id=bob.pk, invite_code=table.invite_code) == 1


@pytest.mark.parametrize("code", ["", "wrong"])
def test_a_private_table_does_not_exist_without_it(alice, charlie, code):
    table = opened("sdc", alice, visibility="private")
    before = snapshot(table)
    with pytest.raises(NotFoundError):
        take_seat(public_id=table.public_id, user_id=charlie.pk, invite_code=code)
    assert snapshot(table) == before


@pytest.mark.parametrize(("number", "seats_"), [(None, 2), (0, 4), (1, 4), (4, 4), (-1, 4)])
def test_a_seat_that_is_taken_or_none_is_refused(alice, bob, charlie, number, seats_):
    table = opened("lombard", alice, bob, seats_=seats_)
    assert_refused(table, charlie, "seat-taken", number=number)


def test_nobody_joins_once_the_cards_are_dealt(alice, bob, charlie):
    assert_refused(running("lombard", alice, bob, seats=3), charlie, "already-started")


def test_nobody_joins_while_it_is_frozen(alice, bob, moderator):
    table = opened("lombard", alice, seats_=4)
    table_freeze(public_id=table.public_id, moderator_id=moderator.pk, reason="a look")
    assert_refused(table, bob, "table-frozen")


def assert_refused(table, user, code, **wish):
    before = snapshot(table)
    with pytest.raises(ConflictError) as refusal:
        take_seat(public_id=table.public_id, user_id=user.pk, **wish)
    assert refusal.value.code == code
    assert snapshot(table) == before
