"""The rooms' models, for Django, which asks one app for one module."""

from games.inspector.models import BusyHour, Heartbeat, Hint
from games.moderation.models import ModAction, Proposal
from games.notices.models import Channels, Delivery, Look, Notice, PushDevice
from games.replays.models import Link, Record, Verification
from games.tables.models import BotCall, Event, Plan, Position, Result, Seat, Seed, Table
from games.talk.models import (
    Block,
    Friendship,
    Invitation,
    Line,
    Mute,
    Report,
    Room,
    ShownToFriends,
    Silence,
    TalkAction,
)

__all__ = [
    "Block",
    "BotCall",
    "BusyHour",
    "Channels",
    "Delivery",
    "Event",
    "Friendship",
    "Heartbeat",
    "Hint",
    "Invitation",
    "Line",
    "Link",
    "Look",
    "ModAction",
    "Mute",
    "Notice",
    "Plan",
    "Position",
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
]
