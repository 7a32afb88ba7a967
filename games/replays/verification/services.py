"""Having ended tables verified: once when they are sealed, again when somebody asks. Never while a page waits.

The row says what is to do. It is due at once, and whoever leases it has so long for it; one that was lost is due again
afterwards. What fails or dies three times is given up, and the page says so.

No job is queued for a table, as other jobs wait in the same queue: the clock sends one every second, each worker that
is free verifies for a few seconds, and what they don't get to waits in its row.
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
REPEAT_AFTER = timedelta(minutes=10)  # so long a result is not asked for again
TRIES = 3
BOTS_SECONDS = 10  # then no more bots are asked again
logger = logging.getLogger(__name__)


def request_verification(*, public_id: str) -> None:
    """Have an ended table verified again. One that is waiting, or was done a moment ago, is left alone."""
    with locked_table(public_id) as session:
        if not session.table.is_ended:
            raise ConflictError("not-ended")
        row = Verification.objects.filter(table=session.table).first()
        if row and (row.leased_until or (row.finished_at and row.finished_at > session.now - REPEAT_AFTER)):
            return
        schedule_verification(session)


def schedule_verification(session: TableSession) -> None:
    """Note that a locked table is to be verified. An earlier report stays until there is a new one."""
    asked = {"requested_at": session.now, "leased_until": session.now, "attempts": 0}
    Verification.objects.update_or_create(table=session.table, defaults=asked)


def run_verification(table_pk: int) -> bool:
    """Do a verification that was asked for. Says whether it did."""
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
    done = {
        "report": _shorten(report.to_dict()),
        "code_version": code_version(table.game_slug),
        "verified_sha256": get_verified_sha256(table, report),
    }
    with write_transaction():
        if done["verified_sha256"]:
            Table.objects.filter(pk=table_pk).update(prune_due_at=now)
        return bool(to_do.update(finished_at=now, leased_until=None, **done))


def _shorten(report: dict[str, Any]) -> dict[str, Any]:
    """Without what `load_report` knows by itself: one stands beside every match, and of what agrees there is no more to
    say."""
    answers = [{name: value for name, value in one.items() if value not in ("", None)} for one in report["answers"]]
    return report | {"answers": answers}


def get_verified_sha256(table: Table, report: AuditReport) -> str:
    """The hash of the record in which all was found to agree; "" if there is none, or something was left open."""
    if not report.is_ok or report.answers[-1].name != RECORD:
        return ""
    return Record.objects.values_list("sha256", flat=True).get(table=table)


def is_record_verified(table_pk: int) -> bool:
    """Whether this table's record is the one that was found to agree. 1 query."""
    return Record.objects.filter(table=table_pk, table__verification__verified_sha256=F("sha256")).exists()


def lease_verification() -> int | None:
    """The table whose verification has been due for longest, leased to whoever calls; None: none is due.

    Who has had all its tries is given up.
    """
    due = Verification.objects.filter(leased_until__lte=Now())
    if not due.exists():  # no need to queue for the lock
        return None
    with write_transaction():
        now = timezone.now()
        due.filter(attempts__gte=TRIES).update(finished_at=now, leased_until=None, report=None)
        free = due.select_for_update(skip_locked=True, no_key=True).order_by("leased_until")
        found: int | None = free.values_list("pk", flat=True).first()
        Verification.objects.filter(pk=found).update(leased_until=now + LEASE)
    return found
