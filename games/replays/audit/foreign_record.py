"""Conversion of a record from any source to the rows that an audit takes."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from games.replays.audit.rows import EventRow, TableRow, parse_event_row


def parse_event_rows(record: Mapping[str, Any]) -> list[EventRow]:
    """Return the events of a record, in order; at least one."""
    return [parse_event_row(seq, event) for seq, event in enumerate(record["events"], 1)]


def parse_table_row(record: Mapping[str, Any], rows: list[EventRow]) -> TableRow:
    """Return the table described by a record, as far as it says; `rows` are its events.

    The record must have been validated by `games.replays.imports.parser`.
    """
    started: datetime | None = next((row.created_at for row in rows if row.kind == "start"), None)
    return TableRow(
        public_id=record["table"],
        title=record["title"],
        options=record["options"],
        status=record["status"],
        commitment=record["commitment"],
        seq=len(rows),
        digest=record["digest"],
        started_at=started,
        ended_at=rows[-1].created_at,
        seed=bytes.fromhex(record["seed"]),
        phrases=tuple(record["phrases"]),
        holders=None,
        position=None,
        sealed=True,
    )
