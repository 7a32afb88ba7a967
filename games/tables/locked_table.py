"""The session of a locked table, with its seats, game and state, each read at most once.

    with locked_table(public_id) as session:
        …

Every change of a table goes through here: moves, timeouts, bots, seating, moderation. Services change `session.table`
and `session.seats` and append to `session.event_writer`; changes are written once, when the block ends. An exception
rolls everything back.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import cached_property
from operator import attrgetter
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Now

from config.db.compiled_queries import CompiledQuery, get_compiled_update
from config.db.locking import write_transaction
from games.catalog import registry
from games.engine.chance import Chance, derive_chance_key
from games.engine.game import AnyGame, AnyState
from games.tables.access import table_page_relations
from games.tables.errors import ConflictError, ForbiddenError, NotFoundError
from games.tables.event_writer import EventWriter
from games.tables.live.publish import publish_revision
from games.tables.models import BotPriority, Position, Seat, Table

Changes = dict[str, Any]
_TABLE = CompiledQuery(
    lambda public_id: (
        Table.objects.select_for_update(of=("self",), no_key=True)
        .select_related("seed")
        .annotate(clock=Now())
        .filter(public_id=public_id)
    )
)
_SEATS = CompiledQuery(lambda table: Seat.objects.filter(table=table).select_related("user", "premoves"))


def _position(table: Any) -> "QuerySet[Position]":
    """Read the position, annotated with which page relations exist, so that missing rows aren't looked up later."""
    there = {
        f"with_{name}": Exists(_of_table(name).related_model.objects.filter(table=OuterRef("pk")))
        for name in table_page_relations()
    }
    return Position.objects.filter(table=table).annotate(**there)


def _of_table(name: str) -> Any:
    return Table._meta.get_field(name)


_POSITION = CompiledQuery(_position)
TABLE_FIELDS = (
    "status", "host_id", "started_at", "ended_at", "frozen_at", "frozen_reason", "archive_due_at", "rematch_id",
    "void_due_at", "paused_at", "live_since", "proposed_agreement", "agreed_seats", "proposed_at", "replay_visibility",
    "created_at", "reveal_deadline", "broken_off_by_host",
)  # fmt: skip
HOLDER_FIELDS = (
    "user_id", "played_by", "bot_level", "bot_priority", "on_vacation", "client_seed_hash", "client_seed",
    "took_back_in", "has_hint",
)  # fmt: skip
QUESTION_FIELDS = (
    "question_seq", "deadline", "act_at", "leased_until", "bot_attempts", "time_left", "clock_since",
    "time_bank", "timeouts",
)  # fmt: skip


