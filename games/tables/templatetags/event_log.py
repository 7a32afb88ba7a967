"""Log lines as sentences. What has happened never changes, so a sentence is rendered once per language and eyes.

{% load happenings %}{% log_event line slug names seat %}
{% log_content said slug names seat %}                       the same without its number and time
{% log_events lines slug names seat %}                       as the items of a list
"""

from collections.abc import Sequence
from functools import lru_cache

from django import template
from django.utils.translation import get_language
from markupsafe import Markup

from games.rendering.log_lines import LogContent, LogLine
from games.tables.templatetags.game_templates import BOARDS

register = template.Library()
MAX_CACHED_SENTENCES = 4096  # sentences of about a kilobyte


@register.simple_tag
def log_event(line: LogLine, slug: str, names: Sequence[str], seat: int | None) -> Markup:
    """One event in plain words for the eyes of `seat`; `names` by seat number."""
    return _sentence(line, slug, tuple(names), seat, get_language() or "")


@register.simple_tag
def log_content(said: LogContent, slug: str, names: Sequence[str], seat: int | None) -> Markup:
    """What an event that never was would say."""
    return _render_sentence(said, slug, get_language() or "", tuple(names), seat)


@register.simple_tag
def log_events(lines: Sequence[LogLine], slug: str, names: Sequence[str], seat: int | None) -> Markup:
    """Many events at once: dozens stand on every table's page."""
    eyes = (slug, tuple(names), seat, get_language() or "")
    return Markup("".join([f'<li data-seq="{line.seq}">{_sentence(line, *eyes)}</li>' for line in lines]))


def _sentence(line: LogLine, slug: str, names: tuple[str, ...], seat: int | None, language: str) -> Markup:
    return _render_sentence(line.content, slug, language, names, seat)


@lru_cache(maxsize=MAX_CACHED_SENTENCES)
def _render_sentence(said: LogContent, slug: str, language: str, names: tuple[str, ...], seat: int | None) -> Markup:
    return BOARDS.render_log_line(said, slug, language, names, seat)
