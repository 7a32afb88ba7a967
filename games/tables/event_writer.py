"""The event writer: the only code that appends to a table's log.

A writer collects the events of one transaction, then stores them together: the events with snapshots and digests, the
position, and the table's counters.

The body of an event, version 2, is what the digest covers:

    v, table, seq, kind, seat, cause, time
    move        the decision; null if the event isn't one
    happenings  [{"to": null or seat numbers, "what": …}]
    rules       version of the rules
    state       hashes of the state's parts after the event: {"public", "own": one per seat, "hidden"}; null before
                the start
    data        depends on the kind and cause:
                create      game, options, seats, commitment, clock, whether the table is strict
                start       client seed hashes of the seats; at a strict table the client seeds; code version of the
                            bots
                phrase      hash of a client seed; open: the client seed
                break-off   reason, and all client seeds and hashes
                sit, seat-… level of the bot, or mark of the person
                move        hash of the request if it has a key; time charged; for bots their code version
                timeout     the deadline, and when it was found to have passed
                agreements  seats that agreed
                questions   time banks of the seats asked
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
    """Format a datetime the way event bodies store it."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


class EventWriter:
    """Collector for the events of one transaction. `table` must be locked; `now` comes from the database's clock."""

    def __init__(self, table: Table, game: AnyGame, now: datetime, position: Position | None) -> None:
        self.table, self.now, self.position = table, now, position
        self.seq, self.digest = table.last_seq, table.digest
        self.snapshot: Snapshot | None = load_snapshot(game, position.frame) if position else None
        self.seed = bytes(table.seed.value)
        self.events: list[Event] = []

    def append(
        self,
        kind: Event.Kind,
        *,
        cause: Event.Cause,
        seat: int | None = None,
        move: Move | None = None,
        happenings: tuple[AnyAddressedHappening, ...] = (),
        state: AnyState | None = None,
        data: dict[str, Any] | None = None,
        key: str | None = None,
        payload: str = "",
    ) -> int:
        """Append an event and return its number. Pass `state` if the event changed it."""
        previous, self.seq = self.snapshot, self.seq + 1
        if state is not None:
            self.snapshot = make_snapshot(state, previous)
        frame, keyframe = encode_snapshot(self.snapshot, previous, self.seq) if self.snapshot else ("", False)
        # Include the request as a hash, so that the chain covers every column.
        request = {} if key is None else {"request": hash_request(key, payload)}
        body = dump_canonical({
            "v": BODY_VERSION,
            "table": self.table.public_id,
            "seq": self.seq,
            "kind": kind.value,
            "seat": seat,
            "cause": cause.value,
            "move": None if move is None else to_json(move),
            "happenings": [{"to": to_json(t.to), "what": to_json(t.happening)} for t in happenings],
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
        """Store the events and the position, and update the table's counters. Return whether there were events."""
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
