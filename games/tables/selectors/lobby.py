"""The lobby: public tables to join or to watch, and a version to detect changes."""

from collections import Counter
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import Count, Exists, F, OuterRef, QuerySet, Sum, Window
from django.db.models.functions import RowNumber

from config.db.compiled_queries import CompiledQuery
from games.tables.models import Seat, Table
from games.tables.selectors.table_lists import NOT_ENDED, add_seats, read_tables
from games.tables.selectors.table_rows import TableRow, build_table_row, list_running_rows

OPEN_SHOWN = 50
WATCHED_SHOWN, WATCHED_READ = 10, 40


def list_open_tables(user_id: int | None) -> list[TableRow]:
    """List public tables with vacant seats, latest change first. 1 or 2 queries.

    Limited per host. If there are too many, those of guests are dropped first, since guests are created with a click.
    """
    rows = _OPEN.all()
    rows.sort(key=lambda table: table.lobby_at or table.created_at, reverse=True)
    lines = [build_table_row(listed, user_id) for listed in add_seats(rows)]
    return [line for line in lines if not line.is_mine]


def list_watchable_tables(user_id: int | None) -> list[TableRow]:
    """List others' running public matches, latest start first, limited per host. 3 queries, or 1."""
    hosts, table_pks = Counter[int | None](), list[int]()
    for pk, host in _WATCHED.all(user=user_id):
        hosts[host] += 1
        if hosts[host] <= settings.MAX_LOBBY_TABLES_PER_HOST and len(table_pks) < WATCHED_SHOWN:
            table_pks.append(pk)
    return list_running_rows(read_tables(table_pks), None)


def get_lobby_version(user_id: int | None) -> list[object]:
    """Return what the lobby's lists depend on, without building them. 3 queries, 2 for anonymous users."""
    parts: list[object] = [list(_public(*statement)) for statement in _PUBLIC]
    if user_id is not None:
        own_seats = Seat.objects.filter(NOT_ENDED, user=user_id)
        parts.append(own_seats.aggregate(tables=Count("pk"), revisions=Sum("table__revision")))
    return parts


def _open() -> Any:
    vacant = Seat.objects.filter(table=OuterRef("pk"), played_by=Seat.PlayedBy.NOBODY)
    query = Table.objects.filter(
        Exists(vacant), status=Table.Status.OPEN, visibility=Table.Visibility.PUBLIC, frozen_at=None
    )
    nth = Window(RowNumber(), partition_by=[F("host_id")], order_by=[F("lobby_at").desc(), F("pk").desc()])
    limited = query.annotate(nth=nth).filter(nth__lte=settings.MAX_LOBBY_TABLES_PER_HOST)
    return limited.order_by("host__is_guest", "-lobby_at")[:OPEN_SHOWN]


def _watched(user: Any) -> "QuerySet[Table, tuple[int, int | None]]":
    """Return running public tables where the user has no seat."""
    sits = Exists(Seat.objects.filter(table=OuterRef("pk"), user=user))
    running = Table.objects.filter(
        ~sits, status=Table.Status.RUNNING, visibility=Table.Visibility.PUBLIC, frozen_at=None
    )
    return running.order_by("-lobby_at").values_list("pk", "host_id")[:WATCHED_READ]


def _public(status: str, count: int) -> "QuerySet[Table, tuple[int, datetime | None]]":
    public = Table.objects.filter(visibility=Table.Visibility.PUBLIC, status=status)
    return public.order_by("-lobby_at").values_list("pk", "changed_at")[:count]


_OPEN = CompiledQuery(_open)
_WATCHED = CompiledQuery(_watched)
_PUBLIC = ((Table.Status.OPEN, OPEN_SHOWN), (Table.Status.RUNNING, WATCHED_READ))
