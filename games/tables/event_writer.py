"""Writing events: the one place where the log grows.

A writer collects what one transaction does to a table, then writes all of it at once: events with their snapshots and
digests, the position, the table's counters.

An event's body, version 2, is what the digest covers:

    v, table, seq, kind, seat, cause, time
    move        what was decided, null for what is no decision
    happenings  [{"to": null or seat numbers, "what": …}]
    rules       the number of the rules played by
    state       hashes of the state's parts after it: {"public", "own": one per seat, "hidden"}; null before the start
    data        by kind: of a table set up its game, options, seats, commitment, clock, and that it is strict; of a
                start the seats' phrase hashes, and at a strict table the phrases; of a phrase its hash, or, opened,
                itself; of a table broken off why, and all seats' hashes and phrases; of a bot its level; of a person
                at a seat its holder's mark; of a keyed move its request's hash; of a timeout the deadline and when
                it was found past; of what people have agreed on the seats that did
"""

from datetime import UTC, datetime
from typing import Any

from config.db.compiled_queries import CompiledInsert, get_compiled_update
from games.engine.game import AnyAddressedHappening, AnyGame, AnyState, Move
from games.engine.hash_chain import hash_request, next_digest
from games.engine.serialization.canonical_json import dump_canonical, to_json
from games.tables.models import Event, Position, Table
from games.tables.storage.snapshots import Snapshot, encode_snapshot, load_snapshot, make_snapshot

BODY_VERSION = 2
_EVENTS, _POSITIONS = CompiledInsert(Event), CompiledInsert(Position)


def format_event_time(moment: datetime) -> str:
    """A moment as events write it."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


class EventWriter:
    """The events of one transaction. `table` must be locked; `now` is the database's clock."""

    def __init__(self, table: Table, title: AnyGame, now: datetime, position: Position | None) -> None:
        self.table, self.now, self.position = table, now, position
        self.seq, self.digest = table.last_seq, table.digest
        self.snapshot: Snapshot | None = load_snapshot(title, position.frame) if position else None
        self.seed = bytes(table.seed.value)
        self.events: list[Event] = []

    def append(
        self,
        kind: Event.Kind,
        *,
        cause: Event.Cause,
        seat: int | None = None,
        move: Move | None = None,
        told: tuple[AnyAddressedHappening, ...] = (),
        state: AnyState | None = None,
        data: dict[str, Any] | None = None,
        key: str | None = None,
        payload: str = "",
    ) -> int:
        """Note one event; `state` is the state after it, if it changed. Returns its number."""
        previous, self.seq = self.snapshot, self.seq + 1
        if state is not None:
            self.snapshot = make_snapshot(state, previous)
        frame, keyframe = encode_snapshot(self.snapshot, previous, self.seq) if self.snapshot else ("", False)
        # By its hash the request is in the log too, so that the chain covers every column.
        request = {} if key is None else {"request": hash_request(key, payload)}
        body = dump_canonical({
            "v": BODY_VERSION,
            "table": self.table.public_id,
            "seq": self.seq,
            "kind": kind.value,
            "seat": seat,
            "cause": cause.value,
            "move": None if move is None else to_json(move),
            "happenings": [{"to": to_json(t.to), "what": to_json(t.happening)} for t in told],
            "rules": self.table.rules,
            "time": format_event_time(self.now),
            "state": self.snapshot.hashes if self.snapshot else None,
            "data": {**(data or {}), **request},
        })  # fmt: skip
        self.digest = next_digest(self.digest, self.table.public_id, self.seed, self.seq, body)
        event = Event(
            table=self.table, seq=self.seq, kind=kind, seat=seat, cause=cause, body=body, frame=frame,
            keyframe=keyframe, digest=self.digest, key=key, payload=payload, created_at=self.now,
        )  # fmt: skip
        self.events.append(event)
        return self.seq

    def flush(self) -> bool:
        """Store the events and the position, and note them in the table. Says whether there were any."""
        if not self.events:
            return False
        _EVENTS(self.events)
        self.table.last_seq, self.table.digest, self.table.changed_at = self.seq, self.digest, self.now
        if self.snapshot is not None:
            self._write_position(self.snapshot)
        return True

    def _write_position(self, frame: Snapshot) -> None:
        write = get_compiled_update(Position, "seq", "frame") if self.position else _POSITIONS
        write([Position(table=self.table, seq=self.seq, frame=frame.text)])
