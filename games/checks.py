"""Deploy checks: what must hold before a server is let loose on real tables."""

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Error, Tags
from django.core.checks import register as register_check
from django.db import connections

from games import triggers


def register() -> None:
    # Only when deploying: `migrate` runs the other database checks first, and is what puts the triggers back.
    register_check(append_only_check, Tags.database, deploy=True)


def append_only_check(*, databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """games.E001: the triggers that keep the event log append-only are missing."""
    messages: list[CheckMessage] = []
    for alias in databases or ():
        connection = connections[alias]
        if triggers.TABLE in connection.introspection.table_names() and (names := triggers.missing(connection)):
            hint = "Run `manage.py migrate`, which puts them back."
            messages.append(
                Error(f"The event log has lost its triggers: {', '.join(names)}.", hint=hint, id="games.E001")
            )
    return messages
