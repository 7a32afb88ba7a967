"""Log lines as sentences. Events never change, so a sentence is rendered once per language and reader."""

from collections.abc import Sequence
from functools import lru_cache

from django.utils.translation import get_language
from markupsafe import Markup

from games.rendering.log_lines import LogContent, LogLine
from games.tables.boards import BOARDS

MAX_CACHED_SENTENCES = 4096  # of about a kilobyte each


def draw_event(line: LogLine, slug: str, names: Sequence[str], seat: int | None) -> Markup:
    """Render an event as a sentence for the reader at `seat`; `names` by seat number."""
    return _sentence(line, slug, tuple(names), seat, get_language() or "")


def draw_content(said: LogContent, slug: str, names: Sequence[str], seat: int | None) -> Markup:
    """Render a sentence for a hypothetical event."""
    return _render_sentence(said, slug, get_language() or "", tuple(names), seat)


def draw_events(lines: Sequence[LogLine], slug: str, names: Sequence[str], seat: int | None) -> Markup:
    """Render many events in one call, since every table page shows dozens."""
    eyes = (slug, tuple(names), seat, get_language() or "")
    return Markup("".join([f'<li data-seq="{line.seq}">{_sentence(line, *eyes)}</li>' for line in lines]))


def _sentence(line: LogLine, slug: str, names: tuple[str, ...], seat: int | None, language: str) -> Markup:
    return _render_sentence(line.content, slug, language, names, seat)


@lru_cache(maxsize=MAX_CACHED_SENTENCES)
def _render_sentence(said: LogContent, slug: str, language: str, names: tuple[str, ...], seat: int | None) -> Markup:
    return BOARDS.render_log_line(said, slug, language, names, seat)
