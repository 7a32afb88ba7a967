"""Check that columns repeat the log. Pages and searches read columns, but the chain covers only the event bodies."""

import re
from datetime import UTC, datetime
from typing import Any

from games.engine.hash_chain import hash_request
from games.engine.serialization.canonical_json import dump_canonical
from games.replays.audit.base import Check, MismatchError, read_log_version
from games.replays.audit.rows import Body, EventRow, TableRow

# The valid causes of each kind of event.
CAUSES = {
    "create": {"player"},
    "sit": {"player"},
    "leave": {"player", "moderator", "house"},
    "sit-bot": {"player"},
    "phrase": {"player"},
    "open": {"player"},
    "start": {"house"},
    "move": {"player", "plan", "bot", "clock", "house", "moderator"},
    "house": {"house"},
    "take-back": {"player"},
    "hint": {"player", "house"},  # the server: in the migration that made earlier hints events
    "freeze": {"moderator"},
    "thaw": {"moderator"},
    "voiding": {"moderator"},
    "void": {"moderator", "clock"},
    "extend": {"moderator"},
    "seat-to-bot": {"player", "clock", "house", "moderator"},
    "seat-back": {"player", "house", "moderator"},
    "expire": {"clock"},
    "forfeit": {"clock"},
    "pause": {"player"},
    "resume": {"player"},
    "vacation": {"house"},
    "vacation-over": {"house"},
    "live": {"player"},
    "live-over": {"player", "clock"},
    "break-off": {"player", "clock", "house", "moderator"},
}
WITHOUT_SEAT = {"start", "house", "freeze", "thaw", "voiding", "void", "expire"}
LAST_EVENTS = ("void", "expire", "break-off")
# Allowed keys of `data`, by kind. Any moderator's event may also list who agreed.
ALLOWED_DATA = {
    "create": {"title", "options", "seats", "commitment", "holder", "clock", "strict", "fork", "log"},
    "sit": {"holder"},
    "sit-bot": {"level"},
    "seat-to-bot": {"level"},
    "phrase": {"phrase"},
    "open": {"phrase"},
    "start": {"phrases", "opened", "fork", "bots"},
    # `client_seeds` checks which of them belong to the reason
    "break-off": {"phrases", "opened", "why", "deadline", "found"},
    "take-back": {"to"},
    "extend": {"hours"},
    "pause": {"agreed"},
    "live": {"agreed"},
}
ALLOWED_MOVE_DATA = {"player": {"request"}, "moderator": {"safe"}, "bot": {"hurried", "bots"}}
STATES_TIME_LEFT = {"start", "move", "house", "live-over", "seat-back"}
# Caused by the clock: the deadline, and when it was found to have passed.
KINDS_WITH_DEADLINE = {"move", "forfeit", "live-over"}
STATE, HAPPENING = {"public", "own", "hidden"}, {"to", "what"}


HASH, HOLDER_PATTERN, LEVEL = re.compile("[0-9a-f]{64}"), re.compile("[0-9a-f]{16}"), re.compile("[a-z-]{1,16}")
BOT_DIGEST = re.compile("[0-9a-f]{12}")


