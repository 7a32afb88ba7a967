"""Deploy checks of the database."""

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Error, Tags
from django.core.checks import register as register_check
from django.db import connections

from config.db import append_only


def register() -> None:
    # Only for deploys: `migrate` runs the other database checks first, and restores the triggers itself.
    register_check(append_only_check, Tags.database, deploy=True)


def append_only_check(*, databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Return config.E001 for each database where triggers of append-only tables are missing."""
    hint = "Run `manage.py migrate`, which puts them back."
    return [
        Error(f"The append-only tables have lost triggers: {', '.join(names)}.", hint=hint, id="config.E001")
        for alias in databases or ()
        if (names := append_only.list_missing_triggers(connections[alias]))
    ]
