"""Who may read and write where. From what the table's access holds already: no query.

While a match runs, players talk among themselves and spectators apart, so that nobody who sees more than a seat may
know (several hands, on another's screen) tells it to one who plays. Before and after it everybody reads everything;
only what the players of a private table have said stays among them, whoever may see the match afterwards.
"""

from dataclasses import dataclass

from games.catalog import registry
from games.engine.serialization.canonical_json import parse_json
from games.social.models import ChatRoomName
from games.tables.access import TableAccess
from games.tables.models import Table


@dataclass(frozen=True, slots=True)
class ChatPermissions:
    """Where a reader stands: the rooms they may read, and the one they write in."""

    readable_rooms: tuple[ChatRoomName, ...]
    writable_room: ChatRoomName


def get_chat_permissions(access: TableAccess) -> ChatPermissions:
    """The reader's place at a table that they may see."""
    own = ChatRoomName.SPECTATORS if access.own_seat is None else ChatRoomName.PLAYERS
    running = access.table.status == Table.Status.RUNNING
    apart = access.own_seat is None and access.table.is_ended and access.table.visibility == Table.Visibility.PRIVATE
    return ChatPermissions((own,) if running or apart else (ChatRoomName.PLAYERS, ChatRoomName.SPECTATORS), own)


def can_comment(access: TableAccess) -> bool:
    """Whether the reader reads and writes comments on a match: who took part in it, once it is over."""
    return access.own_seat is not None and access.table.is_ended


def room_topic(table: str, name: ChatRoomName) -> str:
    """What open pages are notified of, for the table with that public id."""
    return f"{table}/{name.value}"


def is_quick_messages_only(access: TableAccess) -> bool:
    """Whether the reader may say no more than quick phrases: they hold a seat at a running match, and it is a bot's
    to play or decides nothing more in this deal. Reads the public part of the position alone."""
    own, table = access.own_seat, access.table
    if own is None or table.status != Table.Status.RUNNING:
        return False
    position = getattr(table, "position", None)
    if own.is_bot or position is None:
        return True
    view = registry.get_game(table.game_slug).read_view(parse_json(position.frame), None)
    return own.number in view.inactive_seats
