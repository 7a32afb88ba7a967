"""The audit log: entries are permanent and written in the transaction of the act."""

import pytest
from django.contrib.auth.models import Group, Permission
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from accounts import groups
from accounts.models import AuditLogEntry
from accounts.services import audit_log
from games.moderation.models import ModerationAction
from tests.accounts.sanctioned import suspend
from tests.moderation.actions import table_freeze

CHANGES = [
    lambda rows: rows.update(reason="another"),
    lambda rows: rows.delete(),
    lambda rows: rows.last().save(),
    lambda rows: rows.last().delete(),
]


def entries():
    return list(
        AuditLogEntry.objects.order_by("pk").values_list("action", "target_type", "target_id", "actor", "reason")
    )


@pytest.mark.parametrize("change", CHANGES)
def test_an_entry_stays_as_it_was_written(alice, moderator, change):
    suspend(alice, moderator, reason="Spam")
    before = entries()
    assert before == [("sanction-suspend", "person", alice.public_id, moderator.pk, "Spam")]
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        change(AuditLogEntry.objects.all())
    assert entries() == before


@pytest.mark.django_db(transaction=True)
def test_no_sql_empties_it(alice, moderator):
    suspend(alice, moderator, reason="Spam")
    sql = "DELETE FROM accounts_auditlogentry" if connection.vendor == "sqlite" else "TRUNCATE accounts_auditlogentry"
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)
    assert len(entries()) == 1


def test_what_is_done_to_a_table_stands_there_with_its_event(table, moderator):
    table_freeze(public_id=table.public_id, moderator_id=moderator.pk, reason="A report")
    (entry,) = AuditLogEntry.objects.all()
    assert (entry.action, entry.target_id, entry.actor) == ("freeze", table.public_id, moderator)
    assert entry.details["seq"] == ModerationAction.objects.get().event_seq


def test_an_act_that_fails_leaves_no_entry_and_none_is_written_without_an_act(alice, moderator):
    with transaction.atomic():
        suspend(alice, moderator, reason="Spam")
        transaction.set_rollback(True)
    assert entries() == []
    with pytest.raises(ValueError, match="nobody has named"):
        audit_log.record("invented", kind=audit_log.PERSON, target=alice.public_id)


@pytest.mark.django_db(transaction=True)
def test_outside_of_a_transaction_nothing_is_noted(alice):
    with pytest.raises(ValueError, match="one transaction"):
        audit_log.record("rename", kind=audit_log.PERSON, target=alice.public_id)


def rights_of(name):
    rows = Group.objects.get(name=name).permissions.values_list("content_type__app_label", "codename")
    return {f"{app}.{codename}" for app, codename in rows}


def test_the_roles_are_there_with_all_their_rights_after_a_migrate(db):
    assert {name: rights_of(name) for name in groups.ROLES} == {
        name: set(groups.list_role_permissions(name)) for name in groups.ROLES
    }
    assert rights_of("moderator") < rights_of("senior") < rights_of("admin")


def test_a_migrate_sets_them_right_and_leaves_other_groups_alone(db):
    Group.objects.get(name="senior").delete()
    too_much = Permission.objects.get(codename="issue_password_reset")
    Group.objects.get(name="moderator").permissions.add(too_much)
    Group.objects.create(name="club").permissions.add(too_much)
    call_command("migrate", verbosity=0)
    assert rights_of("moderator") == set(groups.list_role_permissions("moderator"))
    assert rights_of("senior") == set(groups.list_role_permissions("senior"))
    assert rights_of("club") == {"accounts.issue_password_reset"}
