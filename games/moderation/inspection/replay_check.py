"""Replay checks: replaying a table from its seed at a moderator's request, in a job, because a log can have any length.

Takes about half a second per thousand events, and the memory of a few hundred events, however long the log; for an
archived table also that of its record. If a job dies, its lease expires and the check can be requested again.
"""

import logging
import time
from collections.abc import Callable
from datetime import timedelta

from django.utils import timezone

from config.db.locking import write_transaction
from config.db.on_commit import queue_on_commit
from config.db.unavailable import concerns_everyone
from games.moderation.models import ReplayCheck
from games.replays.audit.report import AuditReport, load_report
from games.replays.verification.selectors import audit_table
from games.tables.models import Table

LEASE = timedelta(seconds=120)  # renewed while the job runs
PROGRESS_SECONDS = 1.0  # between progress updates
logger = logging.getLogger(__name__)


def request_replay_check(table: Table) -> None:
    """Queue a check of the table. Does nothing while one is running."""
    with write_transaction():
        row = ReplayCheck.objects.select_for_update(no_key=True).filter(table=table).first()
        if row is not None and row.pending:
            return
        fields = {
            "leased_until": timezone.now() + LEASE,
            "events_done": 0,
            "events_total": table.last_seq,
            "report": None,
        }
        ReplayCheck.objects.update_or_create(table=table, defaults={**fields, "finished_at": None})
        queue_on_commit("moderation.replay_check", table.pk)


def run_replay_check(table_pk: int) -> bool:
    """Run the requested check. Return whether it was still wanted; a late job does nothing."""
    to_do = ReplayCheck.objects.filter(table=table_pk, leased_until__isnull=False)
    table = Table.objects.select_related("seed").filter(pk__in=to_do.values("table")).first()
    if table is None:
        return False
    try:
        report = audit_table(table, bots=False, passed=_progress_recorder(table_pk)).to_dict()
    except Exception as problem:  # its message may name cards
        if concerns_everyone(problem):
            raise
        logger.error("the rebuilding of %s failed: %s", table.public_id, type(problem).__name__)
        report = None
    progress = {"events_done": report["events"]} if report else {}
    with write_transaction():
        return bool(to_do.update(leased_until=None, finished_at=timezone.now(), report=report, **progress))


def get_replay_check(table: Table) -> ReplayCheck | None:
    """Return the table's last check, if any. 1 query."""
    return ReplayCheck.objects.filter(table=table).first()


def get_report(row: ReplayCheck | None) -> AuditReport | None:
    return load_report(row.report) if row and row.report else None


def _progress_recorder(table_pk: int) -> Callable[[int], None]:
    """Return a callback that stores the progress from time to time."""
    reported_at = time.monotonic()

    def passed(seq: int) -> None:
        nonlocal reported_at
        if time.monotonic() - reported_at < PROGRESS_SECONDS:
            return
        reported_at = time.monotonic()
        with write_transaction():
            ReplayCheck.objects.filter(table=table_pk).update(events_done=seq, leased_until=timezone.now() + LEASE)

    return passed
