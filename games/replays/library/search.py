"""The library: finished public matches and the reader's, found by what they remember.

A page has a constant cost for any number of matches: without a person to search for, at most the next WINDOW listed
matches are searched, newest first, and the reader sees how far back the search went.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, time
from typing import Any, cast

from django.contrib.auth import get_user_model
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.names.confusables import fold_name
from games.catalog import registry
from games.replays.library.filters import (
    LENGTHS,
    RESULTS,
    Cursor,
    LibrarySearch,
    format_cursor,
    get_moment_names,
    level_filter,
    seats_filter,
)
from games.replays.library.small_board import SmallBoard, build_small_board
from games.replays.models import MatchSummary
from games.tables.labels import localize_text, seat_avatar, seat_name
from games.tables.models import Result, Table

PAGE = 24
WINDOW = 2_000  # matches looked through for a page
LISTED = Q(status=Table.Status.FINISHED, replay_visibility=Table.ReplayVisibility.LISTED)
MAX_PEOPLE = 20  # searched together, of people whose names begin alike


@dataclass(frozen=True, slots=True)
class LibraryResult:
    """A match of the library. It contains nothing about the result, which readers may not want to know."""

    id: str
    slug: str
    game_name: str
    names: list[str]  # by seat
    ended_at: datetime
    moves: int
    moments: list[str]
    forked: bool
    sharing: str  # in words, if it is not listed
    board: SmallBoard
    earlier: list["LibraryResult"]  # of the same series, the newest first


@dataclass(frozen=True, slots=True)
class LibraryPage:
    """A page. `next_cursor`: where an older one begins; `searched_until`: it was looked no further back."""

    results: list[LibraryResult]
    next_cursor: str
    searched_until: datetime | None


def search_library(search: LibrarySearch, user_id: int | None) -> LibraryPage:
    """The matches that the reader may find, newest first. At most 8 queries."""
    people = _people(search.who, user_id) if search.who else None
    if people == []:
        return LibraryPage([], "", None)
    condition = _search_filter(search, people)
    listed = Table.objects.filter(LISTED)
    end = None if people else _window_end(listed.filter(_scope(search)))
    since = _until_cursor(end) if end else Q()
    rows = _first(listed.filter(condition, since))
    if user_id is not None:
        own_tables = Table.objects.filter(status=Table.Status.FINISHED, seats__user=user_id)
        rows = _newest({*rows, *_first(own_tables.filter(condition, since))})
    has_more = len(rows) > PAGE
    rows = rows[:PAGE]
    last = (rows[-1][1], rows[-1][2]) if has_more else end
    searched_until = end[0] if end and not has_more else None
    return LibraryPage(_load_results([pk for pk, _, _ in rows]), format_cursor(last) if last else "", searched_until)


def _first(tables: "QuerySet[Table]") -> list[Any]:
    ordered = tables.order_by("-ended_at", "-public_id").values_list("pk", "ended_at", "public_id").distinct()
    return list(ordered[: PAGE + 1])


def _newest(rows: Iterable[tuple[int, datetime, str]]) -> list[tuple[int, datetime, str]]:
    return sorted(rows, key=lambda row: row[1:], reverse=True)[: PAGE + 1]


def _window_end(listed: "QuerySet[Table]") -> Cursor | None:
    """The last listed match that is looked at; None: all are. 1 query, by the index alone."""
    ordered = listed.order_by("-ended_at", "-public_id").values_list("ended_at", "public_id")
    cursor: Cursor | None = next(iter(cast("list[Any]", ordered[WINDOW - 1 : WINDOW])), None)
    return cursor


def _scope(search: LibrarySearch) -> Q:
    """Filter by what the indexes of listed matches contain: the game and the time."""
    scope = Q(game_slug=search.title) if search.title else Q()
    zone = timezone.get_current_timezone()
    if search.since:
        scope &= Q(ended_at__gte=datetime.combine(search.since, time.min, zone))
    if search.until:
        scope &= Q(ended_at__lte=datetime.combine(search.until, time.max, zone))
    if search.before:
        at, public_id = search.before
        scope &= Q(ended_at__lte=at) & ~Q(ended_at=at, public_id__gte=public_id)
    return scope


def _until_cursor(end: Cursor) -> Q:
    return Q(ended_at__gte=end[0]) & ~Q(ended_at=end[0], public_id__lt=end[1])


def _search_filter(search: LibrarySearch, people: list[int] | None) -> Q:
    condition = _scope(search)
    if people:
        results = Result.objects.filter(RESULTS.get(search.result, Q()), user__in=people)
        condition &= Q(pk__in=results.values("table"))
    if search.length:
        condition &= Q(summary__moves__range=LENGTHS[search.length])
    if search.seats:
        condition &= seats_filter(search.seats)
    if search.level:
        condition &= level_filter(search.level)
    if search.moment:
        condition &= Q(summary__moment_kinds__contains=f",{search.moment},")
    return condition


def _people(name: str, user_id: int | None) -> list[int]:
    """Return people whose name begins like that: with a public page, or the reader. 1 query."""
    is_findable = Q(is_guest=False, is_active=True, is_public=True) | Q(pk=user_id)
    begins = get_user_model().objects.filter(is_findable, anonymised_at=None, folded_name__startswith=fold_name(name))
    return list(begins.order_by("folded_name").values_list("pk", flat=True)[:MAX_PEOPLE]) if fold_name(name) else []


def _load_results(ids: list[int]) -> list[LibraryResult]:
    """These matches in order; those of a page that were set up one after the other by a rematch are one. 3 queries."""
    tables = Table.objects.select_related("summary").prefetch_related("seats__user").in_bulk(ids)
    results = {pk: _build_result(tables[pk]) for pk in ids}
    newest: dict[int, int] = {}  # of each match's series, by key
    for pk in ids:
        rematch_pk = tables[pk].rematch_id
        newest[pk] = newest.get(rematch_pk, pk) if rematch_pk is not None else pk
        if newest[pk] != pk:
            results[newest[pk]].earlier.append(results[pk])
    return [results[pk] for pk in ids if newest[pk] == pk]


def _build_result(table: Table) -> LibraryResult:
    meta, outline = registry.list_metadata()[table.game_slug], _outline(table)
    names = get_moment_names()
    seats = sorted(table.seats.all(), key=lambda seat: seat.number)
    assert table.ended_at is not None
    return LibraryResult(
        id=table.public_id,
        slug=table.game_slug,
        game_name=localize_text(meta.name),
        names=[seat_name(seat) for seat in seats],
        ended_at=table.ended_at,
        moves=outline.moves if outline else 0,
        moments=[names[kind] for kind in outline.moment_kinds.strip(",").split(",") if kind in names]
        if outline
        else [],
        forked=table.is_fork,
        sharing=""
        if table.replay_visibility == Table.ReplayVisibility.LISTED
        else table.get_replay_visibility_display(),
        board=build_small_board([seat_avatar(seat) for seat in seats]),
        earlier=[],
    )


def _outline(table: Table) -> MatchSummary | None:
    outline: MatchSummary | None = getattr(table, "summary", None)
    return outline
