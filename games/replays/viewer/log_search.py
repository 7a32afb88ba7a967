"""Looking something up in the log of a match: words, cards and names, in what the reader's eyes have seen by then."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from unicodedata import normalize

from django.http import HttpRequest
from django.utils.html import strip_tags
from django.utils.translation import gettext as _

from games.engine.event_kinds import HOUSE, MOVE
from games.rendering.log_lines import LogLine
from games.replays.viewer.log import ReplayLogPage, get_log_names, list_lines
from games.replays.viewer.perspective import Perspective

MAX_LENGTH = 60  # of the search text
KINDS = (MOVE, HOUSE)


@dataclass(frozen=True, slots=True)
class LogSearch:
    """What a reader looks for: words, and lines of one kind ("": of all)."""

    words: str = ""
    kind: str = ""

    def __bool__(self) -> bool:
        return bool(self.words or self.kind)

    @property
    def kinds(self) -> list[tuple[str, str]]:
        """To be chosen from."""
        return [("", _("All lines")), (MOVE, _("Decisions")), (HOUSE, _("Cards and scores"))]


def parse_log_search(request: HttpRequest) -> LogSearch:
    """Read the search from an address; invalid values are ignored."""
    kind = request.GET.get("kind", "")
    return LogSearch(request.GET.get("find", "").strip()[:MAX_LENGTH], kind if kind in KINDS else "")


def search_log(look: Perspective, search: LogSearch, until: int, draw: Callable[[LogLine], str]) -> ReplayLogPage:
    """The lines up to position `until` that match, on one page. `draw` makes a sentence of HTML with names. 1 query."""
    words, all_lines = _plain(search.words), list_lines(look, look.first - 1, until)
    lines = [
        line
        for line in all_lines
        if (not search.kind or line.kind == search.kind) and (not words or words in _plain(strip_tags(draw(line))))
    ]
    return ReplayLogPage(0, 1, lines, get_log_names(look))


def _plain(text: str) -> str:
    """Without what searching is not to depend on: capitals, widths, hyphens and spaces."""
    return re.sub(r"[\s\-\u2010-\u2015]+", "", normalize("NFKC", text).casefold())
