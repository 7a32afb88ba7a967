"""Input of an audit: the rows of a table as plain values."""

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
    """A person's result. `holder` is the mark by which events identify the person.

    `outcome` is a value of `Result.Outcome`; `listed`: visible to everyone.
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
    """A table with its seed and, if available, its position (number, text).

    `phrases` are the client seed hashes and `holders` the marks of the people ("" for none), in seat order.
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
    holders: tuple[str, ...] | None  # None: unknown
    position: tuple[int, str] | None
    clock: dict[str, Any] | None = None  # as created; None: unknown
    origin: dict[str, Any] | None = None  # hashes of the position it continues from; None: no fork, or unknown
    strict: bool | None = None  # None: unknown
    created_at: datetime | None = None  # None: unknown
    results: tuple[ResultRow, ...] | None = None  # None: unknown
    listed: bool = False  # visible to everyone
    sealed: bool = False  # only the record is available: no columns, no position
    has_hint: bool = False  # a hint row exists; older matches have no event for it


class EventRow(NamedTuple):
    """A row of an event."""

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
    """Return the row of a record's event, as far as its body says; columns are empty if the body is invalid."""
    try:
        body = parse_json(event["body"])
        kind, seat, cause, at = body["kind"], body["seat"], body["cause"], datetime.fromisoformat(body["time"])
    except (InvalidPayloadError, LookupError, TypeError, ValueError):
        kind, seat, cause, at = "", None, "", datetime.fromtimestamp(0, UTC)
    return EventRow(
        seq, kind, seat, cause, event["body"], event["frame"], event["keyframe"], event["digest"], None, "", at
    )  # fmt: skip


def parse_body(row: EventRow) -> Body | None:
    """Parse an event body; None if it is invalid."""
    try:
        body = parse_json(row.body)
    except InvalidPayloadError:
        return None
    if type(body) is not dict or body.keys() != BODY_KEYS or body["v"] != BODY_VERSION:
        return None
    return body if type(body["data"]) is dict and type(body["happenings"]) is list else None
