"""Models of a table: seats, event log, position, secret seed, results.

Events, seeds and records are append-only (`config.db.append_only`); everything else can be rebuilt from the log or
points into it. No row holds a rendered sentence: names are looked up, so a person can be anonymised without touching an
event. A user's row is kept while a seat refers to it.
"""

from games.tables.models.event import Event, Position, Record, Seed
from games.tables.models.fork import Fork
from games.tables.models.hint import Hint
from games.tables.models.lesson_progress import LessonProgress
from games.tables.models.premoves import PlayedPremove, SeatPremoves
from games.tables.models.result import Result
from games.tables.models.seat import BOT_PLAYS, BotPriority, BotQueueAlert, Seat
from games.tables.models.sent_form import SentForm
from games.tables.models.table import (
    ENDED_STATUSES,
    ID_ALPHABET,
    ID_LENGTH,
    Table,
    get_default_replay_visibility,
    is_participants_only,
    new_public_id,
)

__all__ = [
    "BOT_PLAYS",
    "ENDED_STATUSES",
    "ID_ALPHABET",
    "ID_LENGTH",
    "BotPriority",
    "BotQueueAlert",
    "Event",
    "Fork",
    "Hint",
    "LessonProgress",
    "PlayedPremove",
    "Position",
    "Record",
    "Result",
    "Seat",
    "SeatPremoves",
    "Seed",
    "SentForm",
    "Table",
    "get_default_replay_visibility",
    "is_participants_only",
    "new_public_id",
]  # fmt: skip
