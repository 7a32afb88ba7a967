"""What is said at tables, and who wants to meet whom there."""

from games.social.models.chat import LENGTH, ChatMessage, ChatRoom, ChatRoomName
from games.social.models.note import NOTE_LENGTH, PositionNote
from games.social.models.relationships import Block, Friendship, Mute, ShownToFriends, TableInvitation

__all__ = [
    "LENGTH",
    "NOTE_LENGTH",
    "Block",
    "ChatMessage",
    "ChatRoom",
    "ChatRoomName",
    "Friendship",
    "Mute",
    "PositionNote",
    "ShownToFriends",
    "TableInvitation",
]
