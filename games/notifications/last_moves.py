"""What somebody else did last at a table, in a sentence that anybody may read: made of what spectators see, and without
a card, as mail and push messages go through others' hands."""

import re
from collections.abc import Sequence
from html import unescape

from django.utils.html import strip_tags
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.engine.event_kinds import MOVE
from games.rendering.log_lines import LogLine
from games.rendering.seats import SeatLine
from games.tables.labels import inline_names
from games.tables.models import Table
from games.tables.selectors.event_log import list_log_lines
from games.tables.selectors.event_source import list_log_rows
from games.tables.templatetags.game_templates import BOARDS

EVENTS = 12  # that are looked through
LENGTH = 160  # longer ones say only who played
_CARD = "data-card"  # what every drawn card has


def describe_last_move(table: Table, own: int, seats: Sequence[SeatLine]) -> str:
    """The last decision of anybody but `own`, if it came after theirs; "" for none. 1 query."""
    rows = list_log_rows(table, max(0, table.last_seq - EVENTS), table.last_seq)
    for line in reversed(list_log_lines(table.game_slug, rows, None)):
        if line.kind == MOVE and line.seat == own:
            return ""
        if line.kind == MOVE and line.seat is not None:
            return describe_move(table.game_slug, line, inline_names(seats))
    return ""


def describe_move(slug: str, line: LogLine, names: Sequence[str]) -> str:
    """That event as a spectator reads it; where it shows a card, only that somebody has played."""
    drawn = BOARDS.render_log_line(line.content, slug, get_language() or "en", names, None)
    text = " ".join(unescape(strip_tags(re.sub(r"</p>", " ", drawn))).split())
    if _CARD in drawn or not text or len(text) > LENGTH:
        return _("%(name)s has played.") % {"name": names[line.seat or 0]}
    return text
