"""Lists of a person's tables, the data all lists are built from, and the games as cards."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Case, F, OuterRef, Q, QuerySet, Subquery, Value, When

from config.db.compiled_queries import CompiledQuery
from config.db.value_lists import encode_values, is_one_of
from games.catalog import registry
from games.engine.metadata import GameMetadata
from games.practice.lessons.reader import has_worked_round
from games.tables.access import PREMOVE_FIELDS, SEAT_FIELDS
from games.tables.bots.levels import LevelChoice, list_all_level_choices, list_quick_level_choices
from games.tables.labels import localize_text
from games.tables.models import Result, Seat, Table
from games.tables.selectors.table_rows import ListedTable, TableRow, build_table_row, list_running_rows

MINE_SHOWN = 20  # per page
FINISHED_SHOWN = 5  # the full list is the history
IS_TO_ACT = Q(
    played_by=Seat.PlayedBy.PERSON, question_seq__isnull=False, act_at=None, table__status=Table.Status.RUNNING,
    table__frozen_at=None, table__paused_at=None,
)  # fmt: skip  # excludes seats whose premove is about to answer
NOT_ENDED = Q(table__status__in=(Table.Status.OPEN, Table.Status.RUNNING))


def _order_mine(user: Any) -> "QuerySet[Seat, tuple[int]]":
    """Return the user's tables in list order."""
    resigned = When(played_by=Seat.PlayedBy.BOT_AFTER_RESIGNING, then=Value(2))
    rank = Case(When(IS_TO_ACT, then=Value(0)), resigned, default=Value(1))
    answering = Seat.objects.filter(table=OuterRef("table"), question_seq__isnull=False, deadline__isnull=False)
    until = Case(
        When(rank=0, then=F("deadline")), default=Subquery(answering.order_by("deadline").values("deadline")[:1])
    )
    seats = Seat.objects.filter(NOT_ENDED, user_id=user).annotate(rank=rank, until=until)
    order = ("rank", F("until").asc(nulls_last=True), F("table__changed_at").desc(nulls_last=True), "pk")
    return seats.order_by(*order).values_list("table_id")


# Runs for every lobby and front page.
_FIRST_OF_MINE: CompiledQuery[tuple[int]] = CompiledQuery(lambda user: _order_mine(user)[: MINE_SHOWN + 1])
_FINISHED = CompiledQuery(lambda user: Result.objects.filter(user=user).order_by("-ended_at", "-pk")[:FINISHED_SHOWN])
_TABLES = CompiledQuery(lambda pks: Table.objects.select_related("position").filter(is_one_of("pk", pks)))
_SEATS = CompiledQuery(
    lambda tables: (
        Seat.objects.filter(is_one_of("table", tables))
        .select_related("user", "premoves")
        .only(*SEAT_FIELDS, *PREMOVE_FIELDS)
        .order_by("number")
    )
)


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game on the front page."""

    slug: str
    name: str
    summary: str
    introduction: str
    deck: str
    preview_cards: tuple[str, str, str]
    seats_min: int
    seats_max: int
    seats_default: int

    @property
    def has_worked_round(self) -> bool:
        return has_worked_round(self.slug)

    @property
    def fewest_bots(self) -> int:
        """The minimum number of bots needed to play."""
        return max(1, self.seats_min - 1)

    @property
    def levels(self) -> list[LevelChoice]:
        """The levels for a quick match, weakest first. Loads the rules."""
        return list_quick_level_choices(registry.list_metadata()[self.slug])

    @property
    def all_levels(self) -> list[LevelChoice]:
        """All levels of the game, described for the default number of seats."""
        meta = registry.list_metadata()[self.slug]
        return list_all_level_choices(meta, meta.clean_options({}))


@dataclass(frozen=True, slots=True)
class TableRowPage:
    """Page `number` of `pages` of a list of tables."""

    lines: list[TableRow]
    number: int
    pages: int


def get_game_card(meta: GameMetadata) -> GameCard:
    """Return a game's card in the active language."""
    return GameCard(
        meta.slug, localize_text(meta.name), localize_text(meta.summary), localize_text(meta.introduction),
        meta.deck.name, meta.preview_cards, meta.seats_min, meta.seats_max, meta.seats_default,
    )  # fmt: skip


