"""One table, locked, with everything about it in hand, each read once.

    with locked_table(public_id) as session:
        …

Whatever changes a table does it here: moves, timeouts, bots, seating, moderation. Services change `session.table` and
`session.seats` and append to `session.event_writer`; what has changed is written once, when the block ends. An error
undoes all of it.
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
    """Says also which of what pages read along with a table there is: where there is none, nobody need look for it."""
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
    "void_due_at", "paused_at", "live_since", "proposed_agreement", "agreed_seats", "replay_visibility",
    "created_at", "reveal_deadline", "broken_off_by_host",
)  # fmt: skip
HOLDER_FIELDS = (
    "user_id", "played_by", "bot_level", "bot_priority", "on_vacation", "client_seed_hash", "client_seed",
    "took_back_in",
)  # fmt: skip
QUESTION_FIELDS = (
    "question_seq", "deadline", "act_at", "leased_until", "bot_attempts", "time_left", "time_bank", "timeouts",
)  # fmt: skip


class TableSession:
    """A locked table at work. `now` is the database's clock, which at one table never goes back."""

    def __init__(self, table: Table, now: datetime) -> None:
        # Whoever waited longest for the lock may have asked for the time before whoever had it; and clocks are set.
        self.table, self.now = table, max(now, table.changed_at or now)
        self._table_was, self._was_in_play = _values(table, TABLE_FIELDS), table.is_in_play
        self._page_changed = False

    @cached_property
    def seats(self) -> list[Seat]:
        """The seats in order, people included. 1 query."""
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
        # Not read with the table: having waited for the lock, PostgreSQL reads the locked row anew, but a joined one
        # as it was before.
        position = _POSITION.first(table=self.table.pk) if self.table.started_at else None
        for name in table_page_relations() if position else ():
            if not getattr(position, f"with_{name}"):
                _of_table(name).set_cached_value(self.table, None)
        return EventWriter(self.table, self.game, self.now, position)

    @property
    def state(self) -> AnyState:
        """Where the match stands. Only for a table that has been started."""
        assert self.event_writer.snapshot is not None
        return self.event_writer.snapshot.state

    @cached_property
    def chance_key(self) -> bytes:
        return get_chance_key(self.table, self.seats)

    @property
    def chance(self) -> Chance:
        return Chance(self.chance_key)

    def get_seat_for(self, user_id: int | None) -> Seat:
        """The person's seat. Whoever has none is refused, and at a secluded table is not even told that it exists."""
        own = next((seat for seat in self.seats if user_id is not None and seat.user_id == user_id), None)
        if own is None:
            raise NotFoundError("no-such-table") if self.table.is_participants_only else ForbiddenError("not-seated")
        return own

    def mark_page_changed(self) -> None:
        """Nothing has happened in the match, but its pages show something else."""
        self._page_changed = True

    def save(self) -> None:
        """Write what has changed, and let the pages know once it is committed."""
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
        """One statement for holders and one for questions."""
        if self.table.is_in_play != self._was_in_play:
            self.seats  # noqa: B018  # read, if they aren't yet: their bots stop, or go on
        if "seats" not in vars(self):
            return
        self._set_bot_priority()
        for names in (HOLDER_FIELDS, QUESTION_FIELDS):
            pairs = zip(self.seats, self._seats_were, strict=True)
            changed = [seat for seat, was in pairs if any(getattr(seat, name) != was[name] for name in names)]
            get_compiled_update(Seat, *map(_field, names))(changed)

    def _set_bot_priority(self) -> None:
        """For whoever has resigned, forfeited or left the seat to a bot nobody hurries; on vacation people may still
        play."""
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
    """The table with its row locked until the transaction ends. Raises NotFoundError."""
    with write_transaction():
        table: Any = _TABLE.first(public_id=public_id)
        if table is None:
            raise NotFoundError("no-such-table")
        found = TableSession(table, table.clock)
        yield found
        found.save()


def get_chance_key(table: Table, seats: Sequence[Seat]) -> bytes:
    """The key of a table's chance, from its seed and what its seats, in order, have added to it."""
    parts = [seat.client_seed if table.is_strict else seat.client_seed_hash for seat in seats]
    return derive_chance_key(table.public_id, bytes(table.seed.value), parts)


def require_in_play(table: Table) -> None:
    """Raises ConflictError unless the match runs, and nobody has frozen or paused it."""
    require_running(table)
    if table.paused_at is not None:
        raise ConflictError("table-paused")


def require_running(table: Table) -> None:
    """Raises ConflictError unless the match runs and nobody has frozen it; its people may have paused it."""
    if table.is_ended:
        raise ConflictError("table-over")
    if table.status != Table.Status.RUNNING:
        raise ConflictError("not-started")
    if table.frozen_at is not None:
        raise ConflictError("table-frozen")


def require_open(table: Table) -> None:
    """Raises ConflictError unless people may still sit down, stand up and start."""
    if table.is_ended:
        raise ConflictError("table-over")
    if table.status != Table.Status.OPEN:
        raise ConflictError("already-started")
    if table.frozen_at is not None:
        raise ConflictError("table-frozen")


def _field(name: str) -> str:
    """The field of an attribute."""
    return name.removesuffix("_id")


def _values(row: Table | Seat, names: tuple[str, ...]) -> Changes:
    return {name: getattr(row, name) for name in names}
