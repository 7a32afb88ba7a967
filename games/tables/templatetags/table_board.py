"""Parts of the table page that change with every move, rendered with Jinja like boards, each as one string.

The Django page inserts these strings; nothing rendered here uses Django templates again.

{% load table_board %}
{% turn_line %}                 whose turn it is
{% live_bar %}                  while the table plays live
{% previous_board %}            the board before it was cleared
{% board %}                     the game's board
{% recap %}                     events since the reader's last decision
{% hand_form oob=True %}        the reader's hand, around the errors of the last answer:
{% endhand_form %}
{% hint %}                      the strong bot's move
{% receipt oob=True %}
{% table_clock oob=True %}      the current clock
{% turn_badge oob=True %}       the number of tables waiting for the reader; needs no `page`
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from django.template import Library, RequestContext
from django.template.defaulttags import CsrfTokenNode
from django.urls import reverse
from django.utils.translation import get_language
from markupsafe import Markup

from games.catalog import registry
from games.rendering.advice import AdviceText, label_move, write_advice
from games.rendering.log_lines import LogLine
from games.tables.boards import BOARDS, draw_part, draw_shared
from games.tables.formatting import pace
from games.tables.log_sentences import draw_events
from games.tables.time_elements import draw_clock

register = Library()


@register.simple_tag(takes_context=True)
def turn_line(context: RequestContext) -> Markup:
    return draw_shared("turn_line", "turn_line", context["page"], Site(context))


@register.simple_tag(takes_context=True)
def live_bar(context: RequestContext) -> Markup:
    return draw_shared("turn_line", "live_bar", context["page"], Site(context))


@register.simple_tag(takes_context=True)
def previous_board(context: RequestContext) -> Markup:
    return draw_shared(
        "previous_board", "previous_board", context["page"], Site(context), context["page"].previous_board
    )


@register.simple_tag(takes_context=True)
def board(context: RequestContext) -> Markup:
    page = context["page"]
    return Site(context).render_game(
        "table", view=page.view, names=page.names, seats=page.seats, seat=page.my_seat, standing=page.standing,
        open=None, result=page.board_shows_result,
    )  # fmt: skip


@register.simple_tag(takes_context=True)
def recap(context: RequestContext) -> Markup:
    return draw_shared("recap", "recap", Site(context), context["page"].recap)


@register.simple_block_tag(takes_context=True)
def hand_form(context: RequestContext, content: str, oob: bool = False) -> Markup:
    return draw_shared("hand_form", "hand_form", context["page"], Site(context), Markup(content.strip()), oob)


@register.simple_tag(takes_context=True)
def hint(context: RequestContext) -> Markup:
    return draw_shared("hint", "hint", context["page"], Site(context))


@register.simple_tag(takes_context=True)
def receipt(context: RequestContext, oob: bool = False) -> Markup:
    return draw_shared("table_header", "receipt", context["page"], oob)


@register.simple_tag(takes_context=True)
def table_clock(context: RequestContext, oob: bool = False) -> Markup:
    return draw_shared("table_header", "table_clock", context["page"], Site(context), oob)


@register.simple_tag(takes_context=True)
def turn_badge(context: RequestContext, oob: bool = False) -> Markup:
    return draw_shared("table_header", "turn_badge", context["turns_shown"](), oob)


class Site:
    """Interface to the site for these templates."""

    clock, pace = staticmethod(draw_clock), staticmethod(pace)

    def __init__(self, context: RequestContext) -> None:
        self._context, self._page = context, context["page"]

    def address(self, name: str) -> str:
        """Return the URL of a view of this table."""
        return reverse(f"tables:{name}", args=(self._page.id,))

    def rules(self, section: str = "") -> str:
        """Return the URL of a section in the game's rulebook, as this table plays it."""
        anchor = f"#rules-{section}" if section else ""
        return f"{reverse('tables:rules', args=(self._page.slug,))}?table={self._page.id}{anchor}"

    def rules_section(self, section: str) -> str:
        """Return the URL of that section alone."""
        return reverse("tables:rules_section", args=(self._page.slug, section))

    def render_game(self, part: str, **values: Any) -> Markup:
        """Render a part of the game's templates."""
        return draw_part(self._page.slug, part, **values)

    def advice(self, page: Any) -> AdviceText:
        """Return the page's hint in words."""
        language = get_language() or ""
        label = label_move(BOARDS, page.slug, language, page.view)
        return write_advice(page.hint.advice, label, registry.get_game(page.slug).metadata.unit[language])

    def log_events(self, lines: Sequence[LogLine]) -> Markup:
        return draw_events(lines, self._page.slug, self._page.names, self._page.my_seat)

    @cached_property
    def csrf(self) -> str:
        return CsrfTokenNode().render(self._context)

    @property
    def next_table(self) -> str:
        return reverse("tables:next")

    @property
    def goes_to_next_table(self) -> bool:
        return getattr(self._context["user"], "goes_to_next_table", False)

    @property
    def next_table_choice(self) -> str:
        return reverse("tables:goes_to_next_table")

    @property
    def person(self) -> str:
        return str(getattr(self._context["user"], "public_id", ""))

    @property
    def turns_waiting(self) -> int:
        return self._context["turns_waiting"]()  # type: ignore[no-any-return]
