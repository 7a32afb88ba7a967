"""Writing events: the one place where the log grows.

A journal collects what one transaction does to a table, then writes all of it at once: events with their frames and
digests, the position, the table's counters.
"""

from datetime import UTC, datetime
from typing import Any

from games.engine.chain import next_digest, request_hash, text_hash
from games.engine.codec import canonical, parse, to_json
from games.engine.contract import AnyState, AnyTitle, AnyTold, Move
from games.live.announce import announce
from games.tables.frames import Frame, frame_of, stored
from games.tables.models import Event, Position, Table

BODY_VERSION = 1


class Journal:
    """The events of one transaction. `table` must be locked and carry `now`, the database's clock."""

    def __init__(self, table: Table, title: AnyTitle, now: datetime) -> None:
        self.table, self.title, self.now = table, title, now
        self.seq, self.digest = table.seq, table.digest
        self.position: Position | None = getattr(table, "position", None)
        self.frame: Frame | None = parse(self.position.frame) if self.position else None
        self.seed = bytes(table.seed.value)
        self.events: list[Event] = []

    def add(
        self,
        kind: str,
        *,
        cause: str,
        seat: int | None = None,
        move: Move | None = None,
        told: tuple[AnyTold, ...] = (),
        state: AnyState | None = None,
        data: dict[str, Any] | None = None,
        key: str | None = None,
        payload: str = "",
        seats: int = 0,
    ) -> int:
        """Note one event; `state` is the state after it, if it changed. Returns its number."""
        previous, self.seq = self.frame, self.seq + 1
        if state is not None:
            self.frame = frame_of(self.title, state, seats)
        frame, keyframe = stored(self.frame, previous, self.seq) if self.frame else ("", False)
        # By its hash the request is in the log too, so that the chain covers every column.
        request = {} if key is None else {"request": request_hash(key, payload)}
        body = canonical(self._body(kind, cause, seat, move, told, {**(data or {}), **request}))
        self.digest = next_digest(self.digest, self.table.public_id, self.seed, self.seq, body)
        event = Event(
            table=self.table, seq=self.seq, kind=kind, seat=seat, cause=cause, body=body, frame=frame,
            keyframe=keyframe, digest=self.digest, key=key, payload=payload, created_at=self.now,
        )  # fmt: skip
        self.events.append(event)
        return self.seq

    def _body(
        self,
        kind: str,
        cause: str,
        seat: int | None,
        move: Move | None,
        told: tuple[AnyTold, ...],
        data: dict[str, Any],
    ) -> dict[str, Any]:
        return {
            "v": BODY_VERSION,
            "table": self.table.public_id,
            "seq": self.seq,
            "kind": kind,
            "seat": seat,
            "cause": cause,
            "move": None if move is None else to_json(move),
            "happenings": [{"to": to_json(t.to), "what": to_json(t.what)} for t in told],
            "rules": self.table.rules,
            "time": self.now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
            "state": text_hash(canonical(self.frame["hidden"])) if self.frame else None,
            "data": data,
        }

    def write(self) -> None:
        """Store everything, and let the pages know once it is committed."""
        table = self.table
        Event.objects.bulk_create(self.events)
        if self.frame is not None:
            self._write_position(self.frame)
        table.seq, table.digest, table.changed_at = self.seq, self.digest, self.now
        table.rev += 1
        table.save()
        announce(table.public_id, table.rev)

    def _write_position(self, frame: Frame) -> None:
        text = canonical(frame)
        if self.position is None:
            self.position = Position.objects.create(table=self.table, seq=self.seq, frame=text)
        else:
            Position.objects.filter(table=self.table).update(seq=self.seq, frame=text)
