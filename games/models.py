"""The rooms' models, for Django, which asks one app for one module."""

from games.inspector.models import BusyHour, Heartbeat, Hint
from games.moderation.models import ModAction, Proposal
from games.notices.models import Channels, Delivery, Look, Notice, PushDevice
from games.replays.models import Link, Record, Verification
from games.reports.models import Excerpt, Inquiry, Note, Report
from games.tables.models import BotCall, Event, Plan, Position, Result, Seat, Seed, Table
from games.talk.models import (
    Block,
    Friendship,
    Invitation,
    Line,
    Mute,
    Room,
    ShownToFriends,
)

__all__ = [
    "Block",
    "BotCall",
    "BusyHour",
    "Channels",
    "Delivery",
    "Event",
    "Excerpt",
    "Friendship",
    "Heartbeat",
    "Hint",
    "Inquiry",
    "Invitation",
    "Line",
    "Link",
    "Look",
    "ModAction",
    "Mute",
    "Note",
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
    "Table",
    "Verification",
]
