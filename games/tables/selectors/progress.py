"""How far running matches are, in short, for lists: what everybody may know, of many tables at once."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.catalog import registry
from games.engine.game import Standing
from games.engine.serialization.canonical_json import parse_json
from games.engine.state import View
from games.tables.gameplay.results import get_standing
from games.tables.labels import localize_text
from games.tables.models import Position, Table


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a match stands: "Round 7", everybody's score; and as its reader sees it, where that is asked for."""

    chapter: str
    standing: Standing
    view: View[Any, Any] | None


def get_progress(tables: Iterable[Table], seats: Mapping[int, int]) -> dict[int, Progress]:
    """By the tables' keys, for those that have begun, their seats having been read; `seats` are those whose view is
    wanted. 1 query.
    """
    found = {table.pk: table for table in tables}
    frames = Position.objects.filter(table__in=found).values_list("table_id", "frame")
    return {pk: _progress(found[pk], frame, seats.get(pk)) for pk, frame in frames}


def _progress(table: Table, frame: str, seat: int | None) -> Progress:
    title = registry.get_game(table.game_slug)
    state = title.read_state(parse_json(frame))
    chapter = title.metadata.chapter
    number = title.get_chapter_number(state.public)
    named = _("%(chapter)s %(number)s") % {"chapter": localize_text(chapter.name), "number": number} if number else ""
    standing = get_standing(title, state, table.seats.all())
    return Progress(named, standing, None if seat is None else title.view(state, seat))
