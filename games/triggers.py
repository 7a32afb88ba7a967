"""Events are append-only by the database's own word: triggers refuse UPDATE, DELETE and TRUNCATE on their table.

They are put back after every migration (SQLite rebuilds tables, and with them drops triggers) and a deploy check
demands them.
"""

from typing import Any

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

TABLE = "games_event"
VERBS = {"sqlite": ("update", "delete"), "postgresql": ("update", "delete", "truncate")}

_SQLITE = """
CREATE TRIGGER IF NOT EXISTS games_event_no_{verb} BEFORE {upper} ON games_event
BEGIN SELECT RAISE(ABORT, 'events are append-only'); END
"""
_POSTGRES_FUNCTION = """
CREATE OR REPLACE FUNCTION games_event_refuse() RETURNS trigger AS $$
BEGIN RAISE EXCEPTION 'events are append-only'; END $$ LANGUAGE plpgsql
"""
_POSTGRES = """
CREATE OR REPLACE TRIGGER games_event_no_{verb} BEFORE {upper} ON games_event
FOR EACH STATEMENT EXECUTE FUNCTION games_event_refuse()
"""


def install(using: str = "default", **_: Any) -> None:
    """Create the triggers that are missing. Does nothing before the events' table exists."""
    connection = connections[using]
    if TABLE not in connection.introspection.table_names():
        return
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(_POSTGRES_FUNCTION)
        template = _POSTGRES if connection.vendor == "postgresql" else _SQLITE
        for verb in VERBS[connection.vendor]:
            cursor.execute(template.format(verb=verb, upper=verb.upper()))


def remove(using: str = "default") -> None:
    """Drop the triggers. Only tests do this."""
    connection = connections[using]
    on_table = f" ON {TABLE}" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        for name in _names(connection):
            cursor.execute(f"DROP TRIGGER IF EXISTS {name}{on_table}")


def missing(connection: BaseDatabaseWrapper) -> list[str]:
    """The names of the triggers that are not there."""
    if connection.vendor == "postgresql":
        query = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal"
    else:
        query = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    with connection.cursor() as cursor:
        cursor.execute(query)
        present = {row[0] for row in cursor.fetchall()}
    return [name for name in _names(connection) if name not in present]


def _names(connection: BaseDatabaseWrapper) -> list[str]:
    return [f"games_event_no_{verb}" for verb in VERBS[connection.vendor]]
