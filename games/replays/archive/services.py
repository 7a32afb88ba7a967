"""Archiving: an ended table becomes a self-contained record, readable without our database or rules.

    {"format": "tefuda-record-2", "table", "title", "options", "seats", "status", "seed": hex, "commitment",
     "phrases": [client seed hashes], "digest": hex, "events": [{"body", "frame", "keyframe", "digest"}, …]}

Once a record has been verified, the job that verified it deletes the rows it contains.
"""

import logging
import time
from datetime import timedelta
from typing import Any

from django.db.models.functions import Now
from django.utils import timezone

from config.db.locking import write_transaction
from config.db.on_commit import queue_on_commit
from config.db.unavailable import concerns_everyone
from games.engine.hash_chain import hash_text
from games.engine.serialization.canonical_json import dump_canonical
from games.replays.audit.rows import FORMAT
from games.replays.summary import summarize_match
from games.replays.verification.services import (
    is_record_verified,
    lease_verification,
    run_verification,
    schedule_verification,
)
from games.tables import signals
from games.tables.locked_table import TableSession, locked_table
from games.tables.models import Event, Position, Record, Table
from games.tables.storage.archived_log import pack_record

logger = logging.getLogger(__name__)
# If a process is killed between the end of a match and its record, the record still exists within a minute: the sweep
# runs every 15 seconds and takes due rows.
JOB_TIMEOUT_SECONDS = 20  # after this, the job counts as lost
LEASE_SECONDS = 30  # … and so does a sweep that took up a table and never reported back
TRIES = 3  # a table that kills its worker then waits as long as one that fails
RETRY_SECONDS = 3_600  # before the sweep retries a failure


def schedule_archive(session: TableSession) -> None:
    """Schedule the archiving of the session's table, whose match has ended, in the background."""
    session.table.archive_due_at = session.now + timedelta(seconds=JOB_TIMEOUT_SECONDS)
    queue_on_commit("replays.archive", session.table.pk)


def archive_table(table_pk: int) -> bool:
    """Archive an ended table, summarize it, and schedule its verification. Return whether it was archived.

    Packing a long log takes a fifth of a second, which is done without holding the table's lock or SQLite's only lock.
    """
    table = Table.objects.select_related("seed").get(pk=table_pk)
    if not table.is_ended:
        return False
    if Record.objects.filter(table=table_pk).exists():  # done by a job believed lost, or by the sweep
        Table.objects.filter(pk=table_pk).update(archive_due_at=None)
        return False
    contents = _contents(table)
    (data, lengths), outline = pack_record(contents), summarize_match(table, contents["events"])
    record = Record(table=table, data=data, lengths=lengths, sha256=hash_text(dump_canonical(contents)))
    with locked_table(table.public_id) as session:
        if session.table.digest != table.digest:  # something has happened in between; the sweep will retry
            return False
        Table.objects.filter(pk=table_pk).update(archive_due_at=None)
        if Record.objects.filter(table=table_pk).exists():
            return False
        record.save(force_insert=True)
        outline.save(force_insert=True)
        session.mark_page_changed()  # its result has a chart now
        schedule_verification(session)
        signals.TableArchived(session.table).send()
        return True


def verify_and_prune(seconds: float) -> None:
    """Verify tables that are due, and delete the rows contained in each verified record.

    Starts no verification after `seconds`. Any number of workers may do this concurrently.
    """
    ends_at = time.monotonic() + seconds
    while time.monotonic() < ends_at and (table_pk := lease_verification()) is not None:
        if run_verification(table_pk):
            prune_table(table_pk)


def prune_table(table_pk: int) -> None:
    """Delete a table's rows if its verified record contains them."""
    with locked_table(Table.objects.values_list("public_id", flat=True).get(pk=table_pk)) as session:
        Table.objects.filter(pk=table_pk).update(prune_due_at=None)
        if is_record_verified(table_pk):  # database triggers check this too
            signals.EventsPruned(session.table).send()
            Event.objects.filter(table=table_pk).delete()
            Position.objects.filter(table=table_pk).delete()


def prune_events(limit: int) -> int:
    """Delete the rows of at most `limit` tables whose job got lost, each in its own transaction.

    Return how many were due. A later call continues where this one ended.
    """
    due = Table.objects.filter(prune_due_at__lte=Now()).order_by("prune_due_at").values_list("pk", flat=True)[:limit]
    for table_pk in (table_pks := list(due)):
        prune_table(table_pk)
    return len(table_pks)


def archive_missed(limit: int) -> int:
    """Archive ended tables whose job got lost. Return how many.

    Each is postponed before it is taken up, in case it kills this process.
    """
    sealed = 0
    missed = (
        Table.objects.filter(archive_due_at__lte=Now())
        .order_by("archive_due_at")
        .values_list("pk", "archive_attempts")[:limit]
    )
    for pk, tries in list(missed):
        _postpone(pk, LEASE_SECONDS if tries < TRIES else RETRY_SECONDS, archive_attempts=tries + 1)
        try:
            sealed += archive_table(pk)
        except Exception as problem:
            if concerns_everyone(problem):
                raise
            logger.error("table %s can't be sealed: %s", pk, type(problem).__name__)
            _postpone(pk, RETRY_SECONDS)
    return sealed


def _postpone(pk: int, seconds: int, **changes: Any) -> None:
    with write_transaction():
        unsealed = Table.objects.filter(pk=pk, archive_due_at__isnull=False)  # the job may have come after all
        unsealed.update(archive_due_at=timezone.now() + timedelta(seconds=seconds), **changes)


def _contents(table: Table) -> dict[str, Any]:
    events = table.events.order_by("seq").values("body", "frame", "keyframe", "digest")
    seats = list(table.seats.order_by("number"))
    return {
        "format": FORMAT,
        "table": table.public_id,
        "title": table.game_slug,
        "options": table.options,
        "seats": len(seats),
        "status": table.status,
        "seed": bytes(table.seed.value).hex(),
        "commitment": table.commitment,
        "phrases": [seat.client_seed_hash for seat in seats],
        "digest": table.digest,
        "events": list(events),
    }
