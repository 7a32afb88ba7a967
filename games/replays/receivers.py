"""What replays listen to. Connected when the app is ready."""

from games.replays import chart, sealing
from games.tables import access, hooks


def connect() -> None:
    access.READ_ALONG.append("outline")
    hooks.match_ended.connect(sealing.seal_soon)
    hooks.page_made.connect(chart.page_made)
