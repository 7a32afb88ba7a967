"""Rows of table lists, for one reader."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from games.catalog import registry
from games.clocks.time_control import TimeControl
from games.engine.metadata import GameMetadata
from games.engine.state import View
from games.tables.access import is_solo
from games.tables.clocks.coarse_times import coarsen_deadline, coarsen_time
from games.tables.labels import inline_name, localize_text, seat_name
from games.tables.models import Result, Seat, Table
from games.tables.premoves.selectors import PremovePanel, get_premove_panel
from games.tables.selectors.progress import Progress, get_progress


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table with position, and its seats in order with users and premoves, all loaded."""

    table: Table
    seats: list[Seat]

    def get_own_seat(self, user_id: int | None) -> Seat | None:
        return next((seat for seat in self.seats if user_id is not None and seat.user_id == user_id), None)


@dataclass(frozen=True, slots=True)
class Score:
    """A score in the game's unit, and its place among `seats`."""

    score: int
    unit: str
    place: int
    seats: int


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a table list."""

    id: str
    slug: str
    game_name: str
    status: str
    status_name: str
    frozen: bool
    seats_taken: int
    seats_total: int
    others: list[str]  # names of everyone but the reader
    my_turn: bool
    my_seat: int | None
    resigned: bool
    deadline: datetime | None  # the reader's, or else the earliest of those being waited for
    time_control: TimeControl  # no clock if no one waits
    since: datetime | None
    is_mine: bool
    chapter: str = ""
    score: Score | None = None
    view: View[Any, Any] | None = None  # the reader's, if it is their turn or they can plan ahead
    plan: PremovePanel | None = None
    outcome: str = ""
    awaited: list[str] = field(default_factory=list)  # names of those being waited for
    paused: bool = False
    name: str = ""  # given by the host
    can_start: bool = False  # full, and the reader can start the match
    reveal_until: datetime | None = None  # a strict table waits for the reader's client seed


def list_running_rows(
    tables: Sequence[ListedTable], user_id: int | None, *, with_premoves: bool = False
) -> list[TableRow]:
    """Build rows with the progress of the matches, and premove panels if `with_premoves`. No query."""
    return [_build_running_row(listed, user_id, with_premoves) for listed in tables]


def _build_running_row(listed: ListedTable, user_id: int | None, with_premoves: bool) -> TableRow:
    table, own_seat = listed.table, listed.get_own_seat(user_id)
    if table.status != Table.Status.RUNNING:
        return build_table_row(listed, user_id)
    may_act = own_seat is not None and own_seat.is_person and table.is_in_play
    plans = with_premoves and may_act and not is_solo(listed.seats)
    sees = own_seat is not None and may_act and (plans or own_seat.question_seq is not None)
    row = build_table_row(
        listed, user_id, get_progress(table, listed.seats, own_seat.number if own_seat and sees else None)
    )
    if own_seat is None or not plans:
        return row
    return replace(row, plan=get_premove_panel(registry.get_game(table.game_slug), row.view, own_seat))


def build_table_row(
    listed: ListedTable,
    user_id: int | None,
    progress: Progress | None = None,
    result: Result | None = None,
) -> TableRow:
    """Build the row of a table."""
    table, seats, own_seat = listed.table, listed.seats, listed.get_own_seat(user_id)
    meta = registry.list_metadata()[table.game_slug]
    my_turn = own_seat is not None and _is_to_act(table, own_seat)
    alone = table.status == Table.Status.RUNNING and is_solo(seats)
    return TableRow(
        id=table.public_id,
        slug=table.game_slug,
        game_name=localize_text(meta.name),
        status=table.status,
        status_name=table.get_status_display(),
        frozen=table.frozen_at is not None,
        seats_taken=sum(not seat.is_vacant for seat in seats),
        seats_total=len(seats),
        others=[seat_name(seat) for seat in seats if not seat.is_vacant and seat is not own_seat],
        my_turn=my_turn,
        my_seat=own_seat.number if own_seat else None,
        resigned=own_seat is not None and own_seat.has_resigned,
        deadline=_deadline(listed, own_seat if my_turn else None) if table.is_in_play and not alone else None,
        time_control=TimeControl(0) if alone else table.time_control,
        since=result.ended_at if result else table.changed_at and coarsen_time(table, table.changed_at),
        is_mine=own_seat is not None,
        chapter=progress.chapter if progress else "",
        score=_score(meta, own_seat, progress, result, len(seats)),
        view=progress.view if progress else None,
        outcome=result.outcome if result else "",
        paused=table.paused_at is not None,
        name=table.name,
        can_start=_is_to_start(table, seats, own_seat),
        reveal_until=table.reveal_deadline if own_seat is not None and not own_seat.client_seed else None,
        awaited=[
            inline_name(seat_name(seat)) for seat in seats if seat.question_seq is not None and seat is not own_seat
        ],
    )


def _is_to_start(table: Table, seats: Sequence[Seat], own_seat: Seat | None) -> bool:
    is_waiting = table.status == Table.Status.OPEN and table.frozen_at is None and not table.is_strict
    is_full = not any(seat.is_vacant for seat in seats)
    return is_waiting and is_full and own_seat is not None and own_seat.user_id == table.host_id


def _deadline(listed: ListedTable, to_act: Seat | None) -> datetime | None:
    if to_act is not None:
        return coarsen_deadline(listed.table, to_act.deadline, is_own=True)
    deadlines = [seat.deadline for seat in listed.seats if seat.question_seq is not None and seat.deadline]
    return coarsen_deadline(listed.table, min(deadlines, default=None), is_own=False)


def _is_to_act(table: Table, seat: Seat) -> bool:
    return table.is_in_play and seat.question_seq is not None and seat.is_person and not seat.has_due_premove


def _score(
    meta: GameMetadata, own_seat: Seat | None, progress: Progress | None, result: Result | None, seats: int
) -> Score | None:
    """Return the reader's current score, or the score of the result."""
    unit = localize_text(meta.unit)
    if result is not None:
        if result.place is None or result.score is None:
            return None
        return Score(result.score, unit, result.place, seats)
    if own_seat is None or progress is None:
        return None
    standing = progress.standing
    return Score(standing.scores[own_seat.number], unit, standing.places[own_seat.number], seats)
