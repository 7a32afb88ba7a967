"""An ended table's verification: reading all rows for it, and its stored result for a page."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import zip_longest
from typing import Any

from games import catalog
from games.engine.chain import holder_mark, text_hash
from games.engine.codec import canonical, parse
from games.engine.errors import BadPayload
from games.replays.audit.code import code_version
from games.replays.audit.report import AGREES, DIFFERS, RECORD, Answer, Report, report_from
from games.replays.audit.rows import FORMAT, EventRow, TableRow, row_in
from games.replays.audit.table import audited, never
from games.replays.models import Link
from games.tables.access import Access
from games.tables.locking import write_transaction
from games.tables.models import Event, Fork, Position, Record, Seed, Table
from games.tables.names import in_language
from games.tables.sealed import Sealed
from games.tables.story import log_rows

EVENTS_AT_ONCE = 500


def table_verified(
    table: Table,
    *,
    bots: bool = True,
    enough: Callable[[], bool] = never,
    passed: Callable[[int], None] = lambda seq: None,
) -> Report:
    """Audit a table from its rows, and hold its record against them if it is sealed; once they are gone, the record.

    A running one is audited as it stood between two moves. Time grows with the log, and memory with a record: for jobs
    and commands, not for pages. `enough` ends the asking of bots, `passed` is told how far the log has been read.
    """
    record = Record.objects.filter(table=table).first() if table.ended else None
    there = record is None or Event.objects.filter(table=table).exists()
    row = _table_row(table, sealed=not there) if table.ended else _running_row(table)
    rows = _event_rows(table, None if table.ended else row.seq, passed)
    if record is None:
        return audited(row, rows, bots=bots, enough=enough)
    check = RecordCheck(row, record)
    events = check.beside(rows) if there else iter(check.events)
    report = audited(row, events, bots=bots, enough=enough)
    return Report(report.events, (*report.answers, check.answer))


class RecordCheck:
    """Is it the record that was sealed, and does it say what the rows do?"""

    def __init__(self, table: TableRow, record: Record) -> None:
        self.events: list[EventRow] = []
        self.answer = Answer(RECORD, AGREES)
        try:
            plain = Sealed(bytes(record.data), record.lengths).record
            self.events = [row_in(seq, event) for seq, event in enumerate(plain["events"], 1)]
            wrong = next((name for name, value in _head(table).items() if plain[name] != value), "")
            if wrong or text_hash(canonical(plain)) != record.sha256:
                self.answer = Answer(RECORD, DIFFERS, wrong or "sha256")
        except (BadPayload, LookupError, TypeError, ValueError, AttributeError):
            self.answer = Answer(RECORD, DIFFERS, "unreadable")

    def beside(self, rows: Iterable[EventRow]) -> Iterator[EventRow]:
        """The rows, held against the record as they pass."""
        for row, other in zip_longest(rows, self.events):
            if self.answer.outcome == AGREES and _kept(row) != _kept(other):
                self.answer = Answer(RECORD, DIFFERS, "event", (row or other).seq, (row or other).kind)
            if row is not None:
                yield row


def _kept(row: EventRow | None) -> tuple[object, ...] | None:
    return row and (row.body, row.frame, row.keyframe, row.digest)


def _head(table: TableRow) -> dict[str, object]:
    """What a record says of its table, but for the events."""
    return {
        "format": FORMAT, "table": table.public_id, "title": table.title, "options": table.options,
        "seats": len(table.phrases), "status": table.status, "seed": table.seed.hex(),
        "commitment": table.commitment, "phrases": list(table.phrases), "digest": table.digest,
    }  # fmt: skip


def _running_row(table: Table) -> TableRow:
    """Of a table that goes on: a move changes its row and its position together, and waits for this."""
    with write_transaction():
        rows = Table.objects.select_related("seed").select_for_update(of=("self",), no_key=True)
        return _table_row(rows.get(pk=table.pk))


def _table_row(table: Table, *, sealed: bool = False) -> TableRow:
    position = Position.objects.filter(table=table).values_list("seq", "frame").first()
    seed = bytes(table.seed.value)
    seats = list(table.seats.order_by("number").values_list("phrase_hash", "user_id"))
    return TableRow(
        table.public_id, table.title, table.options, table.status, table.commitment, table.seq,
        table.digest, table.started_at, table.ended_at, seed, tuple(phrase for phrase, _ in seats),
        tuple("" if user is None else holder_mark(table.public_id, seed, user) for _, user in seats), position,
        table.timing.plain(), _origin(table), table.strict, sealed,
    )  # fmt: skip


def _origin(table: Table) -> dict[str, Any] | None:
    """The hashes of the position that a table goes on from, by the other one's log."""
    fork = Fork.objects.select_related("origin").filter(table=table).first() if table.forked else None
    rows = log_rows(fork.origin, fork.event - 1, fork.event) if fork and fork.origin else []
    state: dict[str, Any] | None = parse(rows[0].body)["state"] if rows else None
    return state


def _event_rows(
    table: Table, last: int | None = None, passed: Callable[[int], None] = lambda seq: None
) -> Iterator[EventRow]:
    """All events, or those until `last`, some at a time: a query left open would keep whoever reads from writing."""
    rows = Event.objects.filter(table=table).order_by("seq").values_list(*EventRow._fields)
    rows = rows if last is None else rows.filter(seq__lte=last)
    seq, more = -1, True
    while more:
        found = [EventRow(*row) for row in rows.filter(seq__gt=seq)[:EVENTS_AT_ONCE]]
        yield from found
        more = len(found) == EVENTS_AT_ONCE
        seq = found[-1].seq if found else seq
        passed(seq)


@dataclass(frozen=True, slots=True)
class Verified:
    """An ended table and what its verification found. Codes only; sentences are the template's.

    `verdict` is yes, no or partly; "" if there is no report: none was asked for, it is `pending`, or it `failed`.
    """

    id: str
    title_name: str
    started: bool
    forked: bool
    pending: bool
    failed: bool
    verdict: str
    first: Answer | None
    answers: tuple[Answer, ...]
    at: datetime | None
    code_changed: bool  # since the report was made
    events: int
    seed: str
    commitment: str
    digest: str
    links: tuple[int, ...]  # where the site's chain has it
    table: str  # as the record calls it
    brought: bool = False  # a record from elsewhere


def verification_page(access: Access) -> Verified:
    """The stored result of a verification. 2 queries; nothing is computed."""
    seed = Seed.objects.select_related("table__verification").get(table=access.table)
    table, row = access.table, getattr(seed.table, "verification", None)
    report = report_from(row.report) if row and row.report else None
    meta = catalog.metas().get(table.title)
    return Verified(
        id=table.public_id,
        title_name=in_language(meta.name) if meta else table.title,
        started=table.started_at is not None,
        forked=table.forked,
        pending=row is not None and row.leased_until is not None,
        failed=row is not None and row.leased_until is None and report is None,
        verdict=report.verdict if report else "",
        first=report.first if report else None,
        answers=report.answers if report else (),
        at=row.finished_at if row and report else None,
        code_changed=bool(row and report and row.code != code_version(table.title)),
        events=table.seq,
        seed=bytes(seed.value).hex(),
        commitment=table.commitment,
        digest=table.digest,
        links=tuple(Link.objects.filter(table=table).order_by("number").values_list("number", flat=True)),
        table=table.public_id,
    )
