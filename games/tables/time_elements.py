"""`<time>` elements, which scripts keep up to date and show in the reader's time zone (site/lib/times.js).

Rendered in Python instead of a template: they occur in every fragment and fifty times in a list, and as a template they
took a twentieth of the time of a move.
"""

from datetime import datetime

from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime, now
from django.utils.translation import gettext

from games.tables.formatting import instant, left, time_since, zone

_CLOCK = '<time class="clock" datetime="{}" data-deadline title="{} {}"> <span class="clock__left">{}</span> {}</time>'
_MOMENT = '<time datetime="{}" data-moment="{}" title="{}">{}</time>'
_UNTIL = '<span class="clock__at"> {} </span> '


def draw_clock(deadline: datetime | None, *, full: bool = False) -> SafeString | str:
    """Render the remaining time in whole units; a script counts it down. `full` adds the deadline. "" without one."""
    if deadline is None:
        return ""
    there = localtime(deadline)
    name, until = zone(there), ""
    if full:
        at = date_format(there, "SHORT_DATETIME_FORMAT")
        until = format_html(_UNTIL, gettext("until %(at)s %(zone)s") % {"at": at, "zone": name})
    return format_html(_CLOCK, instant(deadline), date_format(there, "DATETIME_FORMAT"), name, left(deadline), until)


def draw_moment(at: datetime, *, coarse: bool = False, full: bool = False) -> SafeString:
    """Render how long ago it was, with the exact time as the tooltip. `full`: the exact time. `coarse`: to the hour."""
    there = localtime(at)
    whole = f"{date_format(there, 'DATETIME_FORMAT')} {zone(there)}"
    title = gettext("%(at)s, to the hour") % {"at": whole} if coarse else whole
    kind = "coarse" if coarse else "full" if full else ""
    return format_html(_MOMENT, instant(at), kind, title, whole if full else time_since(at, now(), coarse=coarse))
