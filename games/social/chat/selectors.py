"""A table's chat as one reader may see it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from accounts import selectors
from games.social.chat.permissions import can_comment, get_chat_permissions, is_quick_messages_only, room_topic
from games.social.chat.quick_messages import QUICK_MESSAGES
from games.social.models import Block, ChatMessage, ChatRoom, ChatRoomName, Mute
from games.tables.access import TableAccess

SHOWN = 50  # messages on a page
AROUND = 10  # messages of context
MESSAGE_FIELDS = (
    "room",
    "number",
    "text",
    "quick_message",
    "is_hidden",
    "created_at",
    "user__name",
    "user__avatar",
    "user__public_id",
    "user__anonymised_at",
)


@dataclass(frozen=True, slots=True)
class MessageView:
    """A message for one reader. Hidden ones have no text."""

    room: str
    number: int
    name: str
    avatar: str
    is_own: bool
    text: str
    hidden: bool
    at: datetime

    @property
    def spectator(self) -> bool:
        return self.room == ChatRoomName.SPECTATORS


@dataclass(frozen=True, slots=True)
class ChatPage:
    """The chat panel. `mark` is the cursor after `lines`; `whole`: these are the newest lines, not only new ones."""

    lines: list[MessageView]
    mark: str
    whole: bool
    writable_room: str
    quick_messages_only: bool
    silenced: bool
    silenced_until: datetime | None  # None: no end
    phrases: list[tuple[str, Any]]
    hidden_count: int  # messages by muted or blocked people


def get_chat_page(access: TableAccess, user_id: int | None) -> ChatPage:
    """Return the newest messages. 4 queries, 2 for anonymous visitors."""
    at = get_chat_permissions(access)
    rooms = _rooms(access, at.readable_rooms)
    lines, left_out = _load_messages(access, rooms, user_id, {})
    silenced, until = selectors.get_silence(user_id) if user_id is not None else (False, None)
    return ChatPage(
        lines, _format_cursor(rooms), True, at.writable_room, is_quick_messages_only(access), silenced, until,
        list(QUICK_MESSAGES.items()), left_out
    )  # fmt: skip


def get_new_messages(access: TableAccess, user_id: int | None, mark: str) -> tuple[list[MessageView], str] | None:
    """Return the messages since the cursor `mark`, and the new cursor; None: reload everything.

    3 queries, 1 if there is nothing new. Everything is reloaded if a message was hidden or if there are more new
    messages than a page shows.
    """
    rooms = _rooms(access, get_chat_permissions(access).readable_rooms)
    cursor = _parse_cursor(mark)
    if cursor is None or {room.name for room in rooms} - set(cursor) or any(_has_edits(room, cursor) for room in rooms):
        return None
    if sum(room.last_message_number - cursor[room.name][0] for room in rooms) > SHOWN:
        return None
    if all(room.last_message_number == cursor[room.name][0] for room in rooms):
        return [], mark
    lines, _ = _load_messages(access, rooms, user_id, {name: lines for name, (lines, _number) in cursor.items()})
    return lines, _format_cursor(rooms)


def get_message_with_context(
    access: TableAccess, name: str, number: int
) -> tuple[ChatMessage, list[ChatMessage]] | None:
    """Return a message the user may read, with those around it, oldest first, or None. 2 queries."""
    if name not in get_chat_permissions(access).readable_rooms and not (
        name == ChatRoomName.REPLAY and can_comment(access)
    ):
        return None
    room = ChatRoom.objects.filter(topic=room_topic(access.table.public_id, ChatRoomName(name))).first()
    return None if room is None else get_surrounding_messages(room, number)


def get_surrounding_messages(room: ChatRoom, number: int) -> tuple[ChatMessage, list[ChatMessage]] | None:
    """Return a message and ten others: those before it, and later ones if there are fewer. 1 query."""
    near = ChatMessage.objects.filter(room=room, number__range=(number - AROUND, number + AROUND)).select_related(
        "user"
    )
    lines = list(near.order_by("number"))
    line = next((row for row in lines if row.number == number), None)
    if line is None:
        return None
    for row in lines:
        row.room = room
    before = [row for row in lines if row.number <= number]
    return line, (before + [row for row in lines if row.number > number])[: AROUND + 1]


def list_newest_messages(room: ChatRoom) -> list[ChatMessage]:
    """Return the last ten messages, oldest first. 1 query."""
    return list(
        reversed(ChatMessage.objects.filter(room=room).select_related("user", "room").order_by("-number")[:AROUND])
    )


def get_message_text(line: ChatMessage) -> str:
    """Return the text of a message; quick messages in the reader's language."""
    return str(QUICK_MESSAGES.get(line.quick_message, line.quick_message)) if line.quick_message else line.text


