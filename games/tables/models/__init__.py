"""What is kept of a table: its seats, its log, where it stands, its secret seed.

Events are append-only, and so are seeds and records (`config.db.append_only`); everything else can be rebuilt from
the log
or is a pointer into it. Nothing here holds a sentence: names are looked up, so a person can be anonymised without
touching an event. A person's row stays while a seat points at it.
"""

from games.tables.models.event import Event, Position, Record, Seed
from games.tables.models.fork import Fork
from games.tables.models.hint import Hint
from games.tables.models.lesson_progress import LessonProgress
from games.tables.models.premoves import PlayedPremove, SeatPremoves
from games.tables.models.result import Result
from games.tables.models.seat import BOT_PLAYS, BotPriority, BotQueueAlert, Seat
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
    "Table",
    "get_default_replay_visibility",
    "is_participants_only",
    "new_public_id",
]  # fmt: skip
