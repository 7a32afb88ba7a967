"""How far running matches are, in short, for lists: what everybody may know, of many tables at once."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from games.catalog import registry
from games.engine.game import Standing
from games.engine.serialization.canonical_json import parse_json
from games.engine.state import View
from games.rendering.log_lines import LogLine
from games.tables.clocks.coarse_times import floor_time
from games.tables.gameplay.results import get_standing
from games.tables.labels import localize_text
from games.tables.models import Event, Position, Table
from games.tables.selectors.event_log import list_log_lines
from games.tables.selectors.event_source import LogRow

RECENT_EVENTS = 8  # of a table's last events; the house's quiet steps are among them


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a match stands: "Round 7", everybody's score, and what the reader is asked, as they see it."""

    chapter: str
    standing: Standing
    asked: View[Any, Any] | None


@dataclass(frozen=True, slots=True)
class LastAction:
    """The last thing at a table that everybody could see: one sentence, and when."""

    line: LogLine
    at: datetime


def get_progress(tables: Iterable[Table], asked: Mapping[int, int]) -> dict[int, Progress]:
    """By the tables' keys, for those that have begun, their seats having been read; `asked` are the seats whose
    reader is asked. 1 query.
    """
    found = {table.pk: table for table in tables}
    frames = Position.objects.filter(table__in=found).values_list("table_id", "frame")
    return {pk: _progress(found[pk], frame, asked.get(pk)) for pk, frame in frames}


def get_last_actions(tables: Sequence[Table]) -> dict[int, LastAction]:
    """By the tables' keys, for those where there was one lately. 1 query."""
    slugs, rows = {table.pk: table.game_slug for table in tables}, defaultdict[int, list[LogRow]](list)
    late = [Q(table=table.pk, seq__gt=table.last_seq - RECENT_EVENTS) for table in tables]  # a range of the index each
    for pk, *row in Event.objects.filter(reduce(or_, late)).values_list("table_id", *LogRow._fields):
        rows[pk].append(LogRow(*row))
    found = {pk: _last(slugs[pk], of_table) for pk, of_table in rows.items()}
    return {pk: action for pk, action in found.items() if action is not None}


def _progress(table: Table, frame: str, asked: int | None) -> Progress:
    title = registry.get_game(table.game_slug)
    state = title.read_state(parse_json(frame))
    chapter = title.metadata.chapter
    number = getattr(state.public, chapter.counter_field) if chapter.counter_field else 0
    named = _("%(chapter)s %(number)s") % {"chapter": localize_text(chapter.name), "number": number} if number else ""
    standing = get_standing(title, state, table.seats.all())
    return Progress(named, standing, None if asked is None else title.view(state, asked))


def _last(slug: str, rows: list[LogRow]) -> LastAction | None:
    for row in sorted(rows, reverse=True):
        (line,) = list_log_lines(slug, [row], None)
        if not line.is_empty:
            last = LogLine(line.seq, line.at, line.kind, line.seat, line.cause, line.happenings[-1:])
            return LastAction(last, floor_time(line.at))
    return None
