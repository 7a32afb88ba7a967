"""What surrounds a table's board and changes with every move, drawn as boards are: Django's templates took a fifth of
a move for it.

{% load around %}
{% zone %}                    with the board
{% tray oob=True %}           the reader's hand
{% receipt oob=True %}
{% set_seat_player oob=True %}      the clock
{% turns oob=True %}          at how many tables the reader is asked; needs no `page`
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from django.template import Context, Library, RequestContext
from django.template.defaulttags import CsrfTokenNode
from django.urls import reverse
from django.utils.translation import get_language
from markupsafe import Markup

from games.rendering.log_lines import LogLine
from games.tables.templatetags.clocks import clock
from games.tables.templatetags.event_log import log_events
from games.tables.templatetags.formatting import pace
from games.tables.templatetags.game_templates import BOARDS

register = Library()


@register.simple_tag(takes_context=True)
def zone(context: RequestContext) -> Markup:
    return _drawn("board", "board", context["page"], Web(context))


@register.simple_tag(takes_context=True)
def tray(context: RequestContext, oob: bool = False) -> Markup:
    return _drawn("hand_form", "hand_form", context["page"], Web(context), oob)


@register.simple_tag(takes_context=True)
def receipt(context: RequestContext, oob: bool = False) -> Markup:
    return _drawn("table_header", "receipt", context["page"], oob)


@register.simple_tag(takes_context=True)
def played_by(context: RequestContext, oob: bool = False) -> Markup:
    return _drawn("table_header", "pace", context["page"], Web(context), oob)


@register.simple_tag(takes_context=True)
def turns(context: RequestContext, oob: bool = False) -> Markup:
    return _drawn("table_header", "turns", context["turns_shown"](), oob)


def _drawn(file: str, name: str, *values: Any) -> Markup:
    return BOARDS.render_shared(file, name, get_language() or "", *values)


class Web:
    """What these templates ask the site for."""

    clock, pace = staticmethod(clock), staticmethod(pace)

    def __init__(self, context: RequestContext) -> None:
        self._context, self._page = context, context["page"]

    def address(self, name: str) -> str:
        """Of something at this table."""
        return reverse(f"tables:{name}", args=(self._page.id,))

    def drawn(self, part: str, **values: Any) -> Markup:
        """A part of the game's."""
        return BOARDS.render(self._page.slug, part, get_language() or "", **values)

    def included(self, name: str, **values: Any) -> str:
        """A template of Django's: what is seldom there."""
        with self._context.push(**values):
            return self._rendered(name, self._context)

    def told(self, lines: Sequence[LogLine]) -> Markup:
        return log_events(lines, self._page.slug, self._page.names, self._page.my_seat)

    @cached_property
    def csrf(self) -> str:
        return CsrfTokenNode().render(self._context)

    @property
    def next_table(self) -> str:
        return reverse("tables:next")

    @property
    def person(self) -> str:
        return str(getattr(self._context["user"], "public_id", ""))

    @property
    def refusal(self) -> str:
        told = self._context.new({"refusal": self._page.refusal, "slug": self._page.slug})
        return self._rendered("tables/_error_message.html", told)

    @property
    def turns_waiting(self) -> int:
        return self._context["turns_waiting"]()  # type: ignore[no-any-return]

    def _rendered(self, name: str, context: Context) -> str:
        assert self._context.template
        return self._context.template.engine.get_template(name).render(context)
