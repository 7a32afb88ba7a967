"""What the tables listen to: people who go on vacation or come back. Connected when the app is ready."""

from typing import Any

from accounts import signals
from games.tables.vacations import tables_nudged


def connect() -> None:
    signals.person_rests.connect(clocks_follow, dispatch_uid="games.clocks_follow")


def clocks_follow(person: Any, **_: Any) -> None:
    """Their tables look for themselves who is on vacation."""
    tables_nudged(person.pk)
