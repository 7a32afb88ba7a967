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
from games.engine.serialization.canonical_json import parse
from games.engine.state import View
from games.rendering.log_lines import LogLine
from games.tables.clocks.coarse_times import floored
from games.tables.gameplay.standings import standing_of
from games.tables.labels import in_language
from games.tables.models import Event, Position, Table
from games.tables.selectors.event_log import log_lines
from games.tables.selectors.event_source import LogRow

LOOKED_AT = 8  # of a table's last events; the house's quiet steps are among them


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


def progress_of(tables: Iterable[Table], asked: Mapping[int, int]) -> dict[int, Progress]:
    """By the tables' keys, for those that have begun, their seats having been read; `asked` are the seats whose
    reader is asked. 1 query.
    """
    found = {table.pk: table for table in tables}
    frames = Position.objects.filter(table__in=found).values_list("table_id", "frame")
    return {pk: _progress(found[pk], frame, asked.get(pk)) for pk, frame in frames}


def last_actions(tables: Sequence[Table]) -> dict[int, LastAction]:
    """By the tables' keys, for those where there was one lately. 1 query."""
    slugs, rows = {table.pk: table.title for table in tables}, defaultdict[int, list[LogRow]](list)
    late = [Q(table=table.pk, seq__gt=table.seq - LOOKED_AT) for table in tables]  # a range of the index each
    for pk, *row in Event.objects.filter(reduce(or_, late)).values_list("table_id", *LogRow._fields):
        rows[pk].append(LogRow(*row))
    found = {pk: _last(slugs[pk], of_table) for pk, of_table in rows.items()}
    return {pk: action for pk, action in found.items() if action is not None}


def _progress(table: Table, frame: str, asked: int | None) -> Progress:
    title = registry.title(table.title)
    state = title.read_state(parse(frame))
    chapter = title.meta.chapter
    number = getattr(state.public, chapter.counter) if chapter.counter else 0
    named = _("%(chapter)s %(number)s") % {"chapter": in_language(chapter.name), "number": number} if number else ""
    standing = standing_of(title, state, table.seats.all())
    return Progress(named, standing, None if asked is None else title.view(state, asked))


def _last(slug: str, rows: list[LogRow]) -> LastAction | None:
    for row in sorted(rows, reverse=True):
        (line,) = log_lines(slug, [row], None)
        if not line.silent:
            last = LogLine(line.seq, line.at, line.kind, line.seat, line.cause, line.told[-1:])
            return LastAction(last, floored(line.at))
    return None
