"""Do the columns repeat the log? Lists, pages and searches read them, but only the events' texts are in the chain."""

from datetime import UTC, datetime
from typing import Any

from games.engine.chain import request_hash
from games.engine.codec import canonical
from games.replays.audit.check import Check, Differs
from games.replays.audit.rows import Body, EventRow, TableRow


def time_text(moment: datetime) -> str:
    """A moment as events write it."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


class ColumnCheck(Check):
    name = "columns"

    def __init__(self, table: TableRow) -> None:
        super().__init__()
        self.table = table
        self.started = False
        self.last: EventRow | None = None
        self.holders: dict[int | None, str] = {}
        self.rules: Any = None

    def see(self, row: EventRow, body: Body) -> None:
        self.last, self.started = row, self.started or row.kind == "start"
        for name in ("seq", "kind", "seat", "cause"):
            if body[name] != getattr(row, name) or type(body[name]) is not type(getattr(row, name)):
                raise Differs(name)
        if body["time"] != time_text(row.created_at):
            raise Differs("created_at")
        if body["table"] != self.table.public_id:
            raise Differs("table")
        if row.kind == "create" and type(body["data"].get("options")) is dict:
            self.rules = body["data"]["options"].get("rules")
        if body["rules"] != self.rules:
            raise Differs("rules")
        self._request(row, body)
        self._holder(row, body["data"])
        if row.kind == "create":
            self._create(body["data"])
        if row.kind == "start":
            self._start(row, body["data"])

    def _request(self, row: EventRow, body: Body) -> None:
        """Who asks for a move gives a key. The log holds it by its hash, and a record nothing else."""
        if self.table.sealed:
            given = body["data"].get("request")
            if (type(given) is str) != (row.kind == "move" and row.cause == "player"):
                raise Differs("request")
            return
        if (row.key is not None) != (row.kind == "move" and row.cause == "player"):
            raise Differs("key")
        expected = None if row.key is None else request_hash(row.key, row.payload)
        if body["data"].get("request") != expected or (row.key is None and row.payload):
            raise Differs("request")

    def _holder(self, row: EventRow, data: Body) -> None:
        """Who sits where: known by a mark from when a person sits down."""
        if (row.kind in ("create", "sit")) != ("holder" in data):
            raise Differs("holder")
        if row.kind in ("create", "sit", "leave"):
            self.holders[row.seat] = data.get("holder", "")

    def _held_by(self, seat: int) -> str:
        return self.holders.get(seat, "")

    def _create(self, data: Body) -> None:
        table = self.table
        promised: Body = {
            "title": table.title, "options": table.options, "seats": len(table.phrases), "commitment": table.commitment
        }  # fmt: skip
        if table.clock is not None and "clock" in data:  # logs from before don't tell it
            promised["clock"] = table.clock
        if table.strict is not None and table.strict != (data.get("strict") is True):
            raise Differs("table-strict")
        for name, value in promised.items():
            if name not in data or canonical(data[name]) != canonical(value):
                raise Differs(f"table-{name}")

    def _start(self, row: EventRow, data: Body) -> None:
        if data.get("phrases") != list(self.table.phrases):
            raise Differs("table-phrases")
        if self.table.started_at != row.created_at:
            raise Differs("table-started_at")

    def end(self) -> None:
        """Whether a finished match is over is for the rules to say."""
        table, last = self.table, self.last
        if table.holders is not None and tuple(map(self._held_by, range(len(table.holders)))) != table.holders:
            raise Differs("table-holders")
        kind = last.kind if last else ""
        if self.started != (table.status in ("running", "finished")) and table.status != "voided":
            raise Differs("table-status")
        if (table.status == "voided") != (kind == "void"):
            raise Differs("table-status")
        if table.status in ("finished", "voided") and (last is None or table.ended_at != last.created_at):
            raise Differs("table-ended_at")
