"""What is said at tables, and who wants to meet whom there."""

from games.talk.models.chat import LENGTH, Line, Room, RoomName
from games.talk.models.company import Block, Friendship, Invitation, Mute, ShownToFriends
from games.talk.models.note import NOTE_LENGTH, Note

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
