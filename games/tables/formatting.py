"""Times, durations and table clocks in words.

Durations and relative times must be worded as in the browser (site/lib/times.js).
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext, pgettext

from games.clocks.time_control import TimeControl

MINUTE, HOUR, DAY = 60, 3_600, 86_400
Units = tuple[tuple[int, Callable[[int], str]], ...]
_UNITS: Units = (
    (DAY, lambda n: ngettext("%(n)s day", "%(n)s days", n)),
    (HOUR, lambda n: ngettext("%(n)s hour", "%(n)s hours", n)),
    (MINUTE, lambda n: ngettext("%(n)s minute", "%(n)s minutes", n)),
    (1, lambda n: ngettext("%(n)s second", "%(n)s seconds", n)),
)
# For remaining time, where two units are shown together.
_SHORT_UNITS: Units = (
    (DAY, lambda n: ngettext("%(n)s day", "%(n)s days", n)),
    (HOUR, lambda n: gettext("%(n)s h")),
    (MINUTE, lambda n: gettext("%(n)s min")),
    (1, lambda n: gettext("%(n)s s")),
)
# Remaining time is shown in seconds below the first, in minutes below the second, else in hours.
BY_THE_SECOND, BY_THE_MINUTE = 10 * MINUTE, 6 * HOUR
BY_DATE = 7 * DAY  # older times are shown as dates


def duration(seconds: int) -> str:
    """Format a duration in the largest unit that divides it: 172800 is "2 days", 90 is "90 seconds"."""
    size, words = next(unit for unit in _UNITS if seconds % unit[0] == 0)
    n = seconds // size
    return words(n) % {"n": n}


def pace(timing: TimeControl) -> str:
    """Describe a table's clock: time per decision, or a time bank with an increment."""
    if not timing.has_clock:
        return gettext("no time limit")
    seconds, increment = timing.clock
    if not timing.has_time_bank:
        return gettext("%(time)s per decision") % {"time": duration(seconds)}
    words = {"bank": duration(seconds), "time": duration(increment)}
    return gettext("%(bank)s each, plus %(time)s per decision") % words


def left(deadline: datetime) -> str:
    """Format the time until a deadline: "2 days 3 h left"."""
    return time_left_text(deadline - timezone.now())


def time_left_text(time: timedelta) -> str:
    """Format remaining time, in at most two units."""
    if time <= timedelta(0):
        return gettext("time is up")
    return gettext("%(time)s left") % {"time": span(time)}


def span(time: timedelta) -> str:
    """Format a running time in at most two units, rounded to what matters: 23 h 59 min is "1 day"."""
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
    """Format the time since a moment in the largest whole unit; after a week as a date.

    Also the time until a future moment. `coarse`: only the hour of the moment may be shown (clocks/coarse_times.py).
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


def instant(moment: datetime) -> str:
    """Format a datetime for scripts, which show it in the reader's time zone: "2026-11-20T17:00:00Z"."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def zone(moment: datetime) -> str:
    """Return the name of the time zone in which times are shown."""
    return moment.tzname() or ""
