"""A rematch with the same people: one table for all of them, however often and by whomever it is asked for."""

import pytest

from games.tables.errors import ConflictError, ForbiddenError, LimitExceededError, NotFoundError
from games.tables.models import Seat, Table
from games.tables.services.rematch import join_rematch
from games.tables.services.seats import leave_seat
from tests.matches import finished, fresh, running


def again(table: Table, user) -> Table:
    return Table.objects.get(public_id=join_rematch(public_id=table.public_id, user_id=user.pk))


def people(table: Table) -> list[int | None]:
    return list(Seat.objects.filter(table=table).order_by("number").values_list("user_id", flat=True))


def test_who_asks_first_sets_it_up_and_the_others_join(alice, bob):
    table = finished("sdc", alice, bob)
    new = again(table, bob)
    assert (new.game_slug, new.visibility, new.turn_seconds) == (table.game_slug, table.visibility, table.turn_seconds)
    assert new.options == table.options
    assert people(new) == [bob.pk, None]
    assert again(table, bob) == new
    assert again(table, alice) == new
    assert people(new) == [bob.pk, alice.pk]
    assert fresh(table).rematch == new


def test_bots_sit_down_again_and_a_lone_person_plays_at_once(alice):
    table = finished("lombard", alice, seats=3)
    new = again(table, alice)
    assert new.status == Table.Status.RUNNING
    assert [seat.bot_level for seat in new.seats.order_by("number")] == [
        seat.bot_level for seat in table.seats.order_by("number")
    ]
    assert again(table, alice) == new


def test_a_private_table_stays_private(alice, bob, charlie):
    table = finished("sdc", alice, bob, visibility=Table.Visibility.PRIVATE)
    new = again(table, alice)
    assert new.visibility == Table.Visibility.PRIVATE
    assert again(table, bob) == new
    with pytest.raises(NotFoundError):
        again(table, charlie)


def test_a_rematch_that_everybody_has_left_is_set_up_anew(alice, bob):
    table = finished("sdc", alice, bob)
    abandoned_table = again(table, alice)
    leave_seat(public_id=abandoned_table.public_id, user_id=alice.pk)
    assert again(table, bob) != abandoned_table


def test_strangers_and_running_matches_have_none(alice, bob, charlie):
    with pytest.raises(ForbiddenError):
        again(finished("sdc", alice, bob), charlie)
    with pytest.raises(ConflictError):
        again(running("sdc", alice, bob), alice)


def test_the_limit_of_open_tables_counts(alice, bob, settings):
    table = finished("sdc", alice, bob)
    settings.MAX_OPEN_TABLES_HOSTED = {"account": 0, "guest": 0}
    with pytest.raises(LimitExceededError):
        again(table, alice)
    assert fresh(table).rematch is None
