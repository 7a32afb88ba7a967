"""Verification of tables: collecting the rows for an audit, and the stored result for a page."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice, zip_longest
from typing import Any

from django.db.models import Q

from accounts.models import User
from accounts.services.guest_merge import list_merged_guests
from config.db.locking import write_transaction
from games.catalog import registry
from games.engine.errors import InvalidPayloadError
from games.engine.hash_chain import hash_seat_holder, hash_text
from games.engine.serialization.canonical_json import dump_canonical, parse_json
from games.replays.audit.code_version import code_version
from games.replays.audit.report import AGREES, DIFFERS, RECORD, RULES, SUMMARY, AuditReport, CheckResult, load_report
from games.replays.audit.rows import FORMAT, EventRow, ResultRow, TableRow, parse_event_row
from games.replays.audit.run import never, run_audit
from games.replays.models import MatchSummary, TransparencyLogEntry
from games.replays.summary import summarize_match
from games.replays.transparency_log import check_table_entries
from games.tables.access import TableAccess
from games.tables.labels import localize_text, seat_name
from games.tables.models import Event, Fork, Hint, Position, Record, Result, Seat, Seed, Table
from games.tables.selectors.event_source import list_log_rows
from games.tables.selectors.seed_reveal_stats import StrictTableCounts, get_host_strict_counts, get_site_strict_counts
from games.tables.storage.archived_log import ArchivedLog

EVENTS_AT_ONCE = 500


def audit_table(
    table: Table,
    *,
    bots: bool = True,
    enough: Callable[[], bool] = never,
    passed: Callable[[int], None] = lambda seq: None,
) -> AuditReport:
    """Audit a table from its rows, and compare its record with them; from the record alone once the rows are deleted.

    A running table is audited as of the last move. Time grows with the log, and memory with the record: for jobs and
    commands, not for pages. `enough` stops the check of bots, `passed` is called with the number of the last event
    read.
    """
    record = Record.objects.filter(table=table).first() if table.is_ended else None
    ledger = (check_table_entries(table),) if table.transparency_entry_count else ()
    has_rows = record is None or Event.objects.filter(table=table).exists()
    row = _table_row(table, sealed=not has_rows) if table.is_ended else _running_row(table)
    rows = _event_rows(table, None if table.is_ended else row.seq, passed)
    if record is None:
        report = run_audit(row, rows, bots=bots, enough=enough)
        if table.is_ended and Record.objects.filter(table=table).exists():  # archived in between: rows may be gone
            return audit_table(table, bots=bots, enough=enough, passed=passed)
        return AuditReport(report.events, (*report.answers, *ledger))
    check = RecordCheck(row, record)
    events = check.compare(rows) if has_rows else iter(check.events)
    report = run_audit(row, events, bots=bots, enough=enough)
    if has_rows and not Event.objects.filter(table=table).exists():  # deleted in between, so not all of them were read
        return audit_table(table, bots=bots, enough=enough, passed=passed)
    summary = _check_summary(table, check.plain)
    return AuditReport(report.events, (*report.answers, *ledger, summary, check.answer))


class RecordCheck:
    """Check that the record is unchanged, and that it agrees with the rows."""

    def __init__(self, table: TableRow, record: Record) -> None:
        self.events: list[EventRow] = []
        self.plain: dict[str, Any] = {}
        self.answer = CheckResult(RECORD, AGREES)
        try:
            plain = ArchivedLog(bytes(record.data), record.lengths).record
            self.plain = plain
            self.events = [parse_event_row(seq, event) for seq, event in enumerate(plain["events"], 1)]
            wrong = next((name for name, value in _head(table).items() if plain[name] != value), "")
            if wrong or hash_text(dump_canonical(plain)) != record.sha256:
                self.answer = CheckResult(RECORD, DIFFERS, wrong or "sha256")
        except (InvalidPayloadError, LookupError, TypeError, ValueError, AttributeError):
            self.answer = CheckResult(RECORD, DIFFERS, "unreadable")

    def compare(self, rows: Iterable[EventRow]) -> Iterator[EventRow]:
        """Yield the rows while comparing them with the record."""
        for row, other in zip_longest(rows, self.events):
            if self.answer.outcome == AGREES and _archived_fields(row) != _archived_fields(other):
                self.answer = CheckResult(RECORD, DIFFERS, "event", (row or other).seq, (row or other).kind)
            if row is not None:
                yield row


def _check_summary(table: Table, record: dict[str, Any]) -> CheckResult:
    """Compare the stored summary, which viewer, chart, lists and searches read, with a new one made from the record."""
    stored = MatchSummary.objects.filter(table=table).first()
    if stored is None or not record:
        return CheckResult(SUMMARY, DIFFERS, "missing" if record else "unreadable")
    try:
        rebuilt = summarize_match(table, record["events"])
    except Exception:  # invalid values can break rules that trust their own data
        return CheckResult(SUMMARY, DIFFERS, "unreadable")
    names = (field.attname for field in MatchSummary._meta.concrete_fields)
    wrong = next(
        (name for name in names if dump_canonical(getattr(stored, name)) != dump_canonical(getattr(rebuilt, name))), ""
    )
    return CheckResult(SUMMARY, DIFFERS if wrong else AGREES, wrong)


def _archived_fields(row: EventRow | None) -> tuple[object, ...] | None:
    return row and (row.body, row.frame, row.keyframe, row.digest)


def _head(table: TableRow) -> dict[str, object]:
    """Return what a record says about its table, except the events."""
    return {
        "format": FORMAT, "table": table.public_id, "title": table.title, "options": table.options,
        "seats": len(table.phrases), "status": table.status, "seed": table.seed.hex(),
        "commitment": table.commitment, "phrases": list(table.phrases), "digest": table.digest,
    }  # fmt: skip


def _running_row(table: Table) -> TableRow:
    """Read a running table with its row locked, so that row and position agree."""
    with write_transaction():
        rows = Table.objects.select_related("seed").select_for_update(of=("self",), no_key=True)
        return _table_row(rows.get(pk=table.pk))


def _table_row(table: Table, *, sealed: bool = False) -> TableRow:
    position = Position.objects.filter(table=table).values_list("seq", "frame").first()
    seed = bytes(table.seed.value)
    seats = list(table.seats.order_by("number").values_list("client_seed_hash", "user_id"))
    mark = _get_holder_marks(table, seed)

    return TableRow(
        table.public_id, table.game_slug, table.options, table.status, table.commitment, table.last_seq,
        table.digest, table.started_at, table.ended_at, seed, tuple(phrase for phrase, _ in seats),
        tuple("" if user is None else mark(user) for _, user in seats), position,
        table.time_control.as_dict(), _origin(table), table.is_strict, table.created_at, *_results(table, mark), sealed,
        Hint.objects.filter(seat__table=table).exists(),
    )  # fmt: skip


def _get_holder_marks(table: Table, seed: bytes) -> Callable[[int], str]:
    """Return a function that gives the log's mark for a person of this table.

    An account has the mark of the guest it was if that guest took the seat. 1 query, 2 if a guest was merged.
    """
    people = User.objects.filter(Q(seats__table=table) | Q(results__table=table))
    merged = list_merged_guests(people.values_list("pk", flat=True))
    logged = _list_logged_marks(table) if merged else []

    def mark(user: int) -> str:
        marks = [hash_seat_holder(table.public_id, seed, key) for key in (user, *merged.get(user, ()))]
        return next((candidate for candidate in logged if candidate in marks), marks[0])

    return mark


def _list_logged_marks(table: Table) -> list[str]:
    """List the marks of everyone who took a seat, latest first."""
    if archived := table.archived_log:
        bodies = [event.body for event in archived.events()]
    else:
        rows = Event.objects.filter(table=table, kind__in=(Event.Kind.CREATE, Event.Kind.SIT)).order_by("seq")
        bodies = list(rows.values_list("body", flat=True))
    marks = [parse_json(body)["data"].get("holder") for body in bodies if '"holder":' in body]
    return [mark for mark in reversed(marks) if mark]


def _results(table: Table, mark: Callable[[int], str]) -> tuple[tuple[ResultRow, ...], bool]:
    """Return the results and whether the table is listed, read together because players may change both."""
    of_a_result = ("outcome", "place", "score", "game_slug", "is_rated", "is_public", "ended_at")
    rows = list(
        Result.objects.filter(table=table)
        .order_by("pk")
        .values_list("table__replay_visibility", "user_id", *of_a_result)
    )
    sharing = rows[0][0] if rows else table.replay_visibility
    return tuple(ResultRow(mark(user), *row) for _, user, *row in rows), sharing == Table.ReplayVisibility.LISTED


def _origin(table: Table) -> dict[str, Any] | None:
    """Return the hashes of the position a fork continues from, according to the origin's log."""
    fork = Fork.objects.select_related("origin").filter(table=table).first() if table.is_fork else None
    if fork is None or fork.origin is None:
        return None
    if archived := fork.origin.archived_log:  # packed events lack derivable values such as these hashes
        bodies = [event["body"] for event in islice(archived.full_events(), fork.origin_seq - 1, fork.origin_seq)]
    else:
        bodies = [row.body for row in list_log_rows(fork.origin, fork.origin_seq - 1, fork.origin_seq)]
    state: dict[str, Any] | None = parse_json(bodies[0])["state"] if bodies else None
    return state


