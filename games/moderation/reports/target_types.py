"""The kinds of things that can be reported: tables, lines of the chat, people."""

from collections.abc import Iterable

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.moderation.reports.targets import Kind, Piece, Subject, Written
from games.social.chat import selectors as chat_selectors
from games.social.chat.permissions import place, topic
from games.social.chat.services import room_moved
from games.social.models import Line, Room, RoomName
from games.tables.access import table_access
from games.tables.models import Table

LINE = "line"


class TableKind:
    """A table, by its public id. Who sits there decides what it is about."""

    label = _("table")

    def found(self, ref: str, reader: User) -> Subject | None:
        access = table_access(ref, reader.pk)
        if access is None:
            return None
        people = [seat.user for seat in access.seats if seat.user is not None and not seat.user.anonymised_at]
        room = Room.objects.filter(topic=topic(ref, place(access).writes)).first()
        return Subject(
            "table", ref, [one for one in people if one.pk != reader.pk], reverse("tables:table", args=(ref,)),
            access.table, around=_written(ref, chat_selectors.newest(room) if room else []),
        )  # fmt: skip


class LineKind:
    """A line of a table's chat: "table.room.number"."""

    label = _("chat line")

    def found(self, ref: str, reader: User) -> Subject | None:
        table, room, number = _parts(ref)
        access = table_access(table, reader.pk)
        found = chat_selectors.line_with_context(access, room, number) if access else None
        if access is None or found is None:
            return None
        line, around = found
        people = [] if line.user_id == reader.pk else [line.user]
        words = "" if line.hidden else chat_selectors.words(line)
        at = line.position  # of a comment on a replay
        back = reverse("replays:replay_at", args=(table, at)) if at else reverse("social:talk", args=(table,))
        return Subject(LINE, ref, people, back, access.table, words, _written(table, around))

    def piece(self, ref: str) -> Piece | None:
        table, name, number = _parts(ref)
        rooms = Room.objects.select_related("table")
        room = rooms.filter(topic=topic(table, RoomName(name))).first() if name in RoomName.values else None
        found = chat_selectors.around(room, number) if room else None
        if room is None or found is None:
            return None
        line, around = found
        return _piece(room, line, [_piece(room, one) for one in around])

    def redact(self, ref: str, *, hidden: bool) -> bool:
        table, name, number = _parts(ref)
        room = Room.objects.select_for_update(no_key=True).filter(topic=topic(table, RoomName(name))).first()
        if room is None or not Line.objects.filter(room=room, number=number, hidden=not hidden).update(hidden=hidden):
            return False
        room_moved(room)
        return True

    def hidden(self, refs: Iterable[str]) -> set[str]:
        asked = {_parts(ref): ref for ref in refs}
        rows = Line.objects.filter(
            hidden=True, room__table__public_id__in={table for table, _room, _number in asked},
            number__in={number for _table, _room, number in asked},
        ).values_list("room__table__public_id", "room__name", "number")  # fmt: skip
        return {asked[row] for row in rows if row in asked}


class PersonKind:
    """Somebody's name and page, by their public id."""

    label = _("profile")

    def found(self, ref: str, reader: User) -> Subject | None:
        person = User.objects.filter(public_id=ref, anonymised_at=None).exclude(pk=reader.pk).first()
        if person is None:
            return None
        return Subject("person", ref, [person], reverse("social:between", args=(ref,)), words=person.name)


def line_ref(table: str, room: str, number: int) -> str:
    return f"{table}.{room}.{number}"


def _parts(ref: str) -> tuple[str, str, int]:
    table, _dot, rest = ref.partition(".")
    room, _dot, number = rest.partition(".")
    plain = number.isascii() and number.isdecimal() and len(number) < 10
    return table, room, int(number) if plain else 0


def _written(table: str, lines: Iterable[Line]) -> list[Written]:
    return [
        Written(LINE, line_ref(table, one.room.name, one.number), one.user_id, one.text, one.phrase, one.said_at)
        for one in lines
    ]


def _piece(room: Room, line: Line, around: "list[Piece] | None" = None) -> Piece:
    table: Table = room.table
    ref = line_ref(table.public_id, room.name, line.number)
    return Piece(LINE, ref, line.user, table, chat_selectors.words(line), line.hidden, line.said_at, around or ())


OURS: dict[str, Kind] = {"table": TableKind(), LINE: LineKind(), "person": PersonKind()}
