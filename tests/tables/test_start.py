"""Dealing."""

from datetime import timedelta

import pytest

from games.catalog import registry
from games.notifications.models import Notification
from games.tables.errors import ConflictError, ForbiddenError
from games.tables.models import Position
from games.tables.services.seats import leave_seat
from games.tables.services.start import start_table
from tests.every_game import every_game
from tests.matches import bodies, fresh, opened, snapshot, waiting
from tests.moderation.actions import table_freeze, table_void


def start(table, user):
    start_table(public_id=table.public_id, user_id=user.pk)


@every_game
def test_the_house_moves_until_somebody_must_decide(slug, crew):
    table = opened(slug, *crew, turn_seconds=3_600)
    start(table, crew[0])
    table = fresh(table)
    kinds = [body["kind"] for body in bodies(table)]
    before = ["create", *["sit"] * (len(crew) - 1), "start"]
    assert kinds[: len(before)] == before
    assert set(kinds[len(before) :]) == {"house"}
    assert (table.status, table.rules) == ("running", registry.list_metadata()[slug].rules)
    assert Position.objects.get(table=table).seq == table.last_seq == len(kinds)
    assert waiting(table)
    for seat in waiting(table):
        assert seat.question_seq == table.last_seq
        assert seat.deadline == table.started_at + timedelta(hours=1)
        assert (seat.act_at, seat.leased_until) == (None, None)


def test_whoever_is_asked_gets_a_notice_and_the_others_hear_that_it_begins(slug, crew):
    table = opened(slug, *crew)
    start(table, crew[0])
    due = [(seat.user_id, seat.question_seq, "your-turn") for seat in waiting(table)]
    persons = {person for person, *_ in due}
    due += [(user.pk, fresh(table).last_seq, "started") for user in crew if user.pk not in persons]
    notifications = Notification.objects.exclude(kind=Notification.Kind.TABLE_FULL)
    assert sorted(notifications.values_list("recipient", "event_seq", "kind")) == sorted(due)


def test_a_vacant_seat_holds_it_up(slug, alice):
    assert_refused(opened(slug, alice), alice, ConflictError, "seats-vacant")


def test_only_those_seated_start(alice, bob, charlie):
    assert_refused(opened("sdc", alice, bob), charlie, ForbiddenError, "not-seated")


def test_nothing_starts_twice(table, alice):
    assert_refused(table, alice, ConflictError, "already-started")


def test_nothing_starts_while_frozen(alice, bob, moderator):
    table = opened("sdc", alice, bob)
    table_freeze(public_id=table.public_id, moderator_id=moderator.pk, reason="a look")
    assert_refused(table, alice, ConflictError, "table-frozen")


def test_a_voided_table_is_over(alice, bob, moderator):
    table = opened("sdc", alice, bob)
    table_void(public_id=table.public_id, moderator_id=moderator.pk, reason="wrong title")
    assert_refused(table, alice, ConflictError, "table-over")


def test_a_seat_left_is_vacant_again(alice, bob):
    table = opened("sdc", alice, bob)
    leave_seat(public_id=table.public_id, user_id=bob.pk)
    assert_refused(table, alice, ConflictError, "seats-vacant")


def assert_refused(table, user, kind, code):
    before = snapshot(table)
    with pytest.raises(kind) as refusal:
        start(table, user)
    assert refusal.value.code == code
    assert snapshot(table) == before
