"""Small things every page needs: names by seat, lengths of time in words, combinations as data, a standing as rows."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from django import template
from django.utils import timezone
from django.utils.translation import gettext, ngettext, pgettext

from games.engine.contract import Standing

register = template.Library()

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
def left(deadline: datetime) -> str:
    """How long until then, in the largest whole unit: "2 days left" from two days up to three."""
    seconds = int((deadline - timezone.now()).total_seconds())
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


@dataclass(frozen=True, slots=True)
class ResultRow:
    seat: int | None  # None: the house
    name: str
    place: int
    score: int
    winner: bool


@register.filter
def ranked(standing: Standing, names: list[str]) -> list[ResultRow]:
    """The seats of a standing, and the house where it plays, best place first, ties in seat order.

    The house's name is left to the template.
    """
    rows = [
        ResultRow(seat, names[seat], place, standing.scores[seat], seat in standing.winners)
        for seat, place in enumerate(standing.places)
    ]
    if standing.house is not None:
        won = standing.house_won
        rows.append(ResultRow(None, "", 1 if won else 2, standing.house, won))
    return sorted(rows, key=lambda row: row.place)
