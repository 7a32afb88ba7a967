"""A table as a line of a list, for one reader."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from games.catalog import registry
from games.engine.metadata import Meta
from games.engine.state import View
from games.tables.access import plays_alone
from games.tables.clocks.coarse_times import deadline_told, moment_told
from games.tables.labels import in_language, in_sentence, person_id, seat_name
from games.tables.models import Result, Seat, Table
from games.tables.selectors.progress import LastAction, Progress, last_actions, progress_of


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody at a table: `person` is the id of their page, `level` a bot's that plays the seat."""

    name: str
    level: str
    person: str


@dataclass(frozen=True, slots=True)
class Score:
    """A score in the title's unit, and the place it has among so many."""

    score: int
    unit: str
    place: int
    seats: int


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
    seats_taken: int
    seats_total: int
    names: list[str]  # of everybody, by seat
    others: list[Who]  # everybody but the reader
    my_turn: bool
    my_seat: int | None
    resigned: bool
    deadline: datetime | None
    turn_seconds: int
    since: datetime | None
    mine: bool
    chapter: str = ""
    score: Score | None = None
    asked: View[Any, Any] | None = None  # what `asked.jinja` of the title puts into words, if it is the reader's turn
    last: LastAction | None = None
    outcome: str = ""
    awaited: list[str] = field(default_factory=list)  # the people and bots it waits for
    increment_seconds: int = 0
    paused: bool = False
    part_until: datetime | None = None  # a strict table waits for the reader's part in the shuffle

    @property
    def other_names(self) -> list[str]:
        return [who.name for who in self.others]


def running_lines(tables: Sequence[Table], user_id: int | None) -> list[TableLine]:
    """Lines that tell how far the matches are. 2 queries."""
    begun = [table for table in tables if table.status == Table.Status.RUNNING]
    asked = {table.pk: own.number for table in begun if (own := _own(table, user_id)) and _is_asked(table, own)}
    progress, actions = (progress_of(begun, asked), last_actions(begun)) if begun else ({}, {})
    return [line(table, user_id, progress.get(table.pk), actions.get(table.pk)) for table in tables]


def line(
    table: Table,
    user_id: int | None,
    progress: Progress | None = None,
    last: LastAction | None = None,
    result: Result | None = None,
) -> TableLine:
    """The line of a table whose seats and people have been read."""
    seats = list(table.seats.all())
    own = _own(table, user_id)
    meta = registry.metas()[table.title]
    my_turn = own is not None and _is_asked(table, own)
    alone = table.status == Table.Status.RUNNING and plays_alone(seats)
    return TableLine(
        id=table.public_id,
        slug=table.title,
        title_name=in_language(meta.name),
        deck=meta.deck.name,
        fan=meta.fan,
        status=table.status,
        status_name=table.get_status_display(),
        frozen=table.frozen_at is not None,
        seats_taken=sum(not seat.vacant for seat in seats),
        seats_total=len(seats),
        names=[in_sentence(seat_name(seat), is_me=seat is own) for seat in seats],
        others=[
            Who(seat_name(seat), seat.bot, person_id(seat)) for seat in seats if not seat.vacant and seat is not own
        ],
        my_turn=my_turn,
        my_seat=own.number if own else None,
        resigned=own is not None and own.resigned,
        deadline=deadline_told(table, own.deadline, own=True) if own is not None and my_turn and not alone else None,
        turn_seconds=0 if alone else table.turn_seconds,
        since=result.ended_at if result else table.changed_at and moment_told(table, table.changed_at),
        mine=own is not None,
        chapter=progress.chapter if progress else "",
        score=_score(meta, own, progress, result, len(seats)),
        asked=progress.asked if progress else None,
        last=last,
        outcome=result.outcome if result else "",
        increment_seconds=0 if alone else table.increment_seconds,
        paused=table.paused_at is not None,
        part_until=table.open_until if own is not None and not own.phrase else None,
        awaited=[in_sentence(seat_name(seat)) for seat in seats if seat.asked is not None and seat is not own],
    )


def _own(table: Table, user_id: int | None) -> Seat | None:
    return next((seat for seat in table.seats.all() if user_id is not None and seat.user_id == user_id), None)


def _is_asked(table: Table, seat: Seat) -> bool:
    return table.in_play and seat.asked is not None and seat.played_by_person and not seat.planning


def _score(meta: Meta, own: Seat | None, progress: Progress | None, result: Result | None, seats: int) -> Score | None:
    """How the reader stands, or how it ended for whom the result is."""
    unit = in_language(meta.unit)
    if result is not None:
        if result.place is None or result.score is None:
            return None
        return Score(result.score, unit, result.place, seats)
    if own is None or progress is None:
        return None
    standing = progress.standing
    return Score(standing.scores[own.number], unit, standing.places[own.number], seats)
