"""What is said at tables, and who wants to meet whom there."""

from games.social.models.chat import LENGTH, Line, Room, RoomName
from games.social.models.note import NOTE_LENGTH, Note
from games.social.models.relationships import Block, Friendship, Invitation, Mute, ShownToFriends

__all__ = [
    "LENGTH",
    "NOTE_LENGTH",
    "Block",
    "Friendship",
    "Invitation",
    "Line",
    "Mute",
    "Note",
    "Room",
    "RoomName",
    "ShownToFriends",
]