def _event_rows(
    table: Table, last: int | None = None, passed: Callable[[int], None] = lambda seq: None
) -> Iterator[EventRow]:
    """Yield all events, or those up to `last`, in batches: an open query would keep the reader from writing."""
    rows = Event.objects.filter(table=table).order_by("seq").values_list(*EventRow._fields)
    rows = rows if last is None else rows.filter(seq__lte=last)
    seq, has_more = -1, True
    while has_more:
        batch = [EventRow(*row) for row in rows.filter(seq__gt=seq)[:EVENTS_AT_ONCE]]
        yield from batch
        has_more = len(batch) == EVENTS_AT_ONCE
        seq = batch[-1].seq if batch else seq
        passed(seq)


@dataclass(frozen=True, slots=True)
class SeedContribution:
    """A seat's contribution to the shuffle, and whether the seat belongs to a bot, which never has one."""

    name: str
    hash: str  # "": no contribution
    bot: bool

    @property
    def is_given(self) -> bool:
        return bool(self.hash)


def list_contributions(seats: Sequence[Seat], phrases: Sequence[str]) -> tuple[SeedContribution, ...]:
    """List contributions by seat. `phrases` are the hashes in the record; a person's remains when a bot takes over."""
    pairs = zip(seats, phrases, strict=True)
    return tuple(SeedContribution(seat_name(seat), phrase, seat.is_bot_of_its_own) for seat, phrase in pairs)


