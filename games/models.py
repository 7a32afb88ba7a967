"""The rooms' models, for Django, which asks one app for one module."""

from games.inspector.models import BusyHour, Heartbeat, Hint, Rebuild
from games.moderation.models import ModAction, Proposal
from games.notices.models import Channels, Delivery, Look, Notice, PushDevice
from games.replays.models import Brought, Link, Outline, Preview, Verification, Wish
from games.reports.models import Excerpt, Inquiry, Report, StaffNote
from games.tables.models import BotCall, Event, Fork, Plan, Position, Record, Result, Seat, Seed, Table
from games.talk.models import Block, Friendship, Invitation, Line, Mute, Note, Room, ShownToFriends

__all__ = [
    "Block",
    "BotCall",
    "Brought",
    "BusyHour",
    "Channels",
    "Delivery",
    "Event",
    "Excerpt",
    "Fork",
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
    "Outline",
    "Plan",
    "Position",
    "Preview",
    "Proposal",
    "PushDevice",
    "Rebuild",
    "Record",
    "Report",
    "Result",
    "Room",
    "Seat",
    "Seed",
    "ShownToFriends",
    "StaffNote",
    "Table",
    "Verification",
    "Wish",
]
