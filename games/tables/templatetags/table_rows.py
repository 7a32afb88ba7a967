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
from django.utils.translation import get_language
from markupsafe import Markup

from games.tables.templatetags.clocks import clock, moment
from games.tables.templatetags.formatting import pace
from games.tables.templatetags.game_templates import BOARDS, emblem

register = Library()


class RowsSite:
    """Interface to the site for these templates."""

    clock, moment, pace = staticmethod(clock), staticmethod(moment), staticmethod(pace)
    emblem = staticmethod(emblem)

    def __init__(self, context: RequestContext) -> None:
        self._context = context

    def address(self, table_id: str, status: str) -> str:
        """Return the URL of a row: a finished match's replay, or the table."""
        return reverse("replays:detail" if status == "finished" else "tables:detail", args=(table_id,))

    def premove_address(self, table_id: str, name: str) -> str:
        return reverse(f"tables:{name}", args=(table_id,))

    def render_game(self, slug: str, part: str, **values: Any) -> Markup:
        """Render a part of the game's templates."""
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
