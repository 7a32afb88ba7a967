"""Who may read and write which chat room. Takes no query: the table's access has all it needs.

While a match runs, players and spectators have separate rooms, so that no one who sees more than a seat may know
(several hands, or another screen) can tell a player. Before and after, everyone reads both rooms, except that the
players' room of a private table stays with its players.
"""

from dataclasses import dataclass

from games.catalog import registry
from games.engine.serialization.canonical_json import parse_json
from games.social.models import ChatRoomName
from games.tables.access import TableAccess
from games.tables.models import Table


@dataclass(frozen=True, slots=True)
class ChatPermissions:
    """The rooms a reader may read, and the one they write in."""

    readable_rooms: tuple[ChatRoomName, ...]
    writable_room: ChatRoomName


def get_chat_permissions(access: TableAccess) -> ChatPermissions:
    """Return the reader's rooms at a table they may see."""
    own_room = ChatRoomName.SPECTATORS if access.own_seat is None else ChatRoomName.PLAYERS
    running = access.table.status == Table.Status.RUNNING
    apart = access.own_seat is None and access.table.is_ended and access.table.visibility == Table.Visibility.PRIVATE
    return ChatPermissions(
        (own_room,) if running or apart else (ChatRoomName.PLAYERS, ChatRoomName.SPECTATORS), own_room
    )


def can_comment(access: TableAccess) -> bool:
    """Return whether the reader may read and write comments: players of an ended match."""
    return access.own_seat is not None and access.table.is_ended


def room_topic(table: str, name: ChatRoomName) -> str:
    """Return the topic for live updates of the room."""
    return f"{table}/{name.value}"


def is_quick_messages_only(access: TableAccess) -> bool:
    """Return whether the reader may send only quick messages.

    True for seats at a running match that are played by a bot, or that have no decisions left in this deal. Reads only
    the public part of the position.
    """
    own_seat, table = access.own_seat, access.table
    if own_seat is None or table.status != Table.Status.RUNNING:
        return False
    position = getattr(table, "position", None)
    if own_seat.is_bot or position is None:
        return True
    view = registry.get_game(table.game_slug).read_view(parse_json(position.frame), None)
    return own_seat.number in view.inactive_seats
