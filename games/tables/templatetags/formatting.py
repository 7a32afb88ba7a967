"""Small things every page needs: names by seat, lengths of time in words, combinations as data, a standing as rows."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta

from django import template
from django.utils import timezone
from django.utils.translation import gettext, ngettext, pgettext

from games.rendering.results import list_result_rows

register = template.Library()
register.filter("ranked", list_result_rows)

_UNITS: tuple[tuple[int, Callable[[int], str]], ...] = (
    (86400, lambda n: ngettext("%(n)s day", "%(n)s days", n)),
    (3600, lambda n: ngettext("%(n)s hour", "%(n)s hours", n)),
    (60, lambda n: ngettext("%(n)s minute", "%(n)s minutes", n)),
    (1, lambda n: ngettext("%(n)s second", "%(n)s seconds", n)),
)


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
    """How long until then, in the largest whole unit: "2 days left" from two days up to three."""
    return time_left_text(deadline - timezone.now())


def time_left_text(time: timedelta) -> str:
    """So much time left, in the largest whole unit."""
    seconds = int(time.total_seconds())
    if seconds <= 0:
        return gettext("time is up")
    size, words = next(unit for unit in _UNITS if seconds >= unit[0])
    return gettext("%(time)s left") % {"time": words(seconds // size) % {"n": seconds // size}}


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
