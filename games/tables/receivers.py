"""What the tables listen to: people who go on vacation or come back. Connected when the app is ready."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts import audit, signals
from games.tables.vacations import tables_nudged


def connect() -> None:
    audit.named({"watchdog": _("Safe move for a bot that failed"), "away-to-bot": _("Bot for somebody out of time")})
    signals.person_rests.connect(clocks_follow, dispatch_uid="games.clocks_follow")


def clocks_follow(person: Any, **more: Any) -> None:
    """Their tables look for themselves who is on vacation."""
    tables_nudged(person.pk)
