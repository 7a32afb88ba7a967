"""Progress of a running match, in short, for lists."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.catalog import registry
from games.engine.game import Standing
from games.engine.serialization.canonical_json import parse_json
from games.engine.state import View
from games.tables.gameplay.results import get_standing
from games.tables.labels import localize_text
from games.tables.models import Seat, Table


@dataclass(frozen=True, slots=True)
class Progress:
    """State of a match: "Round 7", the scores, and the view of the reader if requested."""

    chapter: str
    standing: Standing
    view: View[Any, Any] | None


def get_progress(table: Table, seats: Iterable[Seat], viewer: int | None) -> Progress | None:
    """Return the progress of a started table whose position is loaded, with the view of seat `viewer`. No query."""
    position = getattr(table, "position", None)
    if position is None:
        return None
    game = registry.get_game(table.game_slug)
    state = game.read_state(parse_json(position.frame))
    chapter = game.metadata.chapter
    number = game.get_chapter_number(state.public)
    named = _("%(chapter)s %(number)s") % {"chapter": localize_text(chapter.name), "number": number} if number else ""
    return Progress(named, get_standing(game, state, seats), None if viewer is None else game.view(state, viewer))
