"""Tables in a list, drawn as games' boards are: a list of fifty of them by Django's templates took half of its page.

{% table_rows rows %}                      a list of them
{% table_row row moments=kept %}           one; `moments`: addresses and names of what was kept of its match

Rows are what `games.tables.selectors.table_rows` builds.
"""

from collections.abc import Collection, Sequence
from functools import cached_property
from typing import Any

from django.template import Library, RequestContext
from django.template.defaulttags import CsrfTokenNode
from django.urls import reverse
from django.utils.translation import get_language
from markupsafe import Markup

from games.tables.templatetags.clocks import clock, moment
from games.tables.templatetags.formatting import pace
from games.tables.templatetags.game_templates import BOARDS, emblem

register = Library()


class RowsSite:
    """What these templates ask the site for."""

    clock, moment, pace = staticmethod(clock), staticmethod(moment), staticmethod(pace)
    emblem = staticmethod(emblem)

    def __init__(self, context: RequestContext) -> None:
        self._context = context

    def address(self, table_id: str, status: str) -> str:
        """Where a row leads to: a finished match's replay, or the table."""
        return reverse("replays:detail" if status == "finished" else "tables:detail", args=(table_id,))

    def premove_address(self, table_id: str, name: str) -> str:
        return reverse(f"tables:{name}", args=(table_id,))

    def render_game(self, slug: str, part: str, **values: Any) -> Markup:
        """A part of a game's."""
        return BOARDS.render(slug, part, get_language() or "", **values)

    @cached_property
    def csrf(self) -> str:
        return CsrfTokenNode().render(self._context)

    @cached_property
    def person(self) -> str:
        return str(getattr(self._context.get("user"), "public_id", ""))


@register.simple_tag(takes_context=True)
def table_rows(context: RequestContext, rows: Sequence[Any]) -> Markup:
    return BOARDS.render_shared("table_row", "table_rows", get_language() or "", rows, RowsSite(context))


@register.simple_tag(takes_context=True)
def table_row(context: RequestContext, row: Any, moments: Collection[tuple[str, str]] = ()) -> Markup:
    return BOARDS.render_shared("table_row", "table_row", get_language() or "", row, RowsSite(context), moments)
