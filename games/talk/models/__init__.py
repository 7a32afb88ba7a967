"""What is said at tables, and who wants to meet whom there."""

from games.talk.models.chat import LENGTH, Line, Room, RoomName
from games.talk.models.company import Block, Friendship, Invitation, Mute, ShownToFriends

__all__ = [
    "LENGTH",
    "Block",
    "Friendship",
    "Invitation",
    "Line",
    "Mute",
    "Room",
    "RoomName",
    "ShownToFriends",
]
