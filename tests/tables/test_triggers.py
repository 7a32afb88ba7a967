"""Events, moderations, records and seeds can't be changed, replaced or deleted by any user of the database."""

import pytest
from django.core.checks import run_checks
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from config.db import append_only
from games.moderation.models import ModerationAction
from games.replays.archive.services import archive_table
from games.tables.models import Event, Record, Seed
from tests.matches import snapshot
from tests.moderation.actions import table_void

GUARDED = [Event, ModerationAction, Record, Seed]
ON_SQLITE = connection.vendor == "sqlite"


@pytest.fixture
def sealed(sdc, moderator):
    """A table with rows of every kind that is to stay."""
    table_void(public_id=sdc.public_id, moderator_id=moderator.pk, reason="a report")
    assert archive_table(sdc.pk)
    return sdc


@pytest.fixture(params=GUARDED, ids=lambda model: model.__name__)
def rows(request, sealed):
    return request.param.objects.filter(table=sealed).order_by("pk")


def columns(model):
    return [field.column for field in model._meta.concrete_fields]


def some_column(model):
    """One that is in no key."""
    return {Event: "body", ModerationAction: "reason", Record: "sha256", Seed: "value"}[model]


def assert_refused(sql: str, *params) -> None:
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql, params)


@pytest.mark.parametrize(
    "change",
    [
        lambda rows: rows.update(**{some_column(rows.model): b"x" if rows.model is Seed else "x"}),
        lambda rows: rows.delete(),
        lambda rows: rows.last().delete(),
        lambda rows: rows.last().save(),
        lambda rows: rows._raw_delete("default"),
        lambda rows: rows.model.objects.bulk_create(
            rows, update_conflicts=True, unique_fields=["pk"], update_fields=[some_column(rows.model)]
        ),
    ],
)
def test_no_query_changes_a_row(rows, sealed, change):
    before = snapshot(sealed)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        change(rows)
    assert snapshot(sealed) == before


@pytest.mark.skipif(not ON_SQLITE, reason="PostgreSQL knows no REPLACE")
@pytest.mark.parametrize("verb", ["REPLACE", "INSERT OR REPLACE", "INSERT OR IGNORE"])
def test_no_row_takes_the_place_of_another(rows, sealed, verb):
    before, table = snapshot(sealed), rows.model._meta.db_table
    assert_refused(
        f"{verb} INTO {table} ({', '.join(columns(rows.model))}) SELECT * FROM {table} WHERE table_id = {sealed.pk}"
    )
    assert snapshot(sealed) == before


@pytest.mark.skipif(not ON_SQLITE, reason="PostgreSQL knows no REPLACE")
@pytest.mark.parametrize("key", [["table_id", "seq"], ["table_id", "seat", "key"]])
def test_nor_by_a_key_that_is_not_the_primary_one(sdc, key):
    """The new row has a new number, and otherwise an old row's values except the forged ones."""
    old = Event.objects.filter(table=sdc).earliest("seq")
    Event.objects.create(**row_of(old) | {"pk": None, "seq": 900, "seat": 0, "key": "k"})
    before = snapshot(sdc)
    changed = {"table_id, seq": {"seq": 900}, "table_id, seat, key": {"seq": 901, "seat": 0, "key": "k"}}
    row = row_of(old) | {"body": "{}"} | changed[", ".join(key)]
    row.pop("id")
    row["created_at"] = str(row["created_at"])
    names = ", ".join(row)
    assert_refused(
        f"INSERT OR REPLACE INTO tables_event ({names}) VALUES ({', '.join(['%s'] * len(row))})", *row.values()
    )
    assert snapshot(sdc) == before


@pytest.mark.skipif(not ON_SQLITE, reason="PostgreSQL knows no REPLACE")
def test_nor_moves_into_the_place_of_another(sdc):
    before = snapshot(sdc)
    assert_refused("UPDATE OR REPLACE tables_event SET seq = 1 WHERE table_id = %s AND seq = 2", sdc.pk)
    assert snapshot(sdc) == before


def row_of(event):
    return Event.objects.filter(pk=event.pk).values().get()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("model", GUARDED)
def test_no_sql_empties_the_table(sealed, model):
    table = model._meta.db_table
    assert_refused(f"DELETE FROM {table}" if ON_SQLITE else f"TRUNCATE {table} CASCADE")
    assert model.objects.exists()


@pytest.mark.skipif(ON_SQLITE, reason="SQLite knows no TRUNCATE")
@pytest.mark.django_db(transaction=True)
def test_nor_by_way_of_another_table(sealed):
    assert_refused("TRUNCATE tables_table CASCADE")
    assert Event.objects.exists()


def complaints():
    return [complaint.id for complaint in run_checks(databases=["default"], include_deployment_checks=True)]


def test_a_deploy_check_demands_them(db):
    assert "config.E001" not in complaints()
    append_only.remove_triggers()
    assert "config.E001" in complaints()
    append_only.install_triggers()
    assert "config.E001" not in complaints()


@pytest.mark.parametrize("model", GUARDED)
def test_each_of_them(db, model):
    with connection.cursor() as cursor:
        on_table = "" if ON_SQLITE else f" ON {model._meta.db_table}"
        cursor.execute(f"DROP TRIGGER {model._meta.db_table}_no_delete{on_table}")
    assert "config.E001" in complaints()


@pytest.mark.skipif(ON_SQLITE, reason="SQLite's triggers can't be switched off")
def test_one_that_is_switched_off_is_missing(db):
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE tables_record DISABLE TRIGGER tables_record_no_update")
    assert append_only.list_missing_triggers(connection) == ["tables_record_no_update"]
    append_only.install_triggers()
    assert append_only.list_missing_triggers(connection) == []


def test_migrate_puts_them_back(db):
    append_only.remove_triggers()
    call_command("migrate", verbosity=0)
    assert append_only.list_missing_triggers(connection) == []


@pytest.mark.django_db(transaction=True)
def test_a_flushed_test_database_has_them_again():
    """Required by the fixture of the transactional tests."""
    append_only.remove_triggers()
    call_command("flush", interactive=False, verbosity=0)
    assert append_only.list_missing_triggers(connection) == []
