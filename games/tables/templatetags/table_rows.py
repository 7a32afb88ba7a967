"""Rows of table lists, rendered like boards: with Django templates, a list of fifty took half of its page's time.

{% table_rows rows %}                      a list of rows
{% table_row row moments=kept %}           one row; `moments`: addresses and names of saved moments of its match

Rows are built by `games.tables.selectors.table_rows`.
"""

from collections.abc import Collection, Sequence
from functools import cached_property
from typing import Any

from django.template import Library, RequestContext
from django.template.defaulttags import CsrfTokenNode
from django.urls import reverse
from markupsafe import Markup

from games.tables.boards import draw_emblem, draw_part, draw_shared
from games.tables.formatting import pace
from games.tables.time_elements import draw_clock, draw_moment

register = Library()


class RowsSite:
    """Interface to the site for these templates."""

    clock, moment, pace = staticmethod(draw_clock), staticmethod(draw_moment), staticmethod(pace)
    emblem, render_game = staticmethod(draw_emblem), staticmethod(draw_part)

    def __init__(self, context: RequestContext) -> None:
        self._context = context

    def address(self, table_id: str, status: str) -> str:
        """Return the URL of a row: a finished match's replay, or the table."""
        return reverse("replays:detail" if status == "finished" else "tables:detail", args=(table_id,))

    def premove_address(self, table_id: str, name: str) -> str:
        return reverse(f"tables:{name}", args=(table_id,))

    @cached_property
    def csrf(self) -> str:
        return CsrfTokenNode().render(self._context)

    @cached_property
    def person(self) -> str:
        return str(getattr(self._context.get("user"), "public_id", ""))


@register.simple_tag(takes_context=True)
def table_rows(context: RequestContext, rows: Sequence[Any]) -> Markup:
    return draw_shared("table_row", "table_rows", rows, RowsSite(context))


@register.simple_tag(takes_context=True)
def table_row(context: RequestContext, row: Any, moments: Collection[tuple[str, str]] = ()) -> Markup:
    return draw_shared("table_row", "table_row", row, RowsSite(context), moments)
