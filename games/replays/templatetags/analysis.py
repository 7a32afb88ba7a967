"""The strong player's advice in the words that all games share.

{% advice_sentence advice %}     what it would do, by how much, and over how many imagined deals
{% advice_ratings advice who %}  all moves that were looked at, the best first; `who` decided, "": the reader
{% decision_bars page steps %}   a bar for each decision of an `analysis.selectors.AnalysisPage`, as high as it cost
{% decision_rows page steps %}   the same as rows of a table

Links lead to the position; with `steps` the viewer around them goes there by itself.
"""

from typing import Any

from django.template import Library
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from markupsafe import Markup

from games.rendering.advice import AdviceText
from games.replays.analysis.selectors import HEIGHT, AnalysedDecision, AnalysisPage
from games.tables.boards import draw_shared

register = Library()


@register.simple_tag
def advice_sentence(advice: AdviceText) -> Markup:
    return draw_shared("advice", "advice", advice)


@register.simple_tag
def advice_ratings(advice: AdviceText, name: str = "") -> Markup:
    return draw_shared("advice", "ratings", advice, name)


@register.simple_tag
def decision_bars(page: AnalysisPage, steps: bool) -> SafeString:
    elements = [f'<path class="decisions__chapters" d="{page.chapter_lines}"/>']
    for bar in page.bars:
        sure = " decisions__bar--sure" if bar.decision.is_sure else ""
        elements.append(
            f'<a {_link(page, bar.decision, steps)} tabindex="-1" data-decision="{bar.decision.n}">'
            f"<title>{escape(_tell(page, bar.decision))}</title>"
            f'<rect class="decisions__place" x="{bar.x}" width="10" height="{HEIGHT + 4}"/>'
            f'<rect class="decisions__bar{sure}" x="{bar.x + 1}" y="{bar.y}" width="8" height="{bar.height}"/></a>'
        )
    return mark_safe("".join(elements))  # numbers, and what is escaped


@register.simple_tag
def decision_rows(page: AnalysisPage, steps: bool) -> SafeString:
    elements = []
    for decision in page.decisions:
        chapter = f'<td class="num">{decision.chapter}</td>' if page.chapter_name else ""
        position = f'<td class="num"><a {_link(page, decision, steps)}>{decision.n}</a></td>'
        elements.append(
            f'<tr><th scope="row" class="num">{decision.number}</th>{chapter}{position}'
            f"<td>{escape(_cost(page, decision))}</td></tr>"
        )
    return mark_safe("".join(elements))  # numbers, and what is escaped


def _link(page: AnalysisPage, decision: AnalysedDecision, steps: bool) -> str:
    step = f' data-n="{decision.n}"' if steps else ""
    return f'href="{page.get_address(decision.n)}"{step}'


def _tell(page: AnalysisPage, decision: AnalysedDecision) -> str:
    return _("Decision %(number)s: %(cost)s") % {"number": decision.number, "cost": _cost(page, decision)}


def _cost(page: AnalysisPage, decision: AnalysedDecision) -> str:
    """What it gave away, in words."""
    if not decision.is_rated:
        return _("not looked at")
    if not decision.cost:
        return _("nothing given away")
    values: dict[str, Any] = {"cost": decision.cost_text, "error": decision.error_text, "unit": page.unit}
    if decision.is_sure:
        return _("gave away %(cost)s ± %(error)s %(unit)s") % values
    return _("perhaps %(cost)s ± %(error)s %(unit)s, uncertain") % values
