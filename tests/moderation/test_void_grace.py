"""A match declared void rests for a day, hands and seed closed; a thaw takes it back, the sweep makes it final."""

from datetime import timedelta

import pytest

from accounts.models import AuditLogEntry
from games.engine.chance import Rng
from games.moderation.services.voiding import execute_void
from games.moderation.tasks import sync_suspensions
from games.replays.verification.selectors import audit_table
from games.tables.errors import ConflictError
from tests.matches import bodies, fresh, legal, opened, submit, waiting
from tests.moderation.actions import a_day_later, table_freeze, table_thaw, void_ordered


@pytest.fixture
def act(table, moderator):
    return {"public_id": table.public_id, "moderator_id": moderator.pk, "reason": "a report"}


def test_it_rests_and_shows_nothing(table, act, visit, moderator, alice):
    void_ordered(**act)
    held = fresh(table)
    assert (held.status, bodies(table)[-1]["kind"]) == ("running", "voiding")
    assert held.void_due_at - held.frozen_at == timedelta(hours=24)
    for reader in (None, alice, moderator):
        page = visit(reader).get(f"/tables/{table.public_id}/").content.decode()
        assert "It becomes void for good at" in page
        assert bytes(held.seed.value).hex() not in page
        assert visit(reader).get(f"/replays/{table.public_id}/").status_code in (302, 404, 409)
    at = waiting(table)[0]
    with pytest.raises(ConflictError):
        submit(table, at, legal(table, at.number).sample(Rng(b"any", "move")))


def test_its_page_says_restore(client, table, moderator, act):
    client.force_login(moderator)
    client.cookies["django_language"] = "en"
    page = f"/admin/tables/table/{table.pk}/change/"
    assert "Cancel match …" in client.get(page).text
    void_ordered(**act)
    text = client.get(page).text
    assert "Restore match …" in text
    assert "Cancel match …" not in text
    assert "<h1>Restore match</h1>" in client.get(f"/admin/tables/table/moderate/thaw/?table={table.public_id}").text


def test_a_thaw_takes_it_back_and_time_goes_on(table, act):
    remaining_times = {
        seat.number: seat.deadline - fresh(table).changed_at for seat in waiting(table) if not seat.bot_level
    }
    void_ordered(**act)
    table_thaw(**act)
    back = fresh(table)
    assert (back.status, back.frozen_at, back.void_due_at) == ("running", None, None)
    assert all(
        seat.deadline - back.changed_at >= remaining_times[seat.number] - timedelta(minutes=1)
        for seat in waiting(table)
        if seat.number in remaining_times
    )
    assert not execute_void(table.public_id)
    assert audit_table(back).is_ok


def test_after_a_day_the_sweep_ends_it_for_good(table, act):
    void_ordered(**act)
    sync_suspensions()
    assert fresh(table).status == "running"
    a_day_later(table.public_id)
    over = fresh(table)
    assert (over.status, over.ended_at, over.void_due_at) == ("voided", over.changed_at, None)
    assert (bodies(table)[-1]["kind"], bodies(table)[-1]["cause"]) == ("void", "clock")
    assert audit_table(over).is_ok
    last = AuditLogEntry.objects.latest("pk")
    assert (last.action, last.actor, last.target_id) == ("void-final", None, table.public_id)
    with pytest.raises(ConflictError):
        table_thaw(**act)


def test_a_frozen_table_keeps_the_time_since_its_freeze_and_twice_is_once(table, act):
    table_freeze(**act)
    since = fresh(table).frozen_at
    void_ordered(**act)
    assert fresh(table).frozen_at == since
    with pytest.raises(ConflictError) as refused:
        void_ordered(**act)
    assert refused.value.code == "void-ordered"


def test_with_an_open_table_nothing_is_lost(alice, moderator):
    table = opened("sdc", alice)
    void_ordered(public_id=table.public_id, moderator_id=moderator.pk, reason="spam")
    assert fresh(table).status == "voided"