@dataclass(frozen=True, slots=True)
class VerificationPage:
    """An ended table and the result of its verification. Contains codes only; the template has the sentences.

    `verdict` is yes, no or partly; "" if there is no report because none was requested, it is `pending`, or it
    `failed`.
    """

    id: str
    game_name: str
    started: bool
    forked: bool
    pending: bool
    failed: bool
    verdict: str
    first: CheckResult | None
    answers: tuple[CheckResult, ...]
    at: datetime | None
    code_changed: bool  # since the report was made
    events: int
    seed: str
    commitment: str
    digest: str
    links: tuple[int, ...]  # entries in the transparency log
    table: str  # the id in the record
    parts: tuple[SeedContribution, ...] = ()
    strict: bool = False  # all client seeds were committed before any was revealed
    is_imported: bool = False  # a record uploaded by a user
    is_record_of_ours: bool = False  # an imported record identical to that of a match played here
    broken_off: bool = False  # a strict table, between reveal and deal
    host_counts: StrictTableCounts | None = None  # for a strict table of this site: counts of its host
    site_counts: StrictTableCounts | None = None  # and of the site

    @property
    def is_replayed(self) -> bool:
        """Return whether the match was replayed to its end."""
        return any(answer.name == RULES and answer.outcome == AGREES for answer in self.answers)

    @property
    def parts_given(self) -> str:
        """Return how many of the people's seats contributed: all, some or none."""
        contributed = [part.is_given for part in self.parts if not part.bot or part.is_given]
        return "all" if contributed and all(contributed) else "some" if any(contributed) else "none"


def get_verification_page(access: TableAccess) -> VerificationPage:
    """Return the stored result of a verification, without computing anything. 2 queries, 5 for a strict table."""
    seed = Seed.objects.select_related("table__verification").get(table=access.table)
    table, row = access.table, getattr(seed.table, "verification", None)
    report = load_report(row.report) if row and row.report else None
    meta = registry.list_metadata().get(table.game_slug)
    hashes = [seat.client_seed_hash for seat in access.seats]
    return VerificationPage(
        id=table.public_id,
        game_name=localize_text(meta.name) if meta else table.game_slug,
        started=table.started_at is not None,
        forked=table.is_fork,
        pending=row is not None and row.leased_until is not None,
        failed=row is not None and row.leased_until is None and report is None,
        verdict=report.verdict if report else "",
        first=report.first_mismatch if report else None,
        answers=report.answers if report else (),
        at=row.finished_at if row and report else None,
        code_changed=bool(row and report and row.code_version != code_version(table.game_slug)),
        events=table.last_seq,
        seed=bytes(seed.value).hex(),
        commitment=table.commitment,
        digest=table.digest,
        links=tuple(
            TransparencyLogEntry.objects.filter(table=table).order_by("number").values_list("number", flat=True)
        ),
        table=table.public_id,
        broken_off=table.status == Table.Status.BROKEN_OFF,
        host_counts=(get_host_strict_counts(table.host_id) or StrictTableCounts(0, 0)) if table.is_strict else None,
        site_counts=get_site_strict_counts() if table.is_strict else None,
        parts=list_contributions(access.seats, hashes) if table.started_at else (),
        strict=table.is_strict,
    )
