"""What replays listen to. Connected when the app is ready."""

from games.replays import sealing
from games.tables import hooks


def connect() -> None:
    hooks.match_ended.connect(sealing.seal_soon)
