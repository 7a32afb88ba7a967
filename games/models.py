"""The rooms' models, for Django, which asks one app for one module."""

from games.moderation.models import ModAction, Proposal
from games.notices.models import Notice
from games.replays.models import Record, Verification
from games.tables.models import BotCall, Event, Position, Seat, Seed, Table

__all__ = [
    "BotCall",
    "Event",
    "ModAction",
    "Notice",
    "Position",
    "Proposal",
    "Record",
    "Seat",
    "Seed",
    "Table",
    "Verification",
]
