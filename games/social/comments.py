"""What stands beside a position of a match: what those who played say of it, and what its reader has noted.

Nothing of what was said about a later position: whoever steps through a match has not seen it yet.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from accounts import selectors
from config.db.compiled_queries import Param, Prepared
from config.db.locking import write_transaction
from games.social.chat.permissions import may_comment, topic
from games.social.chat.sanitize import cleaned
from games.social.chat.selectors import OF_A_LINE, shunned
from games.social.models import LENGTH, NOTE_LENGTH, Line, Note, RoomName
from games.tables.access import Access
from games.tables.errors import NotAllowed, NotFound, Unprocessable

SHOWN = 50  # comments beside a position
_SILENCES = Prepared(lambda: selectors.silences(Param("person")))
_NOTES = Prepared(
    lambda: (
        Note.objects.filter(user=Param("user"), table=Param("table"))
        .order_by("position")
        .values_list("position", "text")
    )
)
_COMMENTS = Prepared(
    lambda: (
        Line.objects.filter(room__topic=Param("topic"), position__lte=Param("n")).select_related("user")
        .only(*OF_A_LINE, "position").order_by("-position", "-number")[:SHOWN]
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment for one reader. Of what a moderator has hidden or its writer taken back there is no text."""

    number: int
    position: int
    name: str
    mine: bool
    text: str
    hidden: bool
    taken_back: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class Beside:
    """What stands beside a position. `comments` are None for who did not take part, `note` for who is not signed in.

    `noted` are the other positions that the reader has noted something about.
    """

    comments: list[Comment] | None
    silenced: bool
    silenced_until: datetime | None  # None: without end
    note: str | None
    noted: list[int]
    length: int = LENGTH
    note_length: int = NOTE_LENGTH


def page_made(access: Access, n: int, user_id: int | None, more: dict[str, Any]) -> None:
    """Adds it to the page of a position. 4 queries, 1 for who did not take part, none for strangers."""
    more["beside"] = beside(access, n, user_id)


def beside(access: Access, n: int, user_id: int | None) -> Beside:
    if user_id is None:
        return Beside(None, False, None, None, [])
    notes = dict(_NOTES.all(user=user_id, table=access.table.pk))
    if not may_comment(access):
        return Beside(None, False, None, notes.pop(n, ""), list(notes))
    silence = selectors.silence(_SILENCES.first(person=user_id))
    return Beside(_comments(access, n, user_id), *silence, notes.pop(n, ""), list(notes))


def note_keep(access: Access, user_id: int, position: int, text: str) -> None:
    """Keep this person's note about a position, instead of an earlier one; an empty one takes it away."""
    if not access.table.ended:
        raise NotAllowed("not-seated")
    if not 0 < position <= access.table.seq:
        raise NotFound("no-such-position")
    words = "\n".join(cleaned(line) for line in text.splitlines()).strip()
    if len(words) > NOTE_LENGTH:
        raise Unprocessable("talk-too-long", {"max": NOTE_LENGTH})
    where: dict[str, Any] = {"user_id": user_id, "table": access.table, "position": position}
    with write_transaction():
        if words:
            Note.objects.update_or_create(**where, defaults={"text": words})
        else:
            Note.objects.filter(**where).delete()


def _comments(access: Access, n: int, user_id: int) -> list[Comment]:
    """Those about this position and the ones before, in their order. 2 queries, 1 where nobody else has spoken."""
    rows = _COMMENTS.all(topic=topic(access.table.public_id, RoomName.REPLAY), n=n)
    unwanted = shunned(user_id, access.table.pk) if any(row.user_id != user_id for row in rows) else set()
    return [
        Comment(
            number=row.number, position=row.position or 0, name=str(row.user), mine=row.user_id == user_id,
            text="" if row.hidden else row.text, hidden=row.hidden, taken_back=row.taken_back, at=row.said_at,
        )
        for row in reversed(rows) if row.user_id not in unwanted
    ]  # fmt: skip
