"""A person's ended matches, and their public profile."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import reduce
from operator import or_

from django.contrib.auth import get_user_model
from django.db.models import Avg, Count, Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.catalog import registry
from games.tables.labels import localize_text
from games.tables.models import Result, Seat, Table
from games.tables.selectors.person_charts import (
    FormBar,
    MonthBar,
    Opponent,
    get_forms,
    get_months,
    list_opponents,
)
from games.tables.selectors.seed_reveal_stats import StrictTableCounts, get_host_strict_counts
from games.tables.selectors.table_lists import list_result_rows
from games.tables.selectors.table_rows import TableRow
from games.tables.signals import HistoryBuilt, HistorySearched

PAGE = 25
RECENT = 10
NAME_LENGTH = 40
FILTERS = ("title", "result", "who", "since", "until", "text")
YEARS = range(2000, 2100)
NOTHING = Q(pk__in=())
Outcome = Result.Outcome
RESULT_FILTERS = {
    "won": Q(outcome=Outcome.WON),
    "lost": Q(outcome=Outcome.LOST),
    "other": ~Q(outcome__in=(Outcome.WON, Outcome.LOST)),
}
PLAYED_OUTCOMES = (Outcome.WON, Outcome.LOST, Outcome.RESIGNED)


@dataclass(frozen=True, slots=True)
class HistoryFilter:
    """Filter of the history.

    By game, result and dates, by the name of another player (`who`), and by text in chat messages and own notes.
    "" and None match everything.
    """

    title: str = ""
    who: str = ""
    result: str = ""
    since: date | None = None
    until: date | None = None
    text: str = ""

    @classmethod
    def from_query(cls, query: Mapping[str, str]) -> "HistoryFilter":
        """Parse the query of a URL, ignoring invalid values."""
        title, result = query.get("title", ""), query.get("result", "")
        return cls(
            title=title if title in registry.list_metadata() else "",
            who=_words(query.get("who", "")),
            result=result if result in RESULT_FILTERS else "",
            since=_day(query.get("since", "")),
            until=_day(query.get("until", "")),
            text=_words(query.get("text", "")),
        )

    @property
    def kept(self) -> dict[str, str]:
        """The parameters that are set, for URLs."""
        return {name: str(value) for name in FILTERS if (value := getattr(self, name))}


def _words(text: str) -> str:
    return "".join(sign for sign in text if sign.isprintable()).strip()[:NAME_LENGTH]


def _day(text: str) -> date | None:
    try:
        day = parse_date(text)
    except ValueError:
        return None
    return day if day and day.year in YEARS else None


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """A match with links to its moments: pairs of address and name."""

    line: TableRow
    moments: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """Page `number` of `pages`."""

    lines: list[HistoryLine]
    number: int
    pages: int


def _join(parts: Iterable[str]) -> str:
    return pgettext("between names", ", ").join(parts)


@dataclass(frozen=True, slots=True)
class GameStats:
    """A person's statistics for a game; `place` is the average over matches played to the end."""

    slug: str
    name: str
    matches: int
    wins: int
    place: float | None
    form: list[FormBar]

    @property
    def won_percent(self) -> int:
        return round(100 * self.wins / self.matches)

    @property
    def form_in_words(self) -> str:
        return _("Last matches, the oldest first: %s") % _join(bar.words for bar in self.form)


@dataclass(frozen=True, slots=True)
class PersonPage:
    """A person's profile as far as the reader may see it."""

    id: str
    name: str
    avatar: str
    since: datetime | None  # None: only the name is shown
    is_me: bool
    is_public: bool
    matches: int
    stats: list[GameStats]
    recent: list[TableRow]
    strict: StrictTableCounts | None = None  # outcomes of strict tables they hosted
    months: Sequence[MonthBar] = ()
    opponents: Sequence[Opponent] = ()

    @property
    def months_in_words(self) -> str:
        return _join(bar.words for bar in self.months)


