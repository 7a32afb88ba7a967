"""Lists of tables: the lobby's and one's own."""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from games import catalog
from games.engine.meta import Meta
from games.prepared import Param, Prepared
from games.tables.models import Seat, Table
from games.tables.names import in_language, seat_name

OPEN_SHOWN = 50
MINE_SHOWN = 100
FINISHED_SHOWN = 20
# Every page counts somebody's.
_TURNS = Prepared(
    lambda: (
        Seat.objects.filter(
            user=Param("user"), bot="", asked__isnull=False, table__status=Table.Status.RUNNING, table__frozen_at=None
        )
        .order_by()
        .values("user")
        .annotate(turns=Count("pk"))
        .values_list("turns")
    )
)


@dataclass(frozen=True, slots=True)
class TitleCard:
    """A title on the front page."""

    slug: str
    name: str
    summary: str
    deck: str
    fan: tuple[str, str, str]
    seats_min: int
    seats_max: int
    seats_default: int


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table in a list."""

    id: str
    slug: str
    title_name: str
    deck: str
    fan: tuple[str, str, str]
    status: str
    status_name: str
    frozen: bool
    host: str
    seats_taken: int
    seats_total: int
    names: list[str]
    my_turn: bool
    deadline: datetime | None
    turn_seconds: int
    visibility: str
    since: datetime | None
    mine: bool


def title_card(meta: Meta) -> TitleCard:
    """A title's card in the reader's language."""
    return TitleCard(
        meta.slug, in_language(meta.name), in_language(meta.summary), meta.deck.name, meta.fan,
        meta.seats_min, meta.seats_max, meta.seats_default,
    )  # fmt: skip


def title_cards() -> list[TitleCard]:
    """All titles, in front-page order. No query."""
    return [title_card(meta) for meta in catalog.metas().values()]


def tables_open(user_id: int | None) -> list[TableLine]:
    """Public tables that wait for people, newest change first; a few of each host's at most. 2 queries.

    Should there be more than a page holds, those of full accounts are kept: guests are made with a click.
    """
    vacant = Seat.objects.filter(table=OuterRef("pk"), user=None, bot="")
    query = Table.objects.filter(
        Exists(vacant), status=Table.Status.OPEN, visibility=Table.Visibility.PUBLIC, frozen_at=None
    )
    nth = Window(RowNumber(), partition_by=[F("host_id")], order_by=[F("changed_at").desc(), F("pk").desc()])
    few = query.annotate(nth=nth).filter(nth__lte=settings.LOBBY_TABLES_PER_HOST)
    rows = list(_with_seats(few.order_by("host__is_guest", "-changed_at"))[:OPEN_SHOWN])
    rows.sort(key=lambda table: table.changed_at or table.created_at, reverse=True)
    lines = [_line(table, user_id) for table in rows]
    return [line for line in lines if not line.mine]


def tables_mine(user_id: int) -> list[TableLine]:
    """Tables somebody sits at that have not ended: theirs to act first, nearest deadline on top. 2 queries."""
    alive = Q(table__status=Table.Status.OPEN) | Q(table__status=Table.Status.RUNNING)
    seats = Seat.objects.filter(alive, user_id=user_id)
    order = (F("deadline").asc(nulls_last=True), F("table__changed_at").desc(nulls_last=True))
    ids = list(seats.order_by(*order).values_list("table_id", flat=True)[:MINE_SHOWN])
    lines = [_line(table, user_id) for table in _in_order(ids)]
    return sorted(lines, key=lambda line: not line.my_turn)


def tables_finished(user_id: int) -> list[TableLine]:
    """Somebody's last ended tables, newest first. 3 queries."""
    ended = (Table.Status.FINISHED, Table.Status.VOIDED, Table.Status.ABANDONED)
    query = Table.objects.filter(seats__user_id=user_id, status__in=ended).order_by("-ended_at")
    return [_line(table, user_id) for table in _with_seats(query)[:FINISHED_SHOWN]]


def play_together(one_id: int, other_id: int) -> bool:
    """Whether two different people share a table that has not ended. 1 query."""
    alive = Table.objects.filter(status__in=(Table.Status.OPEN, Table.Status.RUNNING))
    return one_id != other_id and alive.filter(seats__user=one_id).filter(seats__user=other_id).exists()


def turns_waiting(user_id: int) -> int:
    """At how many tables it is this person's turn. 1 query."""
    return sum(turns for (turns,) in _TURNS.all(user=user_id))


def _with_seats(query: "QuerySet[Table]") -> "QuerySet[Table]":
    seats = Seat.objects.select_related("user").order_by("number")
    return query.select_related("host").prefetch_related(Prefetch("seats", queryset=seats))


def _in_order(ids: list[int]) -> list[Table]:
    found = {table.pk: table for table in _with_seats(Table.objects.filter(pk__in=ids))}
    return [found[pk] for pk in ids if pk in found]


def _line(table: Table, user_id: int | None) -> TableLine:
    seats = list(table.seats.all())
    own = next((seat for seat in seats if user_id is not None and seat.user_id == user_id), None)
    meta = catalog.metas()[table.title]
    running = table.status == Table.Status.RUNNING and table.frozen_at is None
    my_turn = running and own is not None and own.asked is not None and not own.bot
    return TableLine(
        id=table.public_id,
        slug=table.title,
        title_name=in_language(meta.name),
        deck=meta.deck.name,
        fan=meta.fan,
        status=table.status,
        status_name=table.get_status_display(),
        frozen=table.frozen_at is not None,
        host=str(table.host or ""),
        seats_taken=sum(not seat.vacant for seat in seats),
        seats_total=len(seats),
        names=[seat_name(seat) for seat in seats if not seat.vacant],
        my_turn=my_turn,
        deadline=own.deadline if own is not None and my_turn else None,
        turn_seconds=table.turn_seconds,
        visibility=table.visibility,
        since=table.changed_at,
        mine=own is not None,
    )
