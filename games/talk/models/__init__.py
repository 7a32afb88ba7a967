"""What is said at tables, and who wants to meet whom there."""

from games.talk.models.chat import LENGTH, REASON_LENGTH, Line, Report, Room, RoomName, Silence, TalkAction
from games.talk.models.company import Block, Friendship, Invitation, Mute, ShownToFriends
from games.talk.models.note import NOTE_LENGTH, Note

__all__ = [
    "LENGTH",
    "NOTE_LENGTH",
    "REASON_LENGTH",
    "Block",
    "Friendship",
    "Invitation",
    "Line",
    "Mute",
    "Note",
    "Report",
    "Room",
    "RoomName",
    "ShownToFriends",
    "Silence",
    "TalkAction",
]
