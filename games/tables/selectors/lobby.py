"""The lobby: public tables that wait for people or can be watched, and whether anything in its lists has changed."""

from collections import Counter
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import Count, Exists, F, IntegerField, OuterRef, QuerySet, Sum, Window, prefetch_related_objects
from django.db.models.functions import RowNumber

from config.db.compiled_queries import CompiledQuery, QueryParam
from games.tables.models import Seat, Table
from games.tables.selectors.table_lists import NOT_ENDED, get_tables_in_order, prefetch_seats
from games.tables.selectors.table_rows import TableRow, build_table_row, list_running_rows

OPEN_SHOWN = 50
WATCHED_SHOWN, WATCHED_READ = 10, 40


def list_open_tables(user_id: int | None) -> list[TableRow]:
    """Public tables that wait for people, newest change first; a few of each host's at most. 2 queries.

    Should there be more than a page holds, those of full accounts are kept: guests are made with a click.
    """
    rows = _OPEN.all(few=settings.MAX_LOBBY_TABLES_PER_HOST)
    prefetch_related_objects(rows, prefetch_seats())
    rows.sort(key=lambda table: table.lobby_at or table.created_at, reverse=True)
    lines = [build_table_row(table, user_id) for table in rows]
    return [line for line in lines if not line.mine]


def list_watchable_tables(user_id: int | None) -> list[TableRow]:
    """Public matches of others that run, the last begun first; a few of each host's at most. 4 queries."""
    hosts, few = Counter[int | None](), list[int]()
    for pk, host in _WATCHED.all(user=user_id):
        hosts[host] += 1
        if hosts[host] <= settings.MAX_LOBBY_TABLES_PER_HOST and len(few) < WATCHED_SHOWN:
            few.append(pk)
    return list_running_rows(get_tables_in_order(few), None) if few else []


def get_lobby_version(user_id: int | None) -> list[object]:
    """What the lobby's lists depend on, without making them. 3 queries, or 2 for strangers."""
    parts: list[object] = [query.all() for query in _PUBLIC]
    if user_id is not None:
        parts.append(_REVS.all(user=user_id))
    return parts


def _open() -> Any:
    vacant = Seat.objects.filter(table=OuterRef("pk"), played_by=Seat.PlayedBy.NOBODY)
    query = Table.objects.filter(
        Exists(vacant), status=Table.Status.OPEN, visibility=Table.Visibility.PUBLIC, frozen_at=None
    )
    nth = Window(RowNumber(), partition_by=[F("host_id")], order_by=[F("lobby_at").desc(), F("pk").desc()])
    few = query.annotate(nth=nth).filter(nth__lte=QueryParam("few", IntegerField()))
    return few.order_by("host__is_guest", "-lobby_at")[:OPEN_SHOWN]


def _watched() -> "QuerySet[Table, tuple[int, int | None]]":
    mine = Seat.objects.filter(table=OuterRef("pk"), user=QueryParam("user"))  # nobody's for a stranger, NULL
    query = Table.objects.filter(
        ~Exists(mine), status=Table.Status.RUNNING, visibility=Table.Visibility.PUBLIC, frozen_at=None
    )
    return query.order_by("-lobby_at").values_list("pk", "host_id")[:WATCHED_READ]


def _public(status: str, count: int) -> "QuerySet[Table, tuple[int, datetime | None]]":
    public = Table.objects.filter(visibility=Table.Visibility.PUBLIC, status=status)
    return public.order_by("-lobby_at").values_list("pk", "changed_at")[:count]


# Every lobby that stays open asks these again and again.
_OPEN: CompiledQuery[Table] = CompiledQuery(_open)
_WATCHED = CompiledQuery(_watched)
_PUBLIC = (
    CompiledQuery(lambda: _public(Table.Status.OPEN, OPEN_SHOWN)),
    CompiledQuery(lambda: _public(Table.Status.RUNNING, WATCHED_READ)),
)
_REVS = CompiledQuery(
    lambda: (
        Seat.objects.filter(NOT_ENDED, user=QueryParam("user"))
        .order_by()
        .values("user")
        .annotate(tables=Count("pk"), revs=Sum("table__revision"))
        .values_list("tables", "revs")
    )
)
