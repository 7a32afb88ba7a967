"""What notices listen to. Connected when the app is ready."""

from games.notices import outbox
from games.tables import hooks


def connect() -> None:
    hooks.questions_changed.connect(outbox.questions_noted)
    hooks.match_ended.connect(outbox.end_noted)
