"""The types of things that can be reported: tables, chat messages, people."""

from collections.abc import Iterable

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.moderation.reports.targets import ContextMessage, ReportedContent, ReportTarget, TargetType
from games.social.chat import selectors as chat_selectors
from games.social.chat.permissions import get_chat_permissions, room_topic
from games.social.chat.services import bump_room
from games.social.models import ChatMessage, ChatRoom, ChatRoomName
from games.tables.access import get_table_access
from games.tables.models import Table

LINE = "line"


class TableTarget:
    """A table, by its public id. Its players are the people it can be about."""

    label = _("table")

    def find(self, ref: str, reader: User) -> ReportTarget | None:
        access = get_table_access(ref, reader.pk)
        if access is None:
            return None
        people = [seat.user for seat in access.seats if seat.user is not None and not seat.user.anonymised_at]
        room = ChatRoom.objects.filter(topic=room_topic(ref, get_chat_permissions(access).writable_room)).first()
        return ReportTarget(
            "table", ref, [person for person in people if person.pk != reader.pk],
            reverse("tables:detail", args=(ref,)), access.table,
            context=_context_messages(ref, chat_selectors.list_newest_messages(room) if room else []),
        )  # fmt: skip


class MessageTarget:
    """A message of a table's chat: "table.room.number"."""

    label = _("chat message")

    def find(self, ref: str, reader: User) -> ReportTarget | None:
        table, room, number = _parts(ref)
        access = get_table_access(table, reader.pk)
        line_and_context = chat_selectors.get_message_with_context(access, room, number) if access else None
        if access is None or line_and_context is None:
            return None
        line, context = line_and_context
        people = [] if line.user_id == reader.pk else [line.user]
        words = "" if line.is_hidden else chat_selectors.get_message_text(line)
        at = line.event_seq  # of a comment on a position
        back = reverse("replays:position", args=(table, at)) if at else reverse("social:chat", args=(table,))
        return ReportTarget(LINE, ref, people, back, access.table, words, _context_messages(table, context))

    def get_content(self, ref: str) -> ReportedContent | None:
        table, name, number = _parts(ref)
        rooms = ChatRoom.objects.select_related("table")
        room = (
            rooms.filter(topic=room_topic(table, ChatRoomName(name))).first() if name in ChatRoomName.values else None
        )
        line_and_context = chat_selectors.get_surrounding_messages(room, number) if room else None
        if room is None or line_and_context is None:
            return None
        line, context = line_and_context
        return _build_content(room, line, [_build_content(room, context_line) for context_line in context])

    def redact(self, ref: str, *, hidden: bool) -> bool:
        table, name, number = _parts(ref)
        room = (
            ChatRoom.objects.select_for_update(no_key=True).filter(topic=room_topic(table, ChatRoomName(name))).first()
        )
        if room is None or not ChatMessage.objects.filter(room=room, number=number, is_hidden=not hidden).update(
            is_hidden=hidden
        ):
            return False
        bump_room(room)
        return True

    def get_redacted(self, refs: Iterable[str]) -> set[str]:
        refs_by_parts = {_parts(ref): ref for ref in refs}
        rows = ChatMessage.objects.filter(
            is_hidden=True, room__table__public_id__in={table for table, _room, _number in refs_by_parts},
            number__in={number for _table, _room, number in refs_by_parts},
        ).values_list("room__table__public_id", "room__name", "number")  # fmt: skip
        return {refs_by_parts[row] for row in rows if row in refs_by_parts}


class PersonTarget:
    """A person's name and page, by their public id."""

    label = _("profile")

    def find(self, ref: str, reader: User) -> ReportTarget | None:
        person = User.objects.filter(public_id=ref, anonymised_at=None).exclude(pk=reader.pk).first()
        if person is None:
            return None
        return ReportTarget("person", ref, [person], reverse("social:relationship", args=(ref,)), words=person.name)


def message_ref(table: str, room: str, number: int) -> str:
    return f"{table}.{room}.{number}"


def _parts(ref: str) -> tuple[str, str, int]:
    table, _dot, rest = ref.partition(".")
    room, _dot, number = rest.partition(".")
    plain = number.isascii() and number.isdecimal() and len(number) < 10
    return table, room, int(number) if plain else 0


def _context_messages(table: str, lines: Iterable[ChatMessage]) -> list[ContextMessage]:
    return [
        ContextMessage(
            LINE,
            message_ref(table, line.room.name, line.number),
            line.user_id,
            line.text,
            line.quick_message,
            line.created_at,
        )
        for line in lines
    ]


def _build_content(
    room: ChatRoom, line: ChatMessage, context: "list[ReportedContent] | None" = None
) -> ReportedContent:
    table: Table = room.table
    ref = message_ref(table.public_id, room.name, line.number)
    return ReportedContent(
        LINE,
        ref,
        line.user,
        table,
        chat_selectors.get_message_text(line),
        line.is_hidden,
        line.created_at,
        context or (),
    )


BUILTIN_TYPES: dict[str, TargetType] = {"table": TableTarget(), LINE: MessageTarget(), "person": PersonTarget()}
