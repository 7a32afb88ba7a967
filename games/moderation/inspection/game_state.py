"""A table in the inspector: its events, the position after one of them, and what that one changed.

Of a running table, only what a spectator may know, or one seat if `games.moderation.services.hidden_cards` allows it.
The seed, premoves and cards that no player knows are never shown for a running table.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.html import strip_tags
from django.utils.translation import get_language

from games.catalog import registry
from games.moderation.inspection.legal_move_list import NO_MOVES, LegalMoveList, list_legal_moves
from games.moderation.inspection.state_diff import Change, diff_states, get_visible_parts
from games.rendering.log_lines import LogLine
from games.rendering.seats import SeatLine
from games.tables.access import TableAccess
from games.tables.boards import BOARDS
from games.tables.labels import inline_names, list_seat_lines, localize_text
from games.tables.models import Event, Table
from games.tables.selectors.event_log import list_log_lines
from games.tables.selectors.event_source import LogRow, get_snapshot_at, list_log_rows, was_archived_meanwhile

PAGE = 40  # events per page
MAX_SEARCHED = 600  # events read when searching for text, before the moderator has to continue the search


@dataclass(frozen=True, slots=True)
class EventFilter:
    """A filter of events: kind, seat and text, older than event `before`."""

    kind: str = ""
    seat: int | None = None
    text: str = ""
    before: int | None = None

    @classmethod
    def from_query(cls, query: Mapping[str, str]) -> "EventFilter":
        """Parse a query string, ignoring invalid values."""
        kind = query.get("kind", "")
        text = "".join(sign for sign in query.get("q", "") if sign.isprintable()).strip()[:80]
        return cls(
            kind if kind in Event.Kind.values else "",
            parse_number(query.get("by")),
            text,
            parse_number(query.get("before")),
        )


@dataclass(frozen=True, slots=True)
class EventPage:
    """Events, newest first. `older`: where to continue; None at the end."""

    lines: list[LogLine]
    older: int | None


@dataclass(frozen=True, slots=True)
class Inspection:
    """Position `n` as seen by `seat` (None: a spectator), the event that led there, and what it changed."""

    id: str
    pk: int
    slug: str
    game_name: str
    ended: bool
    n: int
    last: int
    seat: int | None
    names: list[str]
    seats: list[SeatLine]
    view: Any
    standing: None
    line: LogLine | None
    changes: list[Change]
    offers: LegalMoveList  # the seat's legal moves now
    question_seq: int | None  # the question to answer
    replay: bool

    board_shows_result = False


def parse_number(text: str | None) -> int | None:
    """Return a number from a query string; None if invalid."""
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 10 else None


def build_inspection(access: TableAccess, n: int | None, seat: int | None) -> Inspection:
    """Return the table after event `n`, or the last one if `n` is out of range. 3 queries."""
    table, game = access.table, registry.get_game(access.table.game_slug)
    n = n if n is not None and 1 <= n <= table.last_seq else table.last_seq
    frame = get_snapshot_at(table, n)
    before = get_snapshot_at(table, n - 1) if frame else None
    lines, names = list_seat_lines(access.seats, seat), inline_names(list_seat_lines(access.seats, None))
    view = game.read_view(frame, seat) if frame else None
    question_seq = (
        access.seats[seat].question_seq if seat is not None and n == table.last_seq and not table.is_ended else None
    )
    if n < table.last_seq:  # whose turn it is now doesn't apply to earlier positions
        lines = [replace(line, is_to_act=False, deadline=None) for line in lines]
    return Inspection(
        id=table.public_id,
        pk=table.pk,
        slug=table.game_slug,
        game_name=localize_text(game.metadata.name),
        ended=table.is_ended,
        n=n,
        last=table.last_seq,
        seat=seat,
        names=names,
        seats=lines,
        view=view,
        standing=None,
        line=_line(table, n, seat),
        changes=_changes(table, before, frame, seat),
        offers=NO_MOVES if question_seq is None or seat is None else list_legal_moves(game, view, seat, names),
        question_seq=question_seq,
        replay=table.is_ended and frame is not None,
    )


def search_events(access: TableAccess, event_filter: EventFilter) -> EventPage:
    """Return a page of the log, searched in its displayed text.

    1 query; with a text, at most MAX_SEARCHED events are read.
    """
    table = access.table
    limit = MAX_SEARCHED if event_filter.text else PAGE
    read = [] if table.archived_log else _rows(table, event_filter, limit)
    if table.archived_log or was_archived_meanwhile(table):
        read = _load_archived_rows(table, event_filter, limit)
    names = tuple(inline_names(list_seat_lines(access.seats, None)))
    lines = [
        line
        for line in list_log_lines(table.game_slug, read, None, everything=table.is_ended)
        if _matches_text(line, access, names, event_filter)
    ]
    has_more = len(read) == limit or len(lines) > PAGE
    last = lines[PAGE - 1].seq if len(lines) > PAGE else read[-1].seq if read else 0
    return EventPage(lines[:PAGE], last if has_more and last > 1 else None)


def _rows(table: Table, event_filter: EventFilter, limit: int) -> list[LogRow]:
    rows = Event.objects.filter(table=table)
    if event_filter.kind:
        rows = rows.filter(kind=event_filter.kind)
    if event_filter.seat is not None:
        rows = rows.filter(seat=event_filter.seat)
    if event_filter.before is not None:
        rows = rows.filter(seq__lt=event_filter.before)
    return [LogRow(*row) for row in rows.order_by("-seq").values_list(*LogRow._fields)[:limit]]


def _load_archived_rows(table: Table, event_filter: EventFilter, limit: int) -> list[LogRow]:
    """Return the filtered rows of an archived table. Reads its whole log."""
    rows = [
        row
        for row in list_log_rows(table, 0, min(table.last_seq, (event_filter.before or table.last_seq + 1) - 1))
        if event_filter.kind in ("", row.kind) and event_filter.seat in (None, row.seat)
    ]
    return rows[::-1][:limit]


def _matches_text(line: LogLine, access: TableAccess, names: tuple[str, ...], event_filter: EventFilter) -> bool:
    if not event_filter.text:
        return True
    html = BOARDS.render_log_line(line.content, access.table.game_slug, get_language() or "", names, None)
    return event_filter.text.casefold() in " ".join(strip_tags(html).split()).casefold()


def _line(table: Table, n: int, seat: int | None) -> LogLine | None:
    lines = list_log_lines(table.game_slug, list_log_rows(table, n - 1, n), seat, everything=table.is_ended)
    return lines[0] if lines else None


def _changes(table: Table, before: Any, after: Any, seat: int | None) -> list[Change]:
    if before is None or after is None:
        return []
    parts = [get_visible_parts(frame, seat, everything=table.is_ended) for frame in (before, after)]
    return diff_states(*parts)
