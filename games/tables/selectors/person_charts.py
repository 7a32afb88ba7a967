"""Charts of a person's results: recent form in each game, matches per month, and frequent opponents.

Sizes match the drawings in templates/tables/history/.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time

from django.contrib.auth import get_user_model
from django.db.models import Count, F, Q, QuerySet, Window
from django.db.models.functions import RowNumber, TruncMonth
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.tables.models import Result

FORM = 12  # last matches of a game
MONTHS = 12
OPPONENTS = 8
BAR, MONTH_BAR = 12, 25  # horizontal step
FORM_HEIGHT, MONTH_HEIGHT = 32, 80
PLACE_HEIGHTS = {1: 30, 2: 20, 3: 13}
LOW, LOWEST = 8, 4  # a lower place; resigned
Outcome = Result.Outcome


@dataclass(frozen=True, slots=True)
class FormBar:
    """One of the last matches; a taller bar is a better result."""

    x: int
    y: int
    height: int
    is_won: bool
    words: str


@dataclass(frozen=True, slots=True)
class MonthBar:
    """Matches and wins of a month."""

    x: int
    month: date
    matches: int
    wins: int
    height: int
    won_height: int

    @property
    def words(self) -> str:
        month = date_format(self.month, "YEAR_MONTH_FORMAT")
        number = ngettext("%(n)s match", "%(n)s matches", self.matches) % {"n": self.matches}
        return _("%(month)s: %(matches)s, %(wins)s won") % {"month": month, "matches": number, "wins": self.wins}

    @property
    def y(self) -> int:
        return MONTH_HEIGHT - self.height

    @property
    def won_y(self) -> int:
        return MONTH_HEIGHT - self.won_height

    @property
    def middle(self) -> int:
        return self.x + MONTH_BAR // 2


@dataclass(frozen=True, slots=True)
class Opponent:
    """A frequent opponent."""

    id: str
    name: str
    avatar: str
    is_guest: bool
    matches: int


def get_forms(results: "QuerySet[Result]") -> dict[str, list[FormBar]]:
    """Return the last matches of each game, oldest first. 1 query."""
    number = Window(RowNumber(), partition_by=F("game_slug"), order_by=[F("ended_at").desc(), F("pk").desc()])
    rows = results.annotate(number=number).filter(number__lte=FORM).order_by("game_slug", "-number")
    by_game: dict[str, list[Result]] = defaultdict(list)
    for row in rows:
        by_game[row.game_slug].append(row)
    return {slug: [_form_bar(x, row) for x, row in enumerate(of)] for slug, of in by_game.items()}


def _form_bar(number: int, row: Result) -> FormBar:
    if row.outcome == Outcome.RESIGNED or row.place is None:
        height, words = LOWEST, row.get_outcome_display()
    else:
        height = PLACE_HEIGHTS.get(row.place, LOW)
        is_won = row.outcome == Outcome.WON
        words = row.get_outcome_display() if is_won else _("place %(place)s") % {"place": row.place}
    return FormBar(number * BAR, FORM_HEIGHT - height, height, row.outcome == Outcome.WON, str(words))


def get_months(results: "QuerySet[Result]") -> list[MonthBar]:
    """Return the last twelve months, current one last; empty if there were no matches. 1 query."""
    months = _last_months(timezone.localdate())
    begins = timezone.make_aware(datetime.combine(months[0], time.min))
    counted = (
        results.filter(ended_at__gte=begins)
        .order_by()
        .annotate(month=TruncMonth("ended_at"))
        .values("month")
        .annotate(matches=Count("pk"), wins=Count("pk", filter=Q(outcome=Outcome.WON)))
    )
    by_month = {row["month"].date(): (row["matches"], row["wins"]) for row in counted}
    maximum = max((matches for matches, _wins in by_month.values()), default=0)
    return (
        [_month_bar(x, month, by_month.get(month, (0, 0)), maximum) for x, month in enumerate(months)]
        if maximum
        else []
    )


def _last_months(today: date) -> list[date]:
    last = today.year * 12 + today.month - 1
    return [date(number // 12, number % 12 + 1, 1) for number in range(last - MONTHS + 1, last + 1)]


def _month_bar(number: int, month: date, counted: tuple[int, int], maximum: int) -> MonthBar:
    height, won = (round(MONTH_HEIGHT * count / maximum) for count in counted)
    return MonthBar(number * MONTH_BAR, month, *counted, height, won)


def list_opponents(results: "QuerySet[Result]", person_pk: int, *, is_me: bool) -> Sequence[Opponent]:
    """List the most frequent opponents in these matches. Others see only people with a public profile. 2 queries."""
    is_visible = Q(user__anonymised_at=None)
    if not is_me:
        is_visible &= Q(user__is_guest=False, user__is_active=True, user__is_public=True)
    counted = (
        Result.objects.filter(is_visible, table__in=results.order_by().values("table"))
        .exclude(user=person_pk)
        .order_by()
        .values("user")
        .annotate(matches=Count("pk"))
        .order_by("-matches", "-user")
    )
    matches = {row["user"]: row["matches"] for row in counted[:OPPONENTS]}
    people = get_user_model().objects.in_bulk(matches)
    return [
        Opponent(person.public_id, str(person), person.shown_avatar, person.is_guest, count)
        for pk, count in matches.items()
        if (person := people.get(pk))
    ]
