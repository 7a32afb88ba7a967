"""Append-only tables, enforced by the database: triggers refuse to change, replace or delete their rows.

Each app's AppConfig lists its append-only models. Apps above can allow deletion of rows under a condition (SQL over
OLD, the row):

    append_only = ("Event",)
    deletable_when = {"tables.Event": "EXISTS (SELECT 1 FROM … WHERE … = OLD.table_id)"}

The triggers are restored after every migration (SQLite rebuilds tables which drops triggers), and a deploy check
requires them.
"""

from collections.abc import Iterator
from typing import Any

from django.apps import AppConfig, apps
from django.db import connections, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

# SQLite's REPLACE deletes conflicting rows without firing DELETE triggers, so it is refused before the insert.
VERBS = {"sqlite": ("update", "delete", "replace"), "postgresql": ("update", "delete", "truncate")}

_SQLITE = """
CREATE TRIGGER {name} BEFORE {verb} ON {table} {when}
BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END
"""
_SQLITE_REPLACE = """
CREATE TRIGGER {name} BEFORE INSERT ON {table} WHEN EXISTS (SELECT 1 FROM {table} WHERE {same})
BEGIN SELECT RAISE(ABORT, '{table} is append-only: this row exists'); END
"""
_POSTGRES_HEAD = "CREATE OR REPLACE FUNCTION {function}() RETURNS trigger AS"
_POSTGRES_FUNCTION = f"""{_POSTGRES_HEAD} $$
BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$ LANGUAGE plpgsql
"""
_POSTGRES_CONDITION = f"""{_POSTGRES_HEAD} $$
BEGIN IF {{condition}} THEN RETURN OLD; END IF;
RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$ LANGUAGE plpgsql
"""
_POSTGRES = """
CREATE OR REPLACE TRIGGER {name} BEFORE {verb} ON {table} FOR EACH {each} EXECUTE FUNCTION {function}()
"""


def after_migrate(sender: AppConfig, using: str = "default", **_: Any) -> None:
    """Install the triggers after `post_migrate` of the last app, when all tables exist."""
    if is_last_with_models(sender):
        install_triggers(using)


def is_last_with_models(app: AppConfig) -> bool:
    """Return whether this is the last app that Django sends post_migrate for."""
    return app is [config for config in apps.get_app_configs() if config.models_module is not None][-1]


def install_triggers(using: str = "default") -> None:
    """Install all triggers for existing tables, replacing those with a different definition.

    Identical ones are left alone, so that a start without changes writes nothing.
    """
    connection = connections[using]
    with transaction.atomic(using), connection.cursor() as cursor:
        present = {_one_line(statement) for statement in _list_statements(connection)}
        for model, verb in _guards(connection):
            for statement in _create(connection, model, verb):
                if _one_line(statement) in present:
                    continue
                present.add(_one_line(statement))
                if connection.vendor == "sqlite":  # PostgreSQL replaces them, with a lighter lock
                    cursor.execute(_drop(connection, model, verb))
                cursor.execute(statement)


def _list_statements(connection: BaseDatabaseWrapper) -> Iterator[str]:
    """Yield the statements that would create the existing, enabled triggers and their functions."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger'")
            yield from (sql for (sql,) in cursor.fetchall())
            return
        cursor.execute(
            "SELECT pg_get_triggerdef(oid, true) FROM pg_trigger WHERE NOT tgisinternal AND tgenabled IN ('O', 'A')"
        )
        yield from (sql.replace("CREATE", "CREATE OR REPLACE", 1) for (sql,) in cursor.fetchall())
        cursor.execute("SELECT proname, prosrc FROM pg_proc WHERE pronamespace = current_schema()::regnamespace")
        yield from (f"{_POSTGRES_HEAD.format(function=name)} $${body}$$ LANGUAGE plpgsql" for name, body in cursor)


def _one_line(statement: str) -> str:
    return " ".join(statement.split())


def remove_triggers(using: str = "default") -> None:
    """Drop the triggers. Only for tests."""
    connection = connections[using]
    with connection.cursor() as cursor:
        for model, verb in _guards(connection):
            cursor.execute(_drop(connection, model, verb))


def list_missing_triggers(connection: BaseDatabaseWrapper) -> list[str]:
    """List missing or disabled triggers on existing tables."""
    if connection.vendor == "postgresql":
        query = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled IN ('O', 'A')"
    else:
        query = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    with connection.cursor() as cursor:
        cursor.execute(query)
        present = {row[0] for row in cursor.fetchall()}
    return [name for guard in _guards(connection) if (name := _name(*guard)) not in present]


def list_append_only_models() -> Iterator[type[models.Model]]:
    """Yield all append-only models. Raises LookupError for an unknown model."""
    for app in apps.get_app_configs():
        for name in getattr(app, "append_only", ()):
            yield app.get_model(name)


def _condition(model: type[models.Model]) -> str:
    """Return the condition under which rows may be deleted; "" for never."""
    for app in apps.get_app_configs():
        if condition := getattr(app, "deletable_when", {}).get(model._meta.label):
            return str(condition)
    return ""


def _guards(connection: BaseDatabaseWrapper) -> Iterator[tuple[type[models.Model], str]]:
    present = connection.introspection.table_names()
    for model in list_append_only_models():
        if model._meta.db_table in present:
            for verb in VERBS[connection.vendor]:
                yield model, verb


def _name(model: type[models.Model], verb: str) -> str:
    return f"{model._meta.db_table}_no_{verb}"


def _drop(connection: BaseDatabaseWrapper, model: type[models.Model], verb: str) -> str:
    on_table = f" ON {model._meta.db_table}" if connection.vendor == "postgresql" else ""
    return f"DROP TRIGGER IF EXISTS {_name(model, verb)}{on_table}"


def _create(connection: BaseDatabaseWrapper, model: type[models.Model], verb: str) -> Iterator[str]:
    words = {"name": _name(model, verb), "table": model._meta.db_table, "verb": verb.upper()}
    condition = _condition(model) if verb == "delete" else ""
    if connection.vendor == "postgresql":
        each, function = "STATEMENT", "refuse_change"
        if condition:
            each, function = "ROW", f"refuse_change_of_{model._meta.db_table}"
            yield _POSTGRES_CONDITION.format(function=function, condition=condition)
        else:
            yield _POSTGRES_FUNCTION.format(function=function)
        yield _POSTGRES.format(**words, each=each, function=function)
    elif verb == "replace":
        same = (" AND ".join(f"{column} = NEW.{column}" for column in key) for key in _keys(model))
        yield _SQLITE_REPLACE.format(**words, same=" OR ".join(f"({columns})" for columns in same))
    else:
        yield _SQLITE.format(**words, when=f"WHEN NOT {condition}" if condition else "")


def _keys(model: type[models.Model]) -> Iterator[list[str]]:
    """Yield the columns of every unique key, including the primary key."""
    fields = model._meta.concrete_fields
    yield from ([str(field.column)] for field in fields if field.unique)
    columns = {field.name: str(field.column) for field in fields}
    for constraint in model._meta.total_unique_constraints:
        yield [columns[name] for name in constraint.fields]
