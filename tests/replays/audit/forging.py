"""Changes that a dishonest operator, or an intruder in the database, could make to a table."""

from typing import Any

from django.db.models import Model

from config.db import append_only
from games.engine.chance import Chance
from games.engine.hash_chain import next_digest
from games.engine.serialization.canonical_json import dump_canonical, parse_json
from games.replays.verification.selectors import audit_table
from games.tables.models import Event, Table
from tests.matches import fresh

Named = tuple[str, str, int | None, str]


def differences(table: Table) -> list[Named]:
    """Return the verification's result: (answer, reason, number of the first event, its kind)."""
    answers = audit_table(fresh(table)).answers
    return [(answer.name, answer.why, answer.event, answer.kind) for answer in answers if answer.outcome == "differs"]


def first_wrong(table: Table) -> Named:
    """The one difference that the page names."""
    report = audit_table(fresh(table))
    assert report.verdict == "no"
    assert report.first_mismatch is not None
    return (
        report.first_mismatch.name,
        report.first_mismatch.why,
        report.first_mismatch.event,
        report.first_mismatch.kind,
    )


def forge(table: Table, number: int, **columns: Any) -> None:
    """Change an event's columns behind the triggers, which come back when the test is rolled back."""
    append_only.remove_triggers()
    assert Event.objects.filter(table=table, seq=number).update(**columns) == 1


def forge_row(row: Model, **columns: Any) -> None:
    """Change any other row."""
    append_only.remove_triggers()
    assert type(row).objects.filter(pk=row.pk).update(**columns) == 1


def erase(table: Table, seq: int) -> None:
    append_only.remove_triggers()
    Event.objects.filter(table=table, seq=seq).delete()


def changed_body(table: Table, number: int, **parts: Any) -> str:
    """An event's text with other parts, written as ours are."""
    return dump_canonical(parse_json(event(table, number).body) | parts)


def event(table: Table, seq: int) -> Event:
    return Event.objects.get(table=table, seq=seq)


def of_kind(table: Table, kind: str, cause: str | None = None, skip: int = 0) -> Event:
    """The first event of a kind (and cause), or a later one."""
    rows = Event.objects.filter(table=table, kind=kind).order_by("seq")
    return (rows.filter(cause=cause) if cause else rows)[skip]


def rehash(table: Table) -> None:
    """Make the chain whole again, from the commitment to the table's own digest."""
    table = fresh(table)
    digest, rows = table.commitment, list(Event.objects.filter(table=table).order_by("seq"))
    for row in rows:
        row.digest = digest = next_digest(digest, table.public_id, bytes(table.seed.value), row.seq, row.body)
    forge_row(table, digest=digest)
    Event.objects.bulk_update(rows, ["digest"], batch_size=100)


class SortedDecks(Chance):
    """A house that does not shuffle."""

    def shuffled(self, label: str, items: Any) -> Any:
        return tuple(items)
