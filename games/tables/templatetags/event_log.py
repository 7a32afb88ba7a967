"""Log lines as sentences. Events never change, so a sentence is rendered once per language and reader.

{% load happenings %}{% log_event line slug names seat %}
{% log_content said slug names seat %}                       without number and time
{% log_events lines slug names seat %}                       as list items
"""

from collections.abc import Sequence
from functools import lru_cache

from django import template
from django.utils.translation import get_language
from markupsafe import Markup

from games.rendering.log_lines import LogContent, LogLine
from games.tables.templatetags.game_templates import BOARDS

register = template.Library()
MAX_CACHED_SENTENCES = 4096  # of about a kilobyte each


@register.simple_tag
def log_event(line: LogLine, slug: str, names: Sequence[str], seat: int | None) -> Markup:
    """Render an event as a sentence for the reader at `seat`; `names` by seat number."""
    return _sentence(line, slug, tuple(names), seat, get_language() or "")


@register.simple_tag
def log_content(content: LogContent, slug: str, names: Sequence[str], seat: int | None) -> Markup:
    """Render a sentence for a hypothetical event."""
    return _render_sentence(content, slug, get_language() or "", tuple(names), seat)


@register.simple_tag
def log_events(lines: Sequence[LogLine], slug: str, names: Sequence[str], seat: int | None) -> Markup:
    """Render many events in one call, since every table page shows dozens."""
    perspective = (slug, tuple(names), seat, get_language() or "")
    return Markup("".join([f'<li data-seq="{line.seq}">{_sentence(line, *perspective)}</li>' for line in lines]))


def _sentence(line: LogLine, slug: str, names: tuple[str, ...], seat: int | None, language: str) -> Markup:
    return _render_sentence(line.content, slug, language, names, seat)


@lru_cache(maxsize=MAX_CACHED_SENTENCES)
def _render_sentence(content: LogContent, slug: str, language: str, names: tuple[str, ...], seat: int | None) -> Markup:
    return BOARDS.render_log_line(content, slug, language, names, seat)
