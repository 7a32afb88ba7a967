"""What is written once stays, by the database's own word: triggers refuse to change, replace or delete these rows.

Events alone may be deleted, where their table's record holds them and was found to agree with all else.

They are put back after every migration (SQLite rebuilds tables, and with them drops triggers) and a deploy check
demands them.
"""

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.db import connections, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

GUARDED = (
    "accounts.AuditEntry",
    "games.Event", "games.Link", "games.ModAction", "games.Record", "games.Seed",
)  # fmt: skip
# SQLite's REPLACE deletes the row in its way without firing DELETE triggers, so it is met before it inserts.
VERBS = {"sqlite": ("update", "delete", "replace"), "postgresql": ("update", "delete", "truncate")}

# A table (of the row OLD) whose events its record holds, as a verification of that very record has found.
_PROVEN = """
EXISTS (SELECT 1 FROM games_record r JOIN games_verification v ON v.table_id = r.table_id
WHERE r.table_id = OLD.table_id AND v.proven = r.sha256)
"""
_SQLITE = """
CREATE TRIGGER {name} BEFORE {verb} ON {table} {when}
BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END
"""
_SQLITE_REPLACE = """
CREATE TRIGGER {name} BEFORE INSERT ON {table} WHEN EXISTS (SELECT 1 FROM {table} WHERE {same})
BEGIN SELECT RAISE(ABORT, '{table} is append-only: this row exists'); END
"""
_POSTGRES_FUNCTION = """
CREATE OR REPLACE FUNCTION games_refuse_change() RETURNS trigger AS $$
BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$ LANGUAGE plpgsql
"""
_POSTGRES_DROPPING = f"""
CREATE OR REPLACE FUNCTION games_refuse_unproven() RETURNS trigger AS $$
BEGIN IF {_PROVEN} THEN RETURN OLD; END IF; RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$ LANGUAGE plpgsql
"""
_POSTGRES = """
CREATE OR REPLACE TRIGGER {name} BEFORE {verb} ON {table} FOR EACH {each} EXECUTE FUNCTION {function}()
"""


def install(using: str = "default", **_: Any) -> None:
    """Create all triggers anew, for the tables that exist: one of the right name may do the wrong thing."""
    connection = connections[using]
    with transaction.atomic(using), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(_POSTGRES_FUNCTION)
            cursor.execute(_POSTGRES_DROPPING)
        for model, verb in _guards(connection):
            if connection.vendor == "sqlite":  # PostgreSQL replaces them, with a lighter lock
                cursor.execute(_drop(connection, model, verb))
            cursor.execute(_create(connection, model, verb))


def remove(using: str = "default") -> None:
    """Drop the triggers. Only tests do this."""
    connection = connections[using]
    with connection.cursor() as cursor:
        for model, verb in _guards(connection):
            cursor.execute(_drop(connection, model, verb))


def missing(connection: BaseDatabaseWrapper) -> list[str]:
    """The names of the triggers that are not there, or switched off, on the tables that exist."""
    if connection.vendor == "postgresql":
        query = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled IN ('O', 'A')"
    else:
        query = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    with connection.cursor() as cursor:
        cursor.execute(query)
        present = {row[0] for row in cursor.fetchall()}
    return [name for guard in _guards(connection) if (name := _name(*guard)) not in present]


def _guards(connection: BaseDatabaseWrapper) -> Iterator[tuple[type[models.Model], str]]:
    present = connection.introspection.table_names()
    for model in (apps.get_model(name) for name in GUARDED):
        if model._meta.db_table in present:
            for verb in VERBS[connection.vendor]:
                yield model, verb


def _name(model: type[models.Model], verb: str) -> str:
    return f"{model._meta.db_table}_no_{verb}"


def _drop(connection: BaseDatabaseWrapper, model: type[models.Model], verb: str) -> str:
    on_table = f" ON {model._meta.db_table}" if connection.vendor == "postgresql" else ""
    return f"DROP TRIGGER IF EXISTS {_name(model, verb)}{on_table}"


def _create(connection: BaseDatabaseWrapper, model: type[models.Model], verb: str) -> str:
    words = {"name": _name(model, verb), "table": model._meta.db_table, "verb": verb.upper()}
    drops = model is apps.get_model("games", "Event") and verb == "delete"
    if connection.vendor == "postgresql":
        each, function = ("ROW", "games_refuse_unproven") if drops else ("STATEMENT", "games_refuse_change")
        return _POSTGRES.format(**words, each=each, function=function)
    if verb == "replace":
        same = (" AND ".join(f"{column} = NEW.{column}" for column in key) for key in _keys(model))
        return _SQLITE_REPLACE.format(**words, same=" OR ".join(f"({one})" for one in same))
    return _SQLITE.format(**words, when=f"WHEN NOT {_PROVEN}" if drops else "")


def _keys(model: type[models.Model]) -> Iterator[list[str]]:
    """The columns of every key that tells rows apart, the primary one included."""
    fields = model._meta.concrete_fields
    yield from ([str(field.column)] for field in fields if field.unique)
    columns = {field.name: str(field.column) for field in fields}
    for constraint in model._meta.total_unique_constraints:
        yield [columns[name] for name in constraint.fields]
