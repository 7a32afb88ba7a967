"""Freeze and thaw."""

import pytest

from games.catalog.lombard.moves import Call
from games.moderation.models import ModerationAction
from games.tables.bots.queue import list_unleased_turns
from games.tables.errors import ConflictError
from tests.matches import bodies, fresh, running, seat, snapshot, submit, to_turn_of, waiting
from tests.moderation.actions import table_freeze, table_thaw, table_void


def act(service, table, moderator, reason="a report"):
    service(public_id=table.public_id, moderator_id=moderator.pk, reason=reason)


def test_it_is_an_event_with_the_reason_kept_beside_it(table, moderator):
    act(table_freeze, table, moderator, "  two accounts,\n one person ")
    table = fresh(table)
    assert table.frozen_at == table.changed_at
    assert table.frozen_reason == "two accounts, one person"
    action = ModerationAction.objects.get(table=table)
    assert (action.action, action.moderator, action.reason, action.seat, action.event_seq) == (
        "freeze", moderator, "two accounts, one person", None, table.last_seq,
    )  # fmt: skip
    body = bodies(table)[-1]
    assert (body["kind"], body["cause"], body["seat"]) == ("freeze", "moderator", None)
    assert moderator.name not in str(body)


def test_a_frozen_table_takes_no_moves_but_keeps_its_questions(alice, bob, moderator):
    table = running("lombard", alice, bob)
    (at,) = waiting(table)
    act(table_freeze, table, moderator)
    with pytest.raises(ConflictError) as refused:
        submit(table, at, Call(0))
    assert refused.value.code == "table-frozen"
    act(table_thaw, table, moderator)
    assert seat(table, at.number).question_seq == at.question_seq
    submit(table, at, Call(0))
    assert [body["kind"] for body in bodies(table) if body["cause"] == "moderator"] == ["freeze", "thaw"]


def test_thawing_wakes_the_bots(alice, moderator):
    table = running("lombard", alice, seats=2)
    to_turn_of(table, 1)
    act(table_freeze, table, moderator)
    assert list_unleased_turns(9) == []
    act(table_thaw, table, moderator)
    assert [turn.question.table_pk for turn in list_unleased_turns(9)] == [table.pk]


@pytest.mark.parametrize(("first", "then", "code"), [
    ([table_freeze], table_freeze, "table-frozen"),
    ([], table_thaw, "not-frozen"),
    ([table_void], table_freeze, "table-over"),
    ([table_void], table_thaw, "table-over"),
    ([table_void], table_void, "table-over"),
])  # fmt: skip
def test_what_makes_no_sense_is_refused(table, moderator, first, then, code):
    for service in first:
        act(service, table, moderator)
    before = snapshot(table)
    with pytest.raises(ConflictError) as refused:
        act(then, table, moderator)
    assert refused.value.code == code
    assert snapshot(table) == before