def get_history_page(user_id: int, filters: HistoryFilter, number: int) -> HistoryPage:
    """Return page `number` of a person's own ended tables, newest first. 4 queries, plus those of receivers."""
    results = _filter_results(Result.objects.filter(user_id=user_id), user_id, filters)
    pages = max(1, -(-results.count() // PAGE))
    number = min(max(number, 1), pages)
    rows = list_result_rows(results, (number - 1) * PAGE, PAGE, user_id)
    moments: dict[str, list[tuple[str, str]]] = {}
    if ids := [row.id for row in rows if row.is_mine and row.status == Table.Status.FINISHED]:
        HistoryBuilt(ids, moments).send()
    return HistoryPage([HistoryLine(row, moments.get(row.id, [])) for row in rows], number, pages)


def _filter_results(results: "QuerySet[Result]", user_id: int, filters: HistoryFilter) -> "QuerySet[Result]":
    if filters.title:
        results = results.filter(game_slug=filters.title)
    if filters.result:
        results = results.filter(RESULT_FILTERS[filters.result])
    if filters.since:
        results = results.filter(ended_at__gte=_midnight(filters.since))
    if filters.until:
        results = results.filter(ended_at__lt=_midnight(filters.until + timedelta(days=1)))
    if filters.who:
        opponents = Seat.objects.filter(table=OuterRef("table"), user__anonymised_at=None).exclude(user=user_id)
        results = results.filter(Exists(opponents.filter(user__name__icontains=filters.who)))
    if filters.text:
        message = HistorySearched(user_id, filters.text, [])
        message.send()
        results = results.filter(reduce(or_, (Q(table__in=tables) for tables in message.table_queries), NOTHING))
    return results


def _midnight(day: date) -> datetime:
    """Return midnight in the reader's time zone."""
    return timezone.make_aware(datetime.combine(day, time.min))


def get_person_page(public_id: str, reader_id: int | None) -> PersonPage | None:
    """Return a person's profile; None if they don't exist or were anonymised. 10 queries.

    Guests, and people who wish so, show only their name. Others see public tables only; the person sees all of theirs.
    """
    person = get_user_model().objects.filter(public_id=public_id, anonymised_at=None).first()
    if person is None:
        return None
    is_me = person.pk == reader_id
    if not is_me and (person.is_guest or not person.is_active or not person.is_public):
        return PersonPage(public_id, str(person), person.shown_avatar, None, is_me, person.is_public, 0, [], [])
    results = Result.objects.filter(user=person, outcome__in=PLAYED_OUTCOMES, is_rated=True)
    if not is_me:
        results = results.filter(is_public=True)
    stats = _stats(results)
    return PersonPage(
        id=public_id,
        name=str(person),
        avatar=person.shown_avatar,
        since=person.date_joined,
        is_me=is_me,
        is_public=person.is_public,
        matches=sum(line.matches for line in stats),
        stats=stats,
        recent=list_result_rows(results.filter(is_public=True), 0, RECENT, person.pk),
        strict=get_host_strict_counts(person.pk),
        months=get_months(results),
        opponents=list_opponents(results, person.pk, is_me=is_me),
    )


def _stats(results: "QuerySet[Result]") -> list[GameStats]:
    """Return statistics by game, in front-page order. 2 queries."""
    counted = results.order_by().values("game_slug").annotate(
        matches=Count("pk"), wins=Count("pk", filter=Q(outcome=Outcome.WON)), average=Avg("place")
    )  # fmt: skip
    by_title, forms = {row["game_slug"]: row for row in counted}, get_forms(results)
    return [
        GameStats(
            slug=slug,
            name=localize_text(meta.name),
            matches=row["matches"],
            wins=row["wins"],
            place=row["average"],
            form=forms.get(slug, []),
        )
        for slug, meta in registry.list_metadata().items()
        if (row := by_title.get(slug))
    ]
