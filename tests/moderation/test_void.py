"""Void, and the reason that every action of a moderator needs."""

from functools import partial

import pytest

from games.catalog.lombard.moves import Call
from games.moderation.models import ModerationAction
from games.notifications.models import Notification
from games.replays.verification.selectors import audit_table
from games.tables.errors import BadRequestError, ConflictError, NotFoundError
from games.tables.models import Seat
from tests.matches import bodies, fresh, opened, running, snapshot, submit, waiting
from tests.moderation.actions import seat_back, seat_to_bot, table_freeze, table_thaw, table_void


def void(table, moderator):
    table_void(public_id=table.public_id, moderator_id=moderator.pk, reason="wrong title")


def test_the_table_ends_without_a_result(table, moderator):
    void(table, moderator)
    table = fresh(table)
    assert (table.status, table.ended_at) == ("voided", table.changed_at)
    assert waiting(table) == []
    assert not Seat.objects.filter(table=table).exclude(deadline=None, act_at=None, leased_until=None).exists()
    assert bodies(table)[-1]["kind"] == "void"
    assert ModerationAction.objects.get(table=table).action == "void"


def test_its_seed_is_revealed_and_its_log_holds(table, moderator):
    void(table, moderator)
    assert audit_table(fresh(table)).is_ok


def test_whoever_sat_there_is_told(table, alice, bob, moderator):
    void(table, moderator)
    values = Notification.objects.filter(table=table, kind="ended").values_list("recipient", flat=True)
    assert sorted(values) == sorted([alice.pk, bob.pk])


def test_it_takes_no_moves_any_more(alice, bob, moderator):
    table = running("lombard", alice, bob)
    (at,) = waiting(table)
    void(table, moderator)
    with pytest.raises(ConflictError) as refused:
        submit(table, at, Call(0))
    assert refused.value.code == "table-over"


def test_a_frozen_table_can_be_voided(table, moderator):
    table_freeze(public_id=table.public_id, moderator_id=moderator.pk, reason="a look")
    void(table, moderator)
    table = fresh(table)
    assert (table.status, table.frozen_at, table.frozen_reason) == ("voided", None, "")


def test_a_table_can_be_voided_before_its_start(alice, moderator):
    table = opened("sdc", alice)
    void(table, moderator)
    assert fresh(table).status == "voided"


def test_there_must_be_such_a_table(db, moderator):
    with pytest.raises(NotFoundError):
        table_void(public_id="nosuchtable2", moderator_id=moderator.pk, reason="a look")


@pytest.mark.parametrize("reason", ["", "   \n ", "x" * 201])
@pytest.mark.parametrize(
    "service", [table_freeze, table_thaw, table_void, partial(seat_to_bot, number=0), partial(seat_back, number=0)]
)
def test_every_action_needs_a_reason(sdc, moderator, service, reason):
    before = snapshot(sdc)
    with pytest.raises(BadRequestError) as refused:
        service(public_id=sdc.public_id, moderator_id=moderator.pk, reason=reason)
    assert refused.value.code == "reason-needed"
    assert snapshot(sdc) == before
