"""Long lists of the viewer in one go: a template's loop over hundreds of numbers costs more than the page around it.

{% log_steps log.lines slug log.names seat path query hides=n %}   lines with links; hidden what comes after `hides`
{% score_rows chart everything %}
"""

from collections.abc import Sequence
from typing import Any

from django.template import Library
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.boards.told import LogLine
from games.templatetags.happenings import log_event

register = Library()


@register.simple_tag
def log_steps(
    lines: Sequence[LogLine],
    slug: str,
    names: Sequence[str],
    seat: int | None,
    path: str,
    query: str,
    hides: int | None,
) -> SafeString:
    """Lines of the log, each with the link to its position under `path`."""
    label = escape(_("Go to step %(n)s"))
    drawn = []
    for line in lines:
        n, later = line.seq, " hidden" if hides is not None and line.seq > hides else ""
        link = f'href="{path}{n}/{escape(query)}" data-n="{n}" aria-label="{label % {"n": n}}"'
        told = log_event(line, slug, names, seat)
        drawn.append(f'<li data-n="{n}"{later}><a class="log__at" {link}>{n}</a>{told}</li>')
    return mark_safe("".join(drawn))  # the sentences are drawn by titles' templates


@register.simple_tag
def score_rows(chart: Any, everything: bool) -> SafeString:
    """The rows of the table of scores, of a `games.replays.chart.Chart`."""
    drawn = []
    for n, scores in chart.rows:
        later = " hidden" if n > chart.n and not everything else ""
        cells = "".join(f'<td class="num">{score}</td>' for score in scores)
        drawn.append(f'<tr data-n="{n}"{later}><th scope="row" class="num">{n}</th>{cells}</tr>')
    return mark_safe("".join(drawn))  # numbers only
