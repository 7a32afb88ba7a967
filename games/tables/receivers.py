"""What the tables listen to: people who go on vacation or come back, or want their data. Connected when the app is
ready."""

from typing import Any

from accounts import exporting, signals
from games.tables import own_data
from games.tables.vacations import tables_nudged


def connect() -> None:
    signals.person_rests.connect(clocks_follow, dispatch_uid="games.clocks_follow")
    signals.person_anonymised.connect(plans_forgotten, dispatch_uid="games.plans_forgotten")
    exporting.register("tables", own_data.tables_exported)
    exporting.register("moves", own_data.moves_exported)


def clocks_follow(person: Any, **_: Any) -> None:
    """Their tables look for themselves who is on vacation."""
    tables_nudged(person.pk)


def plans_forgotten(person: Any, **_: Any) -> None:
    """What they had filed for later goes with them; their tables see to the seats."""
    own_data.plans_of(person).delete()
