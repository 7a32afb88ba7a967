"""Comments by the players on positions of a match, and the reader's private notes.

Comments on later positions are left out: a reader who steps through the match hasn't seen those yet.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from accounts import selectors
from config.db.locking import write_transaction
from games.social.chat.permissions import can_comment, room_topic
from games.social.chat.sanitize import sanitize_text
from games.social.chat.selectors import MESSAGE_FIELDS, get_hidden_users
from games.social.models import LENGTH, NOTE_LENGTH, ChatMessage, ChatRoomName, PositionNote
from games.tables.access import TableAccess
from games.tables.errors import ForbiddenError, NotFoundError, UnprocessableError
from games.tables.services.quotas import lock_person

SHOWN = 50  # comments on a page


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment for one reader. Hidden and deleted ones have no text."""

    number: int
    position: int
    name: str
    avatar: str
    is_own: bool
    text: str
    hidden: bool
    taken_back: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class PositionComments:
    """Comments and notes next to a position.

    `comments` are None for people who didn't play, `note` for anonymous visitors. `noted_positions` are other positions
    with notes of the reader.
    """

    comments: list[Comment] | None
    silenced: bool
    silenced_until: datetime | None  # None: no end
    note: str | None
    noted_positions: list[int]
    length: int = LENGTH
    note_length: int = NOTE_LENGTH


def add_comments_to_page(access: TableAccess, n: int, user_id: int | None, context: dict[str, Any]) -> None:
    """Add the comments to the page of a position. 4 queries, 1 for non-players, none for anonymous visitors."""
    context["beside"] = get_position_comments(access, n, user_id)


def get_position_comments(access: TableAccess, n: int, user_id: int | None) -> PositionComments:
    if user_id is None:
        return PositionComments(None, False, None, None, [])
    own_notes = PositionNote.objects.filter(user=user_id, table=access.table.pk).order_by("event_seq")
    notes = dict(own_notes.values_list("event_seq", "text"))
    if not can_comment(access):
        return PositionComments(None, False, None, notes.pop(n, ""), list(notes))
    silence = selectors.get_silence(user_id)
    return PositionComments(_comments(access, n, user_id), *silence, notes.pop(n, ""), list(notes))


def save_note(access: TableAccess, user_id: int, position: int, text: str) -> None:
    """Save the person's note about a position in place of an earlier one; an empty text deletes it."""
    if not access.table.is_ended:
        raise ForbiddenError("not-seated")
    if not 0 < position <= access.table.last_seq:
        raise NotFoundError("no-such-position")
    words = "\n".join(sanitize_text(line) for line in text.splitlines()).strip()
    if len(words) > NOTE_LENGTH:
        raise UnprocessableError("chat-too-long", {"max": NOTE_LENGTH})
    where: dict[str, Any] = {"user_id": user_id, "table": access.table, "event_seq": position}
    with write_transaction():
        lock_person(user_id)
        if words:
            PositionNote.objects.update_or_create(**where, defaults={"text": words})
        else:
            PositionNote.objects.filter(**where).delete()


def _comments(access: TableAccess, n: int, user_id: int) -> list[Comment]:
    """List the comments on this position and earlier ones, in order. 2 queries, 1 if no one else has commented."""
    topic = room_topic(access.table.public_id, ChatRoomName.REPLAY)
    comments = ChatMessage.objects.filter(room__topic=topic, event_seq__lte=n).select_related("user")
    rows = list(comments.only(*MESSAGE_FIELDS, "event_seq").order_by("-event_seq", "-number")[:SHOWN])
    unwanted = get_hidden_users(user_id, access.table.pk) if any(row.user_id != user_id for row in rows) else set()
    return [
        Comment(
            number=row.number, position=row.event_seq or 0, name=str(row.user),
            avatar=row.user.shown_avatar, is_own=row.user_id == user_id,
            text="" if row.is_hidden else row.text, hidden=row.is_hidden, taken_back=row.is_retracted,
            at=row.created_at,
        )
        for row in reversed(rows) if row.user_id not in unwanted
    ]  # fmt: skip
