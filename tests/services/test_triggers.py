"""Events can't be changed or deleted, whoever asks."""

import pytest
from django.core.checks import run_checks
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from games import triggers
from games.models import Event


@pytest.mark.parametrize(
    "change",
    [
        lambda events: events.update(body="{}"),
        lambda events: events.update(digest=""),
        lambda events: events.delete(),
        lambda events: events.last().delete(),
        lambda events: events.last().save(),
        lambda events: events._raw_delete("default"),
    ],
)
def test_no_query_changes_an_event(sdc, change):
    before = list(Event.objects.values())
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        change(Event.objects.filter(table=sdc).order_by("seq"))
    assert list(Event.objects.values()) == before


@pytest.mark.django_db(transaction=True)
def test_no_sql_empties_the_log(sdc):
    sql = "TRUNCATE games_event CASCADE" if connection.vendor == "postgresql" else "DELETE FROM games_event"
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)
    assert Event.objects.exists()


def complaints():
    return [found.id for found in run_checks(databases=["default"], include_deployment_checks=True)]


def test_a_deploy_check_demands_them(db):
    assert "games.E001" not in complaints()
    triggers.remove()
    assert "games.E001" in complaints()
    triggers.install()
    assert "games.E001" not in complaints()


def test_migrate_puts_them_back(db):
    triggers.remove()
    call_command("migrate", verbosity=0)
    assert triggers.missing(connection) == []


@pytest.mark.django_db(transaction=True)
def test_a_flushed_test_database_has_them_again():
    """What the fixture of the transactional tests relies on."""
    triggers.remove()
    call_command("flush", interactive=False, verbosity=0)
    assert triggers.missing(connection) == []
