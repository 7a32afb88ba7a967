"""Log lines as sentences. What has happened never changes, so a sentence is rendered once per language and eyes.

{% load happenings %}{% log_event line slug names seat %}
{% log_events lines slug names seat %}                       as the items of a list
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django import template
from django.utils.translation import get_language
from markupsafe import Markup

from games.tables.log import LogLine
from games.templatetags.boards import BOARDS, drawn

register = template.Library()
KEPT = 4096  # sentences of about a kilobyte


@register.simple_tag
def log_event(line: LogLine, slug: str, names: Sequence[str], seat: int | None) -> Markup:
    """One event in plain words for the eyes of `seat`; `names` by seat number."""
    return _sentence(line, slug, tuple(names), seat, get_language() or "")


@register.simple_tag
def log_events(lines: Sequence[LogLine], slug: str, names: Sequence[str], seat: int | None) -> Markup:
    """Many events at once: dozens stand on every table's page."""
    eyes = (slug, tuple(names), seat, get_language() or "")
    return Markup("".join([f'<li data-seq="{line.seq}">{_sentence(line, *eyes)}</li>' for line in lines]))


def _sentence(line: LogLine, slug: str, names: tuple[str, ...], seat: int | None, language: str) -> Markup:
    return _said(line.kind, line.seat, line.cause, line.told, slug, names, seat, language)


@lru_cache(maxsize=KEPT)
def _said(
    kind: str,
    of: int | None,
    cause: str,
    told: Any,
    slug: str,
    names: tuple[str, ...],
    seat: int | None,
    language: str,
) -> Markup:
    line = {"kind": kind, "seat": of, "cause": cause}
    sentences = [drawn(slug, "happening", h=h, names=names, seat=seat) for h in told]
    return BOARDS.draw_shared("log", "event", language, line, sentences, names).strip()
