"""What an audit is given: a table's rows as they are stored, as plain values."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from games.engine.errors import InvalidPayloadError
from games.engine.serialization.canonical_json import parse_json

BODY_KEYS = frozenset(
    {"v", "table", "seq", "kind", "seat", "cause", "move", "happenings", "rules", "time", "state", "data"}
)
BODY_VERSION = 2
FORMAT = "tefuda-record-2"


class ResultRow(NamedTuple):
    """Somebody's result: the mark of who it is (as events tell of holders), and what it says.

    `outcome` is one of `Result.Outcome`; `listed`: everybody may read of it.
    """

    holder: str
    outcome: str
    place: int | None
    score: int | None
    title: str
    rated: bool
    listed: bool
    ended_at: datetime | None


class TableRow(NamedTuple):
    """A table with its seed and, if it has one, its position (number, text).

    In seat order the seats' phrase hashes, and the marks of who holds them ("": nobody).
    """

    public_id: str
    title: str
    options: dict[str, Any]
    status: str
    commitment: str
    seq: int
    digest: str
    started_at: datetime | None
    ended_at: datetime | None
    seed: bytes
    phrases: tuple[str, ...]
    holders: tuple[str, ...] | None  # None: not known
    position: tuple[int, str] | None
    clock: dict[str, Any] | None = None  # as it was set up; None: not known
    origin: dict[str, Any] | None = None  # the hashes of the position it goes on from; None: none, or not known
    strict: bool | None = None  # None: not known
    created_at: datetime | None = None  # None: not known
    results: tuple[ResultRow, ...] | None = None  # None: not known
    listed: bool = False  # everybody may see it
    sealed: bool = False  # only its record is there: no columns beside the texts, no position


class EventRow(NamedTuple):
    """An event's row."""

    seq: int
    kind: str
    seat: int | None
    cause: str
    body: str
    frame: str
    keyframe: bool
    digest: str
    key: str | None
    payload: str
    created_at: datetime


Body = dict[str, Any]


def parse_event_row(seq: int, event: Mapping[str, Any]) -> EventRow:
    """The row that a record's event was, as far as its text tells; of none of ours the body alone is looked at."""
    try:
        body = parse_json(event["body"])
        kind, seat, cause, at = body["kind"], body["seat"], body["cause"], datetime.fromisoformat(body["time"])
    except (InvalidPayloadError, LookupError, TypeError, ValueError):
        kind, seat, cause, at = "", None, "", datetime.fromtimestamp(0, UTC)
    return EventRow(
        seq, kind, seat, cause, event["body"], event["frame"], event["keyframe"], event["digest"], None, "", at
    )  # fmt: skip


def parse_body(row: EventRow) -> Body | None:
    """An event's text as plain values, or None if it is none of ours."""
    try:
        body = parse_json(row.body)
    except InvalidPayloadError:
        return None
    if type(body) is not dict or body.keys() != BODY_KEYS or body["v"] != BODY_VERSION:
        return None
    return body if type(body["data"]) is dict and type(body["happenings"]) is list else None
