"""Small filters for every page: names by seat, times in words (`games.tables.formatting`), results as rows."""

from collections.abc import Iterable

from django import template
from django.utils.translation import pgettext

from games.rendering.results import list_result_rows
from games.tables import formatting

register = template.Library()
register.filter("ranked", list_result_rows)
register.filter("duration", formatting.duration)
register.filter("pace", formatting.pace)
register.filter("left", formatting.left)
register.filter("instant", formatting.instant)
register.filter("zone", formatting.zone, expects_localtime=True)


@register.filter
def at(items: list[object], index: int | None) -> object:
    """Return `items[index]`, or "" if there is no such item: names by seat number."""
    return items[index] if index is not None and 0 <= index < len(items) else ""


@register.filter
def named(seats: Iterable[int], names: list[str]) -> str:
    """Join the names of these seats: "Ada, Ben", in Japanese "アダ、ベン"."""
    return pgettext("between names", ", ").join(names[seat] for seat in seats)


@register.filter
def listed(plays: Iterable[Iterable[str]]) -> str:
    """Join combinations of cards for a data attribute: "3|4 4|5 5 5"."""
    return "|".join(" ".join(cards) for cards in plays)
