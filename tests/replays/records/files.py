"""Sealed records of each game, stored as they were written: they must be shown, verified and replayed forever.

`python -m tests.replays.records <slug> …` writes one for a game that has none. An existing one is never rewritten.
"""

import zlib
from datetime import datetime
from pathlib import Path
from typing import Any

from games.engine.serialization.canonical_json import parse_json
from games.replays.audit.rows import EventRow, TableRow

FOLDER = Path(__file__).parent


def paths() -> list[Path]:
    return sorted(FOLDER.glob("*.json.z"))


def read(path: Path) -> dict[str, Any]:
    """The record in a file."""
    record: dict[str, Any] = parse_json(zlib.decompress(path.read_bytes()).decode())
    return record


def table_row(record: dict[str, Any]) -> TableRow:
    """The table of a record, without what only the database's columns hold."""
    return TableRow(
        record["table"], record["title"], record["options"], record["status"], record["commitment"],
        len(record["events"]), record["digest"], None, None, bytes.fromhex(record["seed"]), tuple(record["phrases"]),
        ("",) * record["seats"], None,
    )  # fmt: skip


def event_rows(record: dict[str, Any]) -> list[EventRow]:
    """Its events."""
    bodies = [parse_json(event["body"]) for event in record["events"]]
    return [
        EventRow(
            body["seq"], body["kind"], body["seat"], body["cause"], event["body"], event["frame"], event["keyframe"],
            event["digest"], None, "", datetime.fromisoformat(body["time"]),
        )
        for event, body in zip(record["events"], bodies, strict=True)
    ]  # fmt: skip
