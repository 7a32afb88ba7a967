"""The rooms' models, for Django, which asks one app for one module."""

from games.moderation.models import ModAction, Proposal
from games.notices.models import Channels, Delivery, Look, Notice, PushDevice
from games.replays.models import Brought, Link, Outline, Preview, Verification, Wish
from games.tables.models import BotCall, Event, Fork, Plan, Position, Record, Result, Seat, Seed, Table
from games.talk.models import (
    Block,
    Friendship,
    Invitation,
    Line,
    Mute,
    Note,
    Report,
    Room,
    ShownToFriends,
    Silence,
    TalkAction,
)

__all__ = [
    "Block",
    "BotCall",
    "Brought",
    "Channels",
    "Delivery",
    "Event",
    "Fork",
    "Friendship",
    "Invitation",
    "Line",
    "Link",
    "Look",
    "ModAction",
    "Mute",
    "Note",
    "Notice",
    "Outline",
    "Plan",
    "Position",
    "Preview",
    "Proposal",
    "PushDevice",
    "Record",
    "Report",
    "Result",
    "Room",
    "Seat",
    "Seed",
    "ShownToFriends",
    "Silence",
    "Table",
    "TalkAction",
    "Verification",
    "Wish",
]
