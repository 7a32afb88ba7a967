"""What the tables listen to: people who go on vacation or come back, or want their data. Connected when the app is
ready."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts import audit, exporting, reserved_names, signals
from games.boards.people import BOT_NAMES
from games.tables import own_data
from games.tables.vacations import tables_nudged


def connect() -> None:
    audit.named({"watchdog": _("Safe move for a bot that failed"), "away-to-bot": _("Bot for somebody out of time")})
    signals.person_rests.connect(clocks_follow, dispatch_uid="games.clocks_follow")
    signals.person_anonymised.connect(plans_forgotten, dispatch_uid="games.plans_forgotten")
    reserved_names.keep(name[language] for name in BOT_NAMES for language in ("ja", "en"))
    exporting.register("tables", own_data.tables_exported)
    exporting.register("moves", own_data.moves_exported)


def clocks_follow(person: Any, **more: Any) -> None:
    """Their tables look for themselves who is on vacation."""
    tables_nudged(person.pk)


def plans_forgotten(person: Any, **more: Any) -> None:
    """What they had filed for later goes with them; their tables see to the seats."""
    own_data.plans_of(person).delete()
