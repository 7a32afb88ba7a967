"""What replays listen to. Connected when the app is ready."""

from typing import Any

from accounts import exporting, signals
from games.replays import bringing, chart, forks, own_data, sealing
from games.tables import access, hooks


def connect() -> None:
    access.READ_ALONG.append("outline")
    hooks.match_ended.connect(sealing.seal_soon)
    hooks.page_made.connect(chart.page_made)
    hooks.page_made.connect(forks.page_made)
    hooks.invitation_made.connect(forks.invitation_made)
    exporting.register("replays", own_data.replays_exported)
    signals.person_anonymised.connect(anonymised, dispatch_uid="games.replays.anonymised")


def anonymised(person: Any, **_: Any) -> None:
    bringing.records_forgotten(person.pk)
