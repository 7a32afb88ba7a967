"""Sending messages and comments. Locks neither the table's row nor its log, so no move waits for a message.

A person's row is locked before a room's. The match is read without a lock: a message sent before folding may arrive
just after.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db.models import Count, Q
from django.db.models.functions import Now

from accounts import selectors
from accounts.models import Sanction
from config.db.locking import write_transaction
from games.social import signals
from games.social.chat.permissions import can_comment, get_chat_permissions, is_quick_messages_only, room_topic
from games.social.chat.quick_messages import QUICK_MESSAGES
from games.social.chat.sanitize import sanitize_text
from games.social.chat.selectors import list_unwilling_readers
from games.social.models import LENGTH, ChatMessage, ChatRoom, ChatRoomName
from games.tables.access import TableAccess
from games.tables.errors import ForbiddenError, LimitExceededError, NotFoundError, UnprocessableError
from games.tables.live.publish import publish_revision
from games.tables.models import Table
from games.tables.services.quotas import get_limit, lock_person

REPEAT_SECONDS = 10  # a repetition within this time is taken for a double click


@dataclass(frozen=True, slots=True)
class MessageInput:
    """A message to send: free text, or the key of a quick message."""

    text: str = ""
    phrase: str = ""


def post_message(access: TableAccess, user_id: int, text: str, phrase: str = "") -> None:
    """Send a message to the room of the person's current role. Raises a ServiceError if it wasn't sent."""
    message = _checked(text, phrase)
    if message.text and is_quick_messages_only(access):
        raise ForbiddenError("chat-phrases-only")
    _save_message(access, user_id, get_chat_permissions(access).writable_room, message)


def post_comment(access: TableAccess, user_id: int, position: int, text: str) -> None:
    """Comment on a position of an ended match. Raises a ServiceError if it wasn't saved."""
    if not can_comment(access):
        raise ForbiddenError("not-seated")
    if not 0 < position <= access.table.last_seq:
        raise NotFoundError("no-such-position")
    _save_message(access, user_id, ChatRoomName.REPLAY, _checked(text, ""), position)


def delete_comment(access: TableAccess, user_id: int, number: int) -> None:
    """Delete the text of the author's own comment. Reports keep their copies.

    Raises ForbiddenError for others' comments and for hidden ones, which moderators may still need to read.
    """
    with write_transaction():
        room = lock_room(access, ChatRoomName.REPLAY)
        if not ChatMessage.objects.filter(room=room, number=number, user=user_id, is_hidden=False).update(
            text="", quick_message=""
        ):
            raise ForbiddenError("chat-not-yours")
        bump_room(room)


def _save_message(
    access: TableAccess, user_id: int, name: ChatRoomName, message: MessageInput, position: int | None = None
) -> None:
    table = access.table
    with write_transaction():
        guest = lock_person(user_id)
        now = _check_silence(user_id)
        if _is_repeated(user_id, table.pk, message, now):
            return
        _check_rate(user_id, table.pk, guest)
        room = lock_room(access, name)
        room.last_message_number += 1
        ChatMessage.objects.create(
            room=room, number=room.last_message_number, user_id=user_id, text=message.text,
            quick_message=message.phrase, event_seq=position, created_at=now,
        )  # fmt: skip
        bump_room(room)
        if readers := _list_readers(access, user_id, name):
            signals.MessageSent(table.pk, room.last_message_number, readers).send_on_commit()


def _list_readers(access: TableAccess, user_id: int, name: ChatRoomName) -> list[int]:
    """List the other players who may read that room and haven't muted the author. 1 query at most."""
    apart = name == ChatRoomName.SPECTATORS and access.table.status == Table.Status.RUNNING
    seated = [seat.user_id for seat in access.seats if seat.user_id and seat.user_id != user_id and not seat.is_bot]
    if not seated or apart or name == ChatRoomName.REPLAY:
        return []
    unwilling = list_unwilling_readers(user_id, seated, access.table.pk)
    return [pk for pk in seated if pk not in unwilling]


def lock_room(access: TableAccess, name: ChatRoomName) -> ChatRoom:
    """Return the room, created if necessary, with its row locked until the transaction ends."""
    of = room_topic(access.table.public_id, name)
    ChatRoom.objects.get_or_create(topic=of, defaults={"table": access.table, "name": name})
    return ChatRoom.objects.select_for_update(no_key=True).get(topic=of)


def bump_room(room: ChatRoom) -> None:
    """Increase the revision of a locked room and notify open pages."""
    room.revision += 1
    room.save(update_fields=["last_message_number", "revision"])
    publish_revision(room.topic, room.revision)


def _checked(text: str, phrase: str) -> MessageInput:
    if phrase:
        if phrase not in QUICK_MESSAGES:
            raise UnprocessableError("chat-no-phrase")
        return MessageInput(phrase=phrase)
    words = sanitize_text(text)
    if not words:
        raise UnprocessableError("chat-empty")
    if len(words) > LENGTH:
        raise UnprocessableError("chat-too-long", {"max": LENGTH})
    return MessageInput(text=words)


def _check_silence(user_id: int) -> datetime:
    """Return the database's time. Raises ForbiddenError while a moderator has muted this person. 1 query."""
    person = get_user_model().objects.annotate(now=Now(), silent=selectors.has_sanction(Sanction.Kind.MUTE))
    now, silent = person.values_list("now", "silent").get(pk=user_id)
    if silent:
        raise ForbiddenError("chat-silenced")
    at: datetime = now
    return at


def _is_repeated(user_id: int, table_pk: int, message: MessageInput, now: datetime) -> bool:
    """Return whether the person has just sent the same message."""
    last = ChatMessage.objects.filter(
        user=user_id, room__table=table_pk, created_at__gt=now - timedelta(seconds=REPEAT_SECONDS)
    )
    newest = last.order_by("-pk").values_list("text", "quick_message").first()
    return newest == (message.text, message.phrase)


def _check_rate(user_id: int, table_pk: int, is_guest: bool) -> None:
    minute = Q(created_at__gt=Now() - timedelta(minutes=1))
    here = Q(room__table=table_pk)
    counts = ChatMessage.objects.filter(user=user_id, created_at__gt=Now() - timedelta(hours=1)).aggregate(
        minute=Count("pk", filter=minute), here=Count("pk", filter=here)
    )
    for count, limits in (("minute", settings.CHAT_RATE_PER_MINUTE), ("here", settings.CHAT_RATE_PER_TABLE_HOUR)):
        if counts[count] >= get_limit(limits, guest=is_guest):
            raise LimitExceededError("chat-too-quick")
