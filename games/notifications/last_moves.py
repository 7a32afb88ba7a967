"""The last move of another player, in a sentence that anyone may read.

It shows only what spectators see and no card, because mails and push messages pass through third parties.
"""

import re
from collections.abc import Sequence
from html import unescape

from django.utils.html import strip_tags
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.engine.event_kinds import MOVE
from games.rendering.log_lines import LogLine
from games.rendering.seats import SeatLine
from games.tables.boards import BOARDS
from games.tables.labels import inline_names
from games.tables.models import Table
from games.tables.selectors.event_log import list_log_lines
from games.tables.selectors.event_source import list_log_rows

EVENTS = 12  # events searched
LENGTH = 160  # longer texts are replaced by "… has played."
_CARD = "data-card"  # an attribute of every rendered card


def describe_last_move(table: Table, own_number: int, seats: Sequence[SeatLine]) -> str:
    """Describe the last move by anyone but `own_number`, if it came after theirs; "" for none. 1 query."""
    rows = list_log_rows(table, max(0, table.last_seq - EVENTS), table.last_seq)
    for line in reversed(list_log_lines(table.game_slug, rows, None)):
        if line.kind == MOVE and line.seat == own_number:
            return ""
        if line.kind == MOVE and line.seat is not None:
            return describe_move(table.game_slug, line, inline_names(seats))
    return ""


def describe_move(game_slug: str, line: LogLine, names: Sequence[str]) -> str:
    """Describe the move as spectators see it; if that shows a card, say only who has played."""
    html = BOARDS.render_log_line(line.content, game_slug, get_language() or "en", names, None)
    text = " ".join(unescape(strip_tags(re.sub(r"</p>", " ", html))).split())
    if _CARD in html or not text or len(text) > LENGTH:
        return _("%(name)s has played.") % {"name": names[line.seat or 0]}
    return text
