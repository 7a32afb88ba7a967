"""The log of a match for some eyes, in pages and without names."""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from games.rendering.log_lines import LogLine
from games.replays.viewer.name_placeholders import with_name_placeholders
from games.replays.viewer.navigation import Chapters
from games.replays.viewer.perspective import Perspective
from games.tables.labels import inline_names, list_seat_lines
from games.tables.selectors.event_log import list_log_lines
from games.tables.selectors.event_source import list_log_rows

EVENTS_PER_PAGE = 50  # on a page


@dataclass(frozen=True, slots=True)
class ReplayLogPage:
    """A page of the log, without names; 1 begins with the first position, 0 is what a search has found."""

    number: int
    pages: int
    lines: list[LogLine]
    names: list[str]


def get_page_number(look: Perspective, n: int) -> int:
    return (n - look.first) // EVENTS_PER_PAGE + 1


def get_replay_log_page(look: Perspective, number: int) -> ReplayLogPage | None:
    """Return that page of the log; None if there is none. 1 query."""
    pages = get_page_number(look, look.last)
    if not 1 <= number <= pages:
        return None
    after = look.first - 1 + (number - 1) * EVENTS_PER_PAGE
    return ReplayLogPage(
        number, pages, list(list_lines(look, after, min(after + EVENTS_PER_PAGE, look.last))), get_log_names(look)
    )


def get_log_by_chapter(look: Perspective, chapters: Chapters) -> list[tuple[str, list[LogLine]]]:
    """All of it, from chapter to chapter, each with its name and number; "" before the first. 1 query."""
    lines = list_lines(look, look.first - 1, look.last)
    parts = groupby(lines, key=lambda line: bisect_right(chapters.begins, line.seq))
    return [(f"{chapters.name} {number}" if number else "", list(part)) for number, part in parts]


def list_lines(look: Perspective, after: int, until: int) -> Iterable[LogLine]:
    """The lines of events in (after, until] that have something to say. 1 query."""
    table = look.access.table
    lines = list_log_lines(
        table.game_slug, list_log_rows(table, after, until), look.viewpoint.seat, everything=look.viewpoint.open
    )
    return (line for line in lines if not line.is_empty)


def get_log_names(look: Perspective) -> list[str]:
    return inline_names(with_name_placeholders(list_seat_lines(look.access.seats, look.viewpoint.seat)))
