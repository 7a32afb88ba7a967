"""Deploy checks: what must hold before a server is let loose on real tables."""

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Error, Tags
from django.core.checks import register as register_check
from django.db import connections

from config.db import append_only


def register() -> None:
    # Only when deploying: `migrate` runs the other database checks first, and is what puts the triggers back.
    register_check(append_only_check, Tags.database, deploy=True)


def append_only_check(*, databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """config.E001: triggers that keep the log and what goes with it append-only are missing."""
    hint = "Run `manage.py migrate`, which puts them back."
    return [
        Error(f"The append-only tables have lost triggers: {', '.join(names)}.", hint=hint, id="config.E001")
        for alias in databases or ()
        if (names := append_only.list_missing_triggers(connections[alias]))
    ]