def get_hidden_users(user_id: int | None, table_pk: int) -> set[int]:
    """Return the people whom the user has muted, here or everywhere, or blocked. 1 query."""
    if user_id is None:
        return set()
    muted = Mute.objects.filter(Q(table=None) | Q(table=table_pk), user=user_id).values_list("other_user", flat=True)
    return set(muted.union(Block.objects.filter(user=user_id).values_list("other_user", flat=True)))


def list_unwilling_readers(writer_id: int, people: Collection[int], table_pk: int) -> set[int]:
    """Return those of `people` who have muted or blocked the author at this table. 1 query."""
    muted = Mute.objects.filter(Q(table=None) | Q(table=table_pk), other_user=writer_id, user__in=people)
    blocked = Block.objects.filter(other_user=writer_id, user__in=people)
    return set(muted.values_list("user", flat=True).union(blocked.values_list("user", flat=True)))


def _rooms(access: TableAccess, names: Sequence[ChatRoomName]) -> list[ChatRoom]:
    """Return these rooms; those that don't exist yet as unsaved rows. 1 query."""
    table = access.table
    rows = {
        room.name: room for room in ChatRoom.objects.filter(topic__in=[room_topic(table.public_id, n) for n in names])
    }
    return [rows.get(name, ChatRoom(table=table, name=name)) for name in names]


def _load_messages(
    access: TableAccess, rooms: Sequence[ChatRoom], user_id: int | None, counts: dict[str, int]
) -> tuple[list[MessageView], int]:
    """Return the newest messages after those seen, oldest first, and the number hidden by mutes. 2 queries."""
    condition = Q(pk=None)
    for room in rooms:
        if room.pk:
            condition |= Q(room=room.pk, number__gt=max(counts.get(room.name, 0), room.last_message_number - SHOWN))
    since = timezone.now() - timedelta(days=settings.CHAT_RETENTION_DAYS)
    rows = (
        ChatMessage.objects.filter(condition, created_at__gt=since)
        .select_related("user")
        .only(*MESSAGE_FIELDS)
        .order_by("-pk")[:SHOWN]
    )
    names = {room.pk: room.name for room in rooms}
    unwanted = get_hidden_users(user_id, access.table.pk)
    lines = [
        MessageView(
            room=names[row.room_id], number=row.number, name=str(row.user),
            avatar=row.user.shown_avatar, is_own=row.user_id == user_id,
            text="" if row.is_hidden else get_message_text(row), hidden=row.is_hidden, at=row.created_at,
        )
        for row in reversed(rows) if row.user_id not in unwanted
    ]  # fmt: skip
    return lines, len(rows) - len(lines)


def _format_cursor(rooms: Sequence[ChatRoom]) -> str:
    return "_".join(f"{room.name}.{room.last_message_number}.{room.revision}" for room in rooms)


def _parse_cursor(mark: str) -> dict[str, tuple[int, int]] | None:
    """Parse a cursor into message count and revision by room; None if it is invalid."""
    parts = [part.split(".") for part in mark.split("_")]
    if any(len(part) != 3 or not all(digits.isdecimal() and len(digits) < 10 for digits in part[1:]) for part in parts):
        return None
    return {name: (int(lines), int(number)) for name, lines, number in parts}


def _has_edits(room: ChatRoom, cursor: dict[str, tuple[int, int]]) -> bool:
    """Return whether the room changed other than by new messages, or the cursor doesn't fit."""
    lines, number = cursor[room.name]
    return room.revision - room.last_message_number != number - lines or lines > room.last_message_number
