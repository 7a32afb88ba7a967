"""Times for all pages, which scripts keep up to date and show in the reader's time zone (site/lib/times.js).

{% clock deadline %}               the remaining time
{% clock deadline full=True %}     and the deadline itself
{% moment at %}                    how long ago; the exact time is the tooltip
{% moment at coarse=True %}        if only the hour may be shown
{% moment at full=True %}          the exact time

Rendered in Python instead of a template: it occurs in every fragment and fifty times in a list, and as a template it
took a twentieth of the time of a move.
"""

from datetime import datetime

from django import template
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime, now
from django.utils.translation import gettext

from games.tables.templatetags.formatting import instant, left, time_since, zone

register = template.Library()

_CLOCK = '<time class="clock" datetime="{}" data-deadline title="{} {}"> <span class="clock__left">{}</span> {}</time>'
_MOMENT = '<time datetime="{}" data-moment="{}" title="{}">{}</time>'
_UNTIL = '<span class="clock__at"> {} </span> '


@register.simple_tag
def clock(deadline: datetime | None, *, full: bool = False) -> SafeString | str:
    """Render the remaining time in whole units; a script counts it down. `full` adds the deadline. "" without one."""
    if deadline is None:
        return ""
    local_time = localtime(deadline)
    name, until = zone(local_time), ""
    if full:
        at = date_format(local_time, "SHORT_DATETIME_FORMAT")
        until = format_html(_UNTIL, gettext("until %(at)s %(zone)s") % {"at": at, "zone": name})
    return format_html(
        _CLOCK, instant(deadline), date_format(local_time, "DATETIME_FORMAT"), name, left(deadline), until
    )


@register.simple_tag
def moment(at: datetime, *, coarse: bool = False, full: bool = False) -> SafeString:
    local_time = localtime(at)
    whole = f"{date_format(local_time, 'DATETIME_FORMAT')} {zone(local_time)}"
    title = gettext("%(at)s, to the hour") % {"at": whole} if coarse else whole
    kind = "coarse" if coarse else "full" if full else ""
    return format_html(_MOMENT, instant(at), kind, title, whole if full else time_since(at, now(), coarse=coarse))