class TableSession:
    """A locked table being changed. `now` is the database's clock, and never goes back at one table."""

    def __init__(self, table: Table, now: datetime) -> None:
        # Never move backwards: a waiter may have read the clock before the current lock holder did, and system clocks
        # get
        # adjusted.
        self.table, self.now = table, max(now, table.changed_at or now)
        self._table_was, self._was_in_play = _values(table, TABLE_FIELDS), table.is_in_play
        self._page_changed = False

    @cached_property
    def seats(self) -> list[Seat]:
        """The seats in order, with users. 1 query."""
        seats = sorted(_SEATS.all(table=self.table.pk), key=attrgetter("number"))
        for seat in seats:
            seat.table = self.table
        self._seats_were = [_values(seat, HOLDER_FIELDS + QUESTION_FIELDS) for seat in seats]
        return seats

    @cached_property
    def game(self) -> AnyGame:
        return registry.get_game(self.table.game_slug)

    @cached_property
    def event_writer(self) -> EventWriter:
        # Query separately instead of joining: after waiting for the lock, PostgreSQL rereads the locked row, but
        # returns
        # joined rows as they were before.
        position = _POSITION.first(table=self.table.pk) if self.table.started_at else None
        for name in table_page_relations() if position else ():
            if not getattr(position, f"with_{name}"):
                _of_table(name).set_cached_value(self.table, None)
        return EventWriter(self.table, self.game, self.now, position)

    @property
    def state(self) -> AnyState:
        """The current state of the match. Only for a table that has been started."""
        assert self.event_writer.snapshot is not None
        return self.event_writer.snapshot.state

    @cached_property
    def chance_key(self) -> bytes:
        return get_chance_key(self.table, self.seats)

    @property
    def chance(self) -> Chance:
        return Chance(self.chance_key)

    def get_seat_for(self, user_id: int | None) -> Seat:
        """Return the person's seat.

        Raise ForbiddenError if they have none, or NotFoundError at private tables, so as not to reveal that one exists.
        """
        own = next((seat for seat in self.seats if user_id is not None and seat.user_id == user_id), None)
        if own is None:
            raise NotFoundError("no-such-table") if self.table.is_participants_only else ForbiddenError("not-seated")
        return own

    def mark_page_changed(self) -> None:
        """Have open pages updated although no event was written."""
        self._page_changed = True

    def save(self) -> None:
        """Write the changes, and notify open pages after the commit."""
        self._write_seats()
        noted = "event_writer" in vars(self) and self.event_writer.flush()
        now = _values(self.table, TABLE_FIELDS)
        changed = [name for name in TABLE_FIELDS if now[name] != self._table_was[name]]
        if not (noted or changed or self._page_changed):
            return
        self.table.revision += 1
        fields = ["last_seq", "digest", "changed_at"] if noted else []
        if noted and self._table_was["status"] == Table.Status.OPEN:
            self.table.lobby_at = self.now
            fields.append("lobby_at")
        get_compiled_update(Table, *map(_field, changed), *fields, "revision")([self.table])
        publish_revision(self.table.public_id, self.table.revision)

    def _write_seats(self) -> None:
        """Write changed seats: one statement for holders, one for questions."""
        if self.table.is_in_play != self._was_in_play:
            self.seats  # noqa: B018  # load the seats: their bots stop or continue
        if "seats" not in vars(self):
            return
        self._set_bot_priority()
        for names in (HOLDER_FIELDS, QUESTION_FIELDS):
            pairs = zip(self.seats, self._seats_were, strict=True)
            changed = [seat for seat, was in pairs if any(getattr(seat, name) != was[name] for name in names)]
            get_compiled_update(Seat, *map(_field, names))(changed)

    def _set_bot_priority(self) -> None:
        """Set the priority of the table's bots.

        People who resigned, forfeited or left their seat to a bot don't wait for bots; those on vacation may still
        play.
        """
        if self.table.status != Table.Status.RUNNING:
            return
        if not self.table.is_in_play:
            priority = BotPriority.STOPPED
        else:
            person_plays = any(seat.is_person for seat in self.seats)
            priority = BotPriority.PERSON_PLAYS if person_plays else BotPriority.BOTS_ALONE
        for seat in self.seats:
            seat.bot_priority = priority


@contextmanager
def locked_table(public_id: str) -> Iterator[TableSession]:
    """Lock the table until the transaction ends, and save its changes. Raises NotFoundError."""
    with write_transaction():
        table: Any = _TABLE.first(public_id=public_id)
        if table is None:
            raise NotFoundError("no-such-table")
        found = TableSession(table, table.clock)
        yield found
        found.save()


def get_chance_key(table: Table, seats: Sequence[Seat]) -> bytes:
    """Derive the key of a table's chance from the server seed and the client seeds of its seats, in order."""
    parts = [seat.client_seed if table.is_strict else seat.client_seed_hash for seat in seats]
    return derive_chance_key(table.public_id, bytes(table.seed.value), parts)


def require_in_play(table: Table) -> None:
    """Raise ConflictError unless the match is running and neither frozen nor paused."""
    require_running(table)
    if table.paused_at is not None:
        raise ConflictError("table-paused")


def require_running(table: Table) -> None:
    """Raise ConflictError unless the match is running and not frozen. It may be paused."""
    if table.is_ended:
        raise ConflictError("table-over")
    if table.status != Table.Status.RUNNING:
        raise ConflictError("not-started")
    if table.frozen_at is not None:
        raise ConflictError("table-frozen")


def require_open(table: Table) -> None:
    """Raise ConflictError unless people may still take and leave seats, and start the match."""
    if table.is_ended:
        raise ConflictError("table-over")
    if table.status != Table.Status.OPEN:
        raise ConflictError("already-started")
    if table.frozen_at is not None:
        raise ConflictError("table-frozen")


def _field(name: str) -> str:
    """Return the field name of an attribute."""
    return name.removesuffix("_id")


def _values(row: Table | Seat, names: tuple[str, ...]) -> Changes:
    return {name: getattr(row, name) for name in names}
