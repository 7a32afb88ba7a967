"""The library's filters, as in its address."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.translation import gettext_lazy as _

from games.catalog import registry
from games.rendering.labels import LEVELS
from games.tables.labels import localize_text
from games.tables.models import Result, Seat

NAME_LENGTH = 40
YEARS = range(2000, 2100)
LENGTHS = {"short": (0, 49), "middle": (50, 199), "long": (200, 1_000_000)}  # decisions
RESULTS = {"won": Q(outcome=Result.Outcome.WON), "second": Q(place=2), "third": Q(place=3)}
SEATS = {"2": (2, 2), "3": (3, 4), "5": (5, 99)}  # how many sit there, from and to
PEOPLE_ONLY = "people"
COMMON_MOMENTS = {"swing": _("largest gain"), "lead": _("takes the lead"), "out": _("is out")}  # as in `viewer`
Cursor = tuple[datetime, str]  # when a match ended, and its public id


@dataclass(frozen=True, slots=True)
class LibrarySearch:
    """The filters; "" and None: all. `result` is that of `who`."""

    title: str = ""
    who: str = ""
    result: str = ""
    since: date | None = None
    until: date | None = None
    length: str = ""
    moment: str = ""
    seats: str = ""
    level: str = ""  # of a bot that plays there, or PEOPLE_ONLY
    before: Cursor | None = None

    @classmethod
    def from_query(cls, query: Mapping[str, str]) -> "LibrarySearch":
        """As an address says it; what means nothing is left out."""
        title, result, length = (query.get(name, "") for name in ("title", "result", "length"))
        who = "".join(sign for sign in query.get("who", "") if sign.isprintable()).strip()[:NAME_LENGTH]
        return cls(
            title=title if title in registry.list_metadata() else "",
            who=who,
            result=result if result in RESULTS and who else "",
            since=_day(query.get("since", "")),
            until=_day(query.get("until", "")),
            length=length if length in LENGTHS else "",
            moment=moment if (moment := query.get("moment", "")) in get_moment_names() else "",
            seats=seats if (seats := query.get("seats", "")) in SEATS else "",
            level=level if (level := query.get("level", "")) in (PEOPLE_ONLY, *LEVELS) else "",
            before=_cursor(query.get("before", "")),
        )

    @property
    def query_params(self) -> dict[str, str]:
        """Return the query of the next page's address."""
        names = ("title", "who", "result", "since", "until", "length", "moment", "seats", "level")
        return {name: str(value) for name in names if (value := getattr(self, name))}


def seats_filter(seats: str) -> Q:
    """Tables with so many seats. They are counted from 0 without a gap."""
    minimum, maximum = SEATS[seats]
    numbered = Seat.objects.filter(table=OuterRef("pk"))
    return Q(Exists(numbered.filter(number=minimum - 1))) & ~Q(Exists(numbered.filter(number=maximum)))


def level_filter(level: str) -> Q:
    """Tables where a bot of that level sits; or no bot."""
    bots = Seat.objects.filter(table=OuterRef("pk"), user=None).exclude(bot_level="")
    return ~Q(Exists(bots)) if level == PEOPLE_ONLY else Q(Exists(bots.filter(bot_level=level)))


def get_moment_names() -> dict[str, Any]:
    """Every kind of key moment, in words."""
    game_moments = {
        kind: localize_text(name) for meta in registry.list_metadata().values() for kind, name in meta.moments.items()
    }
    return {**COMMON_MOMENTS, **game_moments}


def _day(text: str) -> date | None:
    try:
        day = parse_date(text)
    except ValueError:
        return None
    return day if day and day.year in YEARS else None


def _cursor(text: str) -> Cursor | None:
    at, _sep, public_id = text.partition("_")
    try:
        moment = parse_datetime(at)
    except ValueError:
        return None
    if moment is None or moment.tzinfo is None or moment.year not in YEARS:
        return None
    return (moment, public_id) if public_id.isalnum() and public_id.isascii() else None


def format_cursor(cursor: Cursor) -> str:
    return f"{cursor[0].astimezone(UTC):%Y-%m-%dT%H:%M:%S.%fZ}_{cursor[1]}"
