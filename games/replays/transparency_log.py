"""One chain over all tables of the site: each table's commitment when it is created, its last digest when it ends.

    link_0 = 64 zeros
    link_n = sha256(link_{n-1} | kind | commitment | digest)      kind: "opened", then with an empty digest, or "ended"

With a copy, anyone can tell that neither was replaced, removed or moved afterwards. It names no table: a private
one can be found only with its commitment. Links are added by a job, in the order in which it finds tables.
"""

from collections.abc import Iterator
from operator import attrgetter

from django.db import IntegrityError
from django.db.models import QuerySet

from config.db.locking import write_transaction
from games.engine.hash_chain import hash_text
from games.replays.audit.report import AGREES, DIFFERS, TRANSPARENCY_LOG, CheckResult
from games.replays.models import TransparencyLogEntry
from games.tables.models import ENDED_STATUSES, Table

GENESIS_HASH = "0" * 64
LINES_AT_ONCE = 10_000


def extend_log(limit: int) -> int:
    """Add at most `limit` links. Returns how many; 0 if another worker is at it."""
    due = _due(limit)
    if not due:
        return 0
    try:
        with write_transaction():
            links = list(_links(due))
            TransparencyLogEntry.objects.bulk_create(links)
            for kind in {link.kind for link in links}:
                added = [link.table_id for link in links if link.kind == kind]
                Table.objects.filter(pk__in=added).update(transparency_entry_count=kind)
    except IntegrityError:
        return 0
    return len(links)


def list_entries(start: int) -> Iterator[str]:
    """The chain from entry `start` on, a line each: number, kind, commitment, digest ("-" for none), link."""
    yield from _format_lines(TransparencyLogEntry.objects.filter(number__gte=start).order_by("number")[:LINES_AT_ONCE])


def list_table_entries(table: Table) -> Iterator[str]:
    """The table's own lines: none until it has been found, one, and two when it has ended. 1 query."""
    yield from _format_lines(TransparencyLogEntry.objects.filter(table=table).order_by("number"))


def _format_lines(rows: "QuerySet[TransparencyLogEntry]") -> Iterator[str]:
    values = rows.values_list("number", "kind", "table__commitment", "chain_hash", "entry_hash")
    for number, kind, commitment, digest, value in values:
        yield f"{number} {TransparencyLogEntry.Kind(kind).name.lower()} {commitment} {digest or '-'} {value}\n"


def check_table_entries(table: Table) -> CheckResult:
    """Return whether a table's links agree with its row and follow from the links before. 2 queries.

    `table` may be stale: its row and its links are read again, in one query, so that the job can't come between.
    """
    columns = [f"transparency_entries__{field.attname}" for field in TransparencyLogEntry._meta.concrete_fields]
    rows = list(
        Table.objects.filter(pk=table.pk)
        .order_by("transparency_entries__number")
        .values_list("transparency_entry_count", "digest", *columns)
    )
    linked, digest = rows[0][:2]
    links = [TransparencyLogEntry(*values) for _, _, *values in rows if values[0] is not None]
    numbers = [link.number - 1 for link in links]
    values = dict(TransparencyLogEntry.objects.filter(number__in=numbers).values_list("number", "entry_hash"))
    if [link.kind for link in links] != list(range(TransparencyLogEntry.Kind.OPENED, linked + 1)):
        return CheckResult(TRANSPARENCY_LOG, DIFFERS, "missing")
    for link in links:
        if link.chain_hash != (digest if link.kind == TransparencyLogEntry.Kind.ENDED else ""):
            return CheckResult(TRANSPARENCY_LOG, DIFFERS, "digest")
        before = GENESIS_HASH if link.number == 1 else values.get(link.number - 1, "")
        if link.entry_hash != _value(before, TransparencyLogEntry.Kind(link.kind), table.commitment, link.chain_hash):
            return CheckResult(TRANSPARENCY_LOG, DIFFERS, "link")
    return CheckResult(TRANSPARENCY_LOG, AGREES)


def _value(before: str, kind: TransparencyLogEntry.Kind, commitment: str, digest: str) -> str:
    return hash_text(f"{before}|{kind.name.lower()}|{commitment}|{digest}")


def _due(limit: int) -> list[Table]:
    """Return tables that lack a link; tables that ended before they got any get both, one by one.

    Two queries without an order: with one query for both or ordered by key, PostgreSQL scans a million tables.
    """
    ended = Table.objects.filter(transparency_entry_count=TransparencyLogEntry.Kind.OPENED, status__in=ENDED_STATUSES)
    tables = [*Table.objects.filter(transparency_entry_count=0)[:limit], *ended[:limit]]
    return sorted(tables, key=attrgetter("pk"))[:limit]


def _links(tables: list[Table]) -> Iterator[TransparencyLogEntry]:
    last = TransparencyLogEntry.objects.order_by("-number").values_list("number", "entry_hash").first()
    before, value = last or (0, GENESIS_HASH)
    for number, table in enumerate(tables, before + 1):
        kind = TransparencyLogEntry.Kind.ENDED if table.transparency_entry_count else TransparencyLogEntry.Kind.OPENED
        digest = table.digest if table.transparency_entry_count else ""
        value = _value(value, kind, table.commitment, digest)
        yield TransparencyLogEntry(number=number, table=table, kind=kind, chain_hash=digest, entry_hash=value)