def format_time(moment: datetime) -> str:
    """Format a datetime the way event bodies store it."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


class ColumnCheck(Check):
    name = "columns"

    def __init__(self, table: TableRow) -> None:
        super().__init__()
        self.table = table
        self.started = False
        self.last: EventRow | None = None
        self.holders: dict[int | None, str] = {}
        self.taken: set[int | None] = set()  # seats held by people or bots
        self.rules: Any = None

    def check_event(self, row: EventRow, body: Body) -> None:
        if self.last is not None and self.last.kind in LAST_EVENTS:
            raise MismatchError("after-end")
        if row.kind == "create":
            read_log_version(body["data"])
        for name in ("seq", "kind", "seat", "cause"):
            if body[name] != getattr(row, name) or type(body[name]) is not type(getattr(row, name)):
                raise MismatchError(name)
        self._cause(body)
        self._time(row, body)
        if body["table"] != self.table.public_id:
            raise MismatchError("table")
        if row.kind == "create" and type(body["data"].get("options")) is dict:
            self.rules = body["data"]["options"].get("rules")
        if body["rules"] != self.rules:
            raise MismatchError("rules")
        self._request(row, body)
        self._details(body)
        if row.kind in ("sit-bot", "seat-to-bot") and not _matches(LEVEL, body["data"].get("level")):
            raise MismatchError("level")
        self._seats(row)
        self._holder(row, body["data"])
        if row.kind == "create":
            self._create(row, body["data"])
        if row.kind == "start":
            self._start(row, body["data"])
        if row.kind == "break-off" and body["data"].get("phrases") != list(self.table.phrases):
            raise MismatchError("table-phrases")
        self.last, self.started = row, self.started or row.kind == "start"

    def _cause(self, body: Body) -> None:
        """Check that the event has a valid cause, and a seat if it happens at one."""
        if body["cause"] not in CAUSES.get(body["kind"], ()):
            raise MismatchError("cause")
        seat = body["seat"]
        if body["kind"] in WITHOUT_SEAT:
            fits = seat is None
        elif body["kind"] == "break-off":
            fits = True  # the reason determines the seat, if any (`client_seeds`)
        else:
            fits = type(seat) is int and 0 <= seat < len(self.table.phrases)
        if not fits:
            raise MismatchError("seat")

    def _time(self, row: EventRow, body: Body) -> None:
        """Check that time never goes back: the server's clock is clamped to the last event."""
        if body["time"] != format_time(row.created_at):
            raise MismatchError("created_at")
        if self.last is not None and row.created_at < self.last.created_at:
            raise MismatchError("time")

    def _request(self, row: EventRow, body: Body) -> None:
        """Check that exactly the people's moves have a key. The log contains only its hash, and so does a record."""
        if self.table.sealed:
            request_hash = body["data"].get("request")
            is_request = row.kind == "move" and row.cause == "player"
            if is_request != _matches(HASH, request_hash) or (request_hash is not None and not is_request):
                raise MismatchError("request")
            return
        if (row.key is not None) != (row.kind == "move" and row.cause == "player"):
            raise MismatchError("key")
        expected = None if row.key is None else hash_request(row.key, row.payload)
        if body["data"].get("request") != expected or (row.key is None and row.payload):
            raise MismatchError("request")

    def _details(self, body: Body) -> None:
        """Check that the event has no data that its kind doesn't define."""
        kind, cause = body["kind"], body["cause"]
        may = ALLOWED_DATA.get(kind, set()) | (ALLOWED_MOVE_DATA.get(cause, set()) if kind == "move" else set())
        may |= {"time_left"} if kind in STATES_TIME_LEFT else set()
        may |= {"charged"} if kind == "move" else set()
        may |= {"agreed"} if cause == "moderator" else set()
        may |= {"deadline", "found"} if cause == "clock" and kind in KINDS_WITH_DEADLINE else set()
        if not body["data"].keys() <= may:
            raise MismatchError("details")
        if "bots" in body["data"] and not _matches(BOT_DIGEST, body["data"]["bots"]):
            raise MismatchError("details")
        if body["state"] is not None and (type(body["state"]) is not dict or body["state"].keys() != STATE):
            raise MismatchError("details")
        if any(type(happening) is not dict or happening.keys() != HAPPENING for happening in body["happenings"]):
            raise MismatchError("details")

    def _seats(self, row: EventRow) -> None:
        """Check that seats are taken only if vacant, and left or given a client seed only if taken.

        After the start, none of this happens except removals by a moderator.
        """
        kind, seat = row.kind, row.seat
        if self.started and (kind in ("sit", "sit-bot") or (kind == "leave" and row.cause != "moderator")):
            raise MismatchError("seat")
        if kind in ("sit", "sit-bot") and seat in self.taken:
            raise MismatchError("seat")
        if kind in ("leave", "phrase", "open") and seat not in self.taken:
            raise MismatchError("seat")
        if kind == "start" and len(self.taken) != len(self.table.phrases):
            raise MismatchError("seat")
        if kind in ("create", "sit", "sit-bot", "seat-to-bot"):
            self.taken.add(seat)
        if kind == "leave":
            self.taken.discard(seat)

    def _holder(self, row: EventRow, data: Body) -> None:
        """Check who sits where. People are identified by a mark from when they sit down."""
        if (row.kind in ("create", "sit")) != ("holder" in data):
            raise MismatchError("holder")
        if "holder" in data and (
            not _matches(HOLDER_PATTERN, data["holder"]) or data["holder"] in self.holders.values()
        ):
            raise MismatchError("holder")  # no one has two seats
        if row.kind in ("create", "sit", "leave"):
            self.holders[row.seat] = data.get("holder", "")

    def _get_holder(self, seat: int) -> str:
        return self.holders.get(seat, "")

    def _create(self, row: EventRow, data: Body) -> None:
        table = self.table
        if table.created_at not in (None, row.created_at):
            raise MismatchError("table-created_at")
        promised: Body = {
            "title": table.title, "options": table.options, "seats": len(table.phrases), "commitment": table.commitment
        }  # fmt: skip
        if table.clock is not None and "clock" in data:  # missing from older logs
            promised["clock"] = table.clock
        if table.strict is not None and table.strict != (data.get("strict") is True):
            raise MismatchError("table-strict")
        for name, value in promised.items():
            if name not in data or dump_canonical(data[name]) != dump_canonical(value):
                raise MismatchError(f"table-{name}")

    def _start(self, row: EventRow, data: Body) -> None:
        if data.get("phrases") != list(self.table.phrases):
            raise MismatchError("table-phrases")
        if self.table.started_at != row.created_at:
            raise MismatchError("table-started_at")

    def end(self) -> None:
        """Check the table's final state. Whether a finished match is over is checked by `rules`."""
        table, last = self.table, self.last
        if table.holders is not None and tuple(map(self._get_holder, range(len(table.holders)))) != table.holders:
            raise MismatchError("table-holders")
        kind = last.kind if last else ""
        deserted = kind == "leave" and not any(self.holders.values())
        if self.started != (table.status in ("running", "finished")) and table.status != "voided":
            raise MismatchError("table-status")
        if (table.status == "broken-off") != (kind == "break-off"):
            raise MismatchError("table-status")
        if (table.status == "voided") != (kind == "void"):
            raise MismatchError("table-status")
        if (table.status == "abandoned") != (kind == "expire" or (deserted and not self.started)):
            raise MismatchError("table-status")
        if table.status in ("finished", "voided", "broken-off") and (last is None or table.ended_at != last.created_at):
            raise MismatchError("table-ended_at")


def _matches(shape: re.Pattern[str], value: Any) -> bool:
    return type(value) is str and shape.fullmatch(value) is not None
