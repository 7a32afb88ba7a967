"""Long lists of the viewer in one go: a template's loop over hundreds of numbers costs more than the page around it.

{% log_steps log.lines slug log.names seat path query hides=n %}   lines with links; hidden what comes after `hides`
{% score_rows chart everything %}
{% chapter_ways chapters path query %}                          links to where they begin, the present one marked
{% moment_ways moments path query %}
{% way replay.ways.first %}                                     a link of the steps
"""

from collections.abc import Sequence
from typing import Any

from django.template import Library
from django.templatetags.static import static
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.rendering.log_lines import LogLine
from games.tables.log_sentences import draw_event

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
    elements = []
    for line in lines:
        n, later = line.seq, " hidden" if hides is not None and line.seq > hides else ""
        link = f'href="{path}{n}/{escape(query)}" data-n="{n}" aria-label="{label % {"n": n}}"'
        sentence = draw_event(line, slug, names, seat)
        elements.append(f'<li data-n="{n}" id="log-{n}"{later}><a class="log__at" {link}>{n}</a>{sentence}</li>')
    return mark_safe("".join(elements))  # the sentences are drawn by games' templates


@register.simple_tag
def score_rows(chart: Any, everything: bool) -> SafeString:
    """The rows of the table of scores, of a `games.replays.viewer.score_chart.Chart`."""
    elements = []
    for n, scores in chart.rows:
        later = " hidden" if n > chart.n and not everything else ""
        cells = "".join(f'<td class="num">{score}</td>' for score in scores)
        elements.append(f'<tr data-n="{n}"{later}><th scope="row" class="num">{n}</th>{cells}</tr>')
    return mark_safe("".join(elements))  # numbers only


@register.simple_tag
def chapter_ways(chapters: Any, path: str, query: str) -> SafeString:
    """The items of a list, of a `games.replays.viewer.navigation.Chapters`."""
    name, escaped_query, elements = escape(chapters.name), escape(query), []
    for number, n in enumerate(chapters.begins, 1):
        here = ' aria-current="true"' if number == chapters.number else ""
        link = f'href="{path}{n}/{escaped_query}" data-n="{n}" aria-label="{name} {number}"{here}'
        elements.append(f"<li><a {link}>{number}</a></li>")
    return mark_safe("".join(elements))  # numbers, and what is escaped


@register.simple_tag
def moment_ways(moments: Sequence[Any], path: str, query: str) -> SafeString:
    """The items of a list, of `games.replays.viewer.key_moments.KeyMoment`."""
    secret, escaped_query, elements = escape(_("a key moment")), escape(query), []
    for moment in moments:
        hides_name, hides_secret = (" hidden", "") if moment.hidden else ("", " hidden")
        name = escape(f"{moment.what}: {moment.who}" if moment.who else moment.what)
        attributes = (" data-secret" if moment.secret else "") + ("" if moment.marked else " hidden")
        elements.append(
            f'<li data-known="{moment.known}"{attributes}>'
            f'<a href="{path}{moment.n}/{escaped_query}" data-n="{moment.n}">'
            f'<span class="moments__n">{moment.n}</span> <span class="moments__what"{hides_name}>{name}</span> '
            f'<span class="moments__later note"{hides_secret}>{secret}</span></a></li>'
        )
    return mark_safe("".join(elements))  # numbers, and what is escaped


@register.simple_tag
def way(link: Any) -> SafeString:
    """A `games.replays.viewer.navigation.NavLink`. At an end it is a link that is disabled: it keeps its name and the
    focus."""
    leads = f'href="{escape(link.address)}"' if link.address else 'role="link" aria-disabled="true" tabindex="0"'
    says = escape(link.says)
    names = f'id="{link.id}" data-replay-target="way" data-go="{link.go}" aria-keyshortcuts="{link.keys}"'
    icon = f'<use href="{static("site/icons.svg")}#{link.icon}"/>'
    return mark_safe(  # names of our own, and what is escaped
        f'<a class="btn btn--quiet" {names} aria-label="{says}" title="{says}" {leads}>'
        f'<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">{icon}</svg></a>'
    )
