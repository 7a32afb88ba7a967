"""Chat, notes, friendships, mutes, blocks and invitations."""

from games.social.models.chat import LENGTH, ChatMessage, ChatRoom, ChatRoomName
from games.social.models.note import NOTE_LENGTH, PositionNote
from games.social.models.relationships import (
    Block,
    FriendLink,
    Friendship,
    Mute,
    SentFriendRequest,
    ShownToFriends,
    TableInvitation,
)

__all__ = [
    "LENGTH",
    "NOTE_LENGTH",
    "Block",
    "ChatMessage",
    "ChatRoom",
    "ChatRoomName",
    "FriendLink",
    "Friendship",
    "Mute",
    "PositionNote",
    "SentFriendRequest",
    "ShownToFriends",
    "TableInvitation",
]
