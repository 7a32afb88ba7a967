"""What is kept of a table: its seats, its log, where it stands, its secret seed.

Events are append-only, and so are seeds and records (`config.db.append_only`); everything else can be rebuilt from
the log
or is a pointer into it. Nothing here holds a sentence: names are looked up, so a person can be anonymised without
touching an event. A person's row stays while a seat points at it.
"""

from games.tables.models.event import Event, Position, Record, Seed
from games.tables.models.fork import Fork
from games.tables.models.premove import Plan
from games.tables.models.result import Result
from games.tables.models.seat import BOT_PLAYS, BotCall, Seat
from games.tables.models.table import (
    ENDED_STATUSES,
    ID_ALPHABET,
    ID_LENGTH,
    Table,
    get_default_sharing,
    is_participants_only,
    new_public_id,
)

__all__ = [
    "BOT_PLAYS",
    "ENDED_STATUSES",
    "ID_ALPHABET",
    "ID_LENGTH",
    "BotCall",
    "Event",
    "Fork",
    "Plan",
    "Position",
    "Record",
    "Result",
    "Seat",
    "Seed",
    "Table",
    "get_default_sharing",
    "is_participants_only",
    "new_public_id",
]  # fmt: skip