def list_game_cards() -> list[GameCard]:
    """Return all games, in front-page order. No query."""
    return [get_game_card(meta) for meta in registry.list_metadata().values()]


def list_my_tables(user_id: int, number: int = 1, count: int = MINE_SHOWN) -> TableRowPage:
    """List the user's tables that have not ended: their turn first, resigned last, then by deadline.

    3 queries, 2 more if they don't fit one page.
    """
    first_pks = [pk for (pk,) in _FIRST_OF_MINE.all(user=user_id)]
    total = len(first_pks)
    if number > 1 or total > MINE_SHOWN:
        total = Seat.objects.filter(NOT_ENDED, user_id=user_id).count()
    pages = max(1, -(-total // count))
    number = min(max(number, 1), pages)
    start = (number - 1) * count
    page_pks = [pk for (pk,) in _order_mine(user_id)[start : start + count]] if start else first_pks[:count]
    tables = read_tables(page_pks)
    return TableRowPage(list_running_rows(tables, user_id, with_premoves=True), number, pages)


def list_finished_tables(user_id: int) -> list[TableRow]:
    """List the user's last ended tables, newest first. 1 or 3 queries."""
    return _make_result_rows(_FINISHED.all(user=user_id), user_id)


def list_result_rows(results: "QuerySet[Result]", start: int, count: int, user_id: int | None) -> list[TableRow]:
    """List rows of these results, newest first, as seen by the person they belong to. 3 queries."""
    return _make_result_rows(list(results.order_by("-ended_at", "-pk")[start : start + count]), user_id)


def _make_result_rows(results: Sequence[Result], user_id: int | None) -> list[TableRow]:
    tables = {listed.table.pk: listed for listed in read_tables([row.table_id for row in results])}
    return [build_table_row(tables[row.table_id], user_id, result=row) for row in results]


def list_table_rows(ids: Sequence[int], user_id: int | None) -> list[TableRow]:
    """List rows of these tables, in the given order. 2 queries; none if empty."""
    return list_running_rows(read_tables(ids), user_id)


def get_next_table_id(user_id: int) -> str | None:
    """Return the table that waits for the user most urgently. 1 query."""
    seats = Seat.objects.filter(IS_TO_ACT, user_id=user_id).order_by(F("deadline").asc(nulls_last=True))
    return seats.values_list("table__public_id", flat=True).first()


def get_tablemates(accounts: Collection[int], people: Collection[int]) -> set[int]:
    """Return those of `people` who share an open or running table with any of `accounts`. 1 query."""
    alive = Table.objects.filter(status__in=(Table.Status.OPEN, Table.Status.RUNNING))
    shared_tables = alive.filter(seats__user__in=accounts).values("pk")
    rows = Seat.objects.filter(user__in=people, table__in=shared_tables).exclude(user__in=accounts)
    return set(rows.values_list("user_id", flat=True))


def get_joined_by_link(accounts: Collection[int], people: Collection[int]) -> set[int]:
    """Return those of `people` who joined an unlisted table hosted by any of `accounts`, or vice versa. 2 queries."""
    closed = Table.objects.exclude(visibility=Table.Visibility.PUBLIC)
    hosted = Seat.objects.filter(user__in=people, table__in=closed.filter(host__in=accounts).values("pk"))
    joined = closed.filter(host__in=people, seats__user__in=accounts)
    return {*hosted.values_list("user_id", flat=True), *joined.values_list("host_id", flat=True)}


def read_tables(pks: Sequence[int]) -> list[ListedTable]:
    """Load tables in the given order, with position, seats, users and premoves. 2 queries; none if empty."""
    if not pks:
        return []
    tables = {table.pk: table for table in _TABLES.all(pks=encode_values(pks))}
    return add_seats([tables[pk] for pk in pks if pk in tables])


def add_seats(tables: Sequence[Table]) -> list[ListedTable]:
    """Load the seats of tables. 1 query; none if empty."""
    listed = {table.pk: ListedTable(table, []) for table in tables}
    for seat in _SEATS.all(tables=encode_values(listed)) if listed else ():
        listed[seat.table_id].seats.append(seat)
    return list(listed.values())
