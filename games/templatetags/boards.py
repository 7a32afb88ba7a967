"""Titles' boards for Django's templates.

{% load boards %}
{% drawn slug "table" view=view names=names seats=seats seat=seat standing=standing open=None result=result %}
{{ "normal"|level }}                   a bot's level in words
"""

from datetime import datetime
from functools import cache
from typing import Any

from django.template import Context, Engine, Library
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from markupsafe import Markup

from games.boards.drawing import Boards
from games.boards.paths import of_title

register = Library()


def _clock(deadline: datetime) -> SafeString:
    return render_to_string("components/clock.html", {"deadline": deadline})


BOARDS = Boards(address=static, clock=_clock)


@register.simple_tag
def drawn(slug: str, part: str, **values: Any) -> Markup | SafeString:
    """A title's "table", "hand", "happening", "refusal" or "help", in the active language."""
    if not _is_jinja(slug):
        return Engine.get_default().get_template(f"{slug}/{part}.html").render(Context(values))
    return BOARDS.draw(slug, part, get_language() or "", **values)


@cache
def _is_jinja(slug: str) -> bool:
    return of_title(slug, "templates/table.jinja").is_file()


@register.simple_tag
def refused(code: str, params: dict[str, Any]) -> Markup:
    """The sentence that all titles have for a code of `engine.refusals`."""
    return BOARDS.draw_shared("refusal", "refused", get_language() or "", code, params)


@register.filter
def level(code: str) -> Markup:
    """A bot's level in words."""
    return BOARDS.draw_shared("seat", "level", get_language() or "", code)
