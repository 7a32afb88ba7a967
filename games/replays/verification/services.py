"""Scheduling of verifications: once when a table is archived, and again on request. Never during a page request.

Work is described by rows. A row is due immediately; a worker leases it, and if the worker is lost it is due again
later. After three failures it is given up, and the page says so.

No job is queued per table, since other jobs use the same queue: the schedule sends one job every second, each free
worker verifies for a few seconds, and the rest waits in its rows.
"""

import logging
import time
from datetime import timedelta
from typing import Any

from django.db.models import F
from django.db.models.functions import Now
from django.utils import timezone

from config.db.locking import write_transaction
from config.db.unavailable import concerns_everyone
from games.replays.audit.code_version import code_version
from games.replays.audit.report import NO, RECORD, AuditReport
from games.replays.models import Verification
from games.replays.verification.selectors import audit_table
from games.tables.errors import ConflictError
from games.tables.locked_table import TableSession, locked_table
from games.tables.models import Record, Table

LEASE = timedelta(seconds=120)  # twice what a job may take
REPEAT_AFTER = timedelta(minutes=10)  # minimum time between requested verifications
TRIES = 3
BOTS_SECONDS = 10  # after this, bots are no longer checked
logger = logging.getLogger(__name__)


def request_verification(*, public_id: str) -> None:
    """Request a new verification of an ended table. Ignored while one is pending or was just completed."""
    with locked_table(public_id) as session:
        if not session.table.is_ended:
            raise ConflictError("not-ended")
        row = Verification.objects.filter(table=session.table).first()
        if row and (row.leased_until or (row.finished_at and row.finished_at > session.now - REPEAT_AFTER)):
            return
        schedule_verification(session)


def schedule_verification(session: TableSession) -> None:
    """Mark a locked table for verification. The earlier report is kept until there is a new one."""
    fields = {"requested_at": session.now, "leased_until": session.now, "attempts": 0}
    Verification.objects.update_or_create(table=session.table, defaults=fields)


def run_verification(table_pk: int) -> bool:
    """Run a requested verification. Return whether it was completed."""
    to_do = Verification.objects.filter(table=table_pk, leased_until__isnull=False)
    now = timezone.now()
    with write_transaction():
        if not to_do.update(started_at=now, leased_until=now + LEASE, attempts=F("attempts") + 1):
            return False
    table = Table.objects.select_related("seed").get(pk=table_pk)
    until = time.monotonic() + BOTS_SECONDS
    try:
        report = audit_table(table, enough=lambda: time.monotonic() > until)
    except Exception as problem:
        if concerns_everyone(problem):
            raise
        logger.error("the verification of %s failed: %s", table.public_id, type(problem).__name__)
        return False
    if report.verdict == NO:
        logger.error(
            "table %s does not agree with itself: manage.py verify_matches %s", table.public_id, table.public_id
        )
    now = timezone.now()
    fields = {
        "report": _shorten(report.to_dict()),
        "code_version": code_version(table.game_slug),
        "verified_sha256": get_verified_sha256(table, report),
    }
    with write_transaction():
        if fields["verified_sha256"]:
            Table.objects.filter(pk=table_pk).update(prune_due_at=now)
        return bool(to_do.update(finished_at=now, leased_until=None, **fields))


def _shorten(report: dict[str, Any]) -> dict[str, Any]:
    """Omit default values, which `load_report` restores, since a report is stored for every match."""
    answers = [
        {name: value for name, value in answer.items() if value not in ("", None)} for answer in report["answers"]
    ]
    return report | {"answers": answers}


def get_verified_sha256(table: Table, report: AuditReport) -> str:
    """Return the hash of the record if everything was found to agree; else ""."""
    if not report.is_ok or report.answers[-1].name != RECORD:
        return ""
    return Record.objects.values_list("sha256", flat=True).get(table=table)


def is_record_verified(table_pk: int) -> bool:
    """Return whether this table's current record is the verified one. 1 query."""
    return Record.objects.filter(table=table_pk, table__verification__verified_sha256=F("sha256")).exists()


def lease_verification() -> int | None:
    """Lease the table whose verification has been due longest; None if nothing is due.

    Verifications without remaining attempts are given up.
    """
    due = Verification.objects.filter(leased_until__lte=Now())
    if not due.exists():  # avoid queueing for the lock
        return None
    with write_transaction():
        now = timezone.now()
        due.filter(attempts__gte=TRIES).update(finished_at=now, leased_until=None, report=None)
        free = due.select_for_update(skip_locked=True, no_key=True).order_by("leased_until")
        table_pk: int | None = free.values_list("pk", flat=True).first()
        Verification.objects.filter(pk=table_pk).update(leased_until=now + LEASE)
    return table_pk
