"""Small things every page needs: names by seat, lengths of time in words, combinations as data, a standing as rows.

How long something takes, is left or is past is put into words here, and in the browser by site/lib/times.js, alike.
"""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext, pgettext

from games.rendering.results import list_result_rows

register = template.Library()
register.filter("ranked", list_result_rows)

MINUTE, HOUR, DAY = 60, 3_600, 86_400
Units = tuple[tuple[int, Callable[[int], str]], ...]
_UNITS: Units = (
    (DAY, lambda n: ngettext("%(n)s day", "%(n)s days", n)),
    (HOUR, lambda n: ngettext("%(n)s hour", "%(n)s hours", n)),
    (MINUTE, lambda n: ngettext("%(n)s minute", "%(n)s minutes", n)),
    (1, lambda n: ngettext("%(n)s second", "%(n)s seconds", n)),
)
# Of a time that runs, where two may stand side by side.
_SHORT_UNITS: Units = (
    (DAY, lambda n: ngettext("%(n)s day", "%(n)s days", n)),
    (HOUR, lambda n: gettext("%(n)s h")),
    (MINUTE, lambda n: gettext("%(n)s min")),
    (1, lambda n: gettext("%(n)s s")),
)
BY_THE_SECOND, BY_THE_MINUTE = 10 * MINUTE, 6 * HOUR  # below them a time that runs is told so finely, above by the hour
BY_DATE = 7 * DAY  # what is longer ago is told by its date


@register.filter
def duration(seconds: int) -> str:
    """A length of time in the largest unit that divides it: 172800 is "2 days", 90 is "90 seconds"."""
    size, words = next(unit for unit in _UNITS if seconds % unit[0] == 0)
    n = seconds // size
    return words(n) % {"n": n}


@register.filter
def pace(seconds: int, increment: int = 0) -> str:
    """A table's clock in words: so many seconds for each decision, or in a bank to which each decision adds some."""
    if not seconds:
        return gettext("no time limit")
    if not increment:
        return gettext("%(time)s per decision") % {"time": duration(seconds)}
    words = {"bank": duration(seconds), "time": duration(increment)}
    return gettext("%(bank)s each, plus %(time)s per decision") % words


@register.filter
def left(deadline: datetime) -> str:
    """How long until then: "2 days 3 h left"."""
    return time_left_text(deadline - timezone.now())


def time_left_text(time: timedelta) -> str:
    """So much time left, in two units at most."""
    if time <= timedelta(0):
        return gettext("time is up")
    return gettext("%(time)s left") % {"time": span(time)}


def span(time: timedelta) -> str:
    """A time that runs, in two units at most and rounded to what matters: a day just begun is "1 day", not 23 hours."""
    seconds = max(1, int(time.total_seconds()))
    step = 1 if seconds < BY_THE_SECOND else MINUTE if seconds < BY_THE_MINUTE else HOUR
    seconds = (seconds + step // 2) // step * step
    parts = []
    for size, words in _SHORT_UNITS:
        count, seconds = divmod(seconds, size)
        if count:
            parts.append(words(count) % {"n": count})
    return parts[0] if len(parts) == 1 else gettext("%(large)s %(small)s") % {"large": parts[0], "small": parts[1]}


def time_since(moment: datetime, now: datetime, *, coarse: bool = False) -> str:
    """How long ago, in the largest whole unit, by its date after a week; also how long until what is still to come.

    `coarse`: all that is told of the moment is the hour it lies in (clocks/coarse_times.py).
    """
    seconds = int((now - moment).total_seconds())
    if seconds >= BY_DATE:
        return date_format(timezone.localtime(moment), pgettext("date format", "M j, Y"))
    if seconds < 0 and not coarse:
        return gettext("in %(time)s") % {"time": span(timedelta(seconds=-seconds))}
    if seconds < (HOUR if coarse else MINUTE):
        return gettext("within the hour") if coarse else gettext("just now")
    size, words = next(unit for unit in _SHORT_UNITS if seconds >= unit[0])
    time = words(seconds // size) % {"n": seconds // size}
    return (gettext("about %(time)s ago") if coarse else gettext("%(time)s ago")) % {"time": time}


@register.filter
def instant(moment: datetime) -> str:
    """For scripts, which show it in the reader's zone: "2026-11-20T17:00:00Z"."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@register.filter(expects_localtime=True)
def zone(moment: datetime) -> str:
    """The name of the zone that times are shown in."""
    return moment.tzname() or ""


@register.filter
def at(items: list[object], index: int | None) -> object:
    """`items[index]`, or "" where there is no such item: names by seat number."""
    return items[index] if index is not None and 0 <= index < len(items) else ""


@register.filter
def named(seats: Iterable[int], names: list[str]) -> str:
    """The names of these seats one after the other: "Ada, Ben", in Japanese "アダ、ベン"."""
    return pgettext("between names", ", ").join(names[seat] for seat in seats)


@register.filter
def listed(plays: Iterable[Iterable[str]]) -> str:
    """Combinations of cards as one text for a data attribute: "3|4 4|5 5 5"."""
    return "|".join(" ".join(cards) for cards in plays)
