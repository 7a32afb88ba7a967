"""An ended table's verification: reading all rows for it, and its stored result for a page."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games import catalog
from games.engine.chain import holder_mark
from games.engine.codec import parse
from games.replays.audit.code import code_version
from games.replays.audit.report import Answer, Report, report_from
from games.replays.audit.rows import EventRow, TableRow
from games.replays.audit.table import audited, never
from games.replays.models import Link
from games.tables.access import Access
from games.tables.models import Event, Fork, Position, Seed, Table
from games.tables.names import in_language

EVENTS_AT_ONCE = 200


def table_verified(table: Table, *, bots: bool = True, enough: Callable[[], bool] = never) -> Report:
    """Audit a table from its rows. Time grows with the log, memory does not: for jobs and commands, not for pages.

    `enough` ends the asking of bots.
    """
    return audited(_table_row(table), _event_rows(table), bots=bots, enough=enough)


def _table_row(table: Table) -> TableRow:
    position = Position.objects.filter(table=table).values_list("seq", "frame").first()
    seed = bytes(table.seed.value)
    seats = list(table.seats.order_by("number").values_list("phrase_hash", "user_id"))
    return TableRow(
        table.public_id, table.title, table.options, table.status, table.commitment, table.seq,
        table.digest, table.started_at, table.ended_at, seed, tuple(phrase for phrase, _ in seats),
        tuple("" if user is None else holder_mark(table.public_id, seed, user) for _, user in seats), position,
        table.timing.plain(), _origin(table),
    )  # fmt: skip


def _origin(table: Table) -> dict[str, Any] | None:
    """The hashes of the position that a table goes on from, by the other one's log."""
    fork = Fork.objects.filter(table=table).first() if table.forked else None
    if fork is None:
        return None
    body = Event.objects.filter(table=fork.origin_id, seq=fork.event).values_list("body", flat=True).first()
    state: dict[str, Any] | None = parse(body)["state"] if body else None
    return state


def _event_rows(table: Table) -> Iterator[EventRow]:
    rows = Event.objects.filter(table=table).order_by("seq").values_list(*EventRow._fields)
    return (EventRow(*row) for row in rows.iterator(chunk_size=EVENTS_AT_ONCE))


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
    )
