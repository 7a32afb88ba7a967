"""The log of a match for some eyes, in pages and without names."""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from games.rendering.log_lines import LogLine
from games.replays.viewer.name_placeholders import without_names
from games.replays.viewer.navigation import Chapters
from games.replays.viewer.perspective import Look
from games.tables.labels import in_sentences, seat_lines
from games.tables.selectors.event_log import log_lines
from games.tables.selectors.event_source import log_rows

LOG_EVENTS = 50  # on a page


@dataclass(frozen=True, slots=True)
class LogStretch:
    """A page of the log, without names; 1 begins with the first position."""

    number: int
    pages: int
    lines: list[LogLine]
    names: list[str]


def log_page_of(look: Look, n: int) -> int:
    return (n - look.first) // LOG_EVENTS + 1


def log_stretch(look: Look, number: int) -> LogStretch | None:
    """That page of the log; None: there is none. 1 query."""
    pages = log_page_of(look, look.last)
    if not 1 <= number <= pages:
        return None
    after = look.first - 1 + (number - 1) * LOG_EVENTS
    return LogStretch(number, pages, list(_lines(look, after, min(after + LOG_EVENTS, look.last))), log_names(look))


def log_in_parts(look: Look, chapters: Chapters) -> list[tuple[str, list[LogLine]]]:
    """All of it, from chapter to chapter, each with its name and number; "" before the first. 1 query."""
    lines = _lines(look, look.first - 1, look.last)
    parts = groupby(lines, key=lambda line: bisect_right(chapters.begins, line.seq))
    return [(f"{chapters.name} {number}" if number else "", list(part)) for number, part in parts]


def _lines(look: Look, after: int, until: int) -> Iterable[LogLine]:
    table = look.access.table
    lines = log_lines(table.title, log_rows(table, after, until), look.eyes.seat, everything=look.eyes.open)
    return (line for line in lines if not line.silent)


def log_names(look: Look) -> list[str]:
    return in_sentences(without_names(seat_lines(look.access.seats, look.eyes.seat)))
