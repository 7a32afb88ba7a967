"""Tables dealt and played anew when a moderator asks, by a job: a log may be of any length, and no page waits for it.

It takes about half a second for a thousand events, and the memory of some hundreds, however many there are; of a sealed
table that of its record besides. A job that dies lets its lease lapse; then it can be asked for again.
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

LEASE = timedelta(seconds=120)  # renewed while it goes on
PROGRESS_SECONDS = 1.0  # seconds
logger = logging.getLogger(__name__)


def request_replay_check(table: Table) -> None:
    """Have it rebuilt; while it is, asking again changes nothing."""
    with write_transaction():
        row = ReplayCheck.objects.select_for_update(no_key=True).filter(table=table).first()
        if row is not None and row.pending:
            return
        fresh = {
            "leased_until": timezone.now() + LEASE,
            "events_done": 0,
            "events_total": table.last_seq,
            "report": None,
        }
        ReplayCheck.objects.update_or_create(table=table, defaults={**fresh, "finished_at": None})
        queue_on_commit("moderation.replay_check", table.pk)


def run_replay_check(table_pk: int) -> bool:
    """Do what was asked for. Says whether it did; a late job dies quietly."""
    to_do = ReplayCheck.objects.filter(table=table_pk, leased_until__isnull=False)
    table = Table.objects.select_related("seed").filter(pk__in=to_do.values("table")).first()
    if table is None:
        return False
    try:
        report = audit_table(table, bots=False, passed=_progress_recorder(table_pk)).to_dict()
    except Exception as problem:  # its text may name cards
        if concerns_everyone(problem):
            raise
        logger.error("the rebuilding of %s failed: %s", table.public_id, type(problem).__name__)
        report = None
    done = {"events_done": report["events"]} if report else {}
    with write_transaction():
        return bool(to_do.update(leased_until=None, finished_at=timezone.now(), report=report, **done))


def get_replay_check(table: Table) -> ReplayCheck | None:
    """The last one. 1 query."""
    return ReplayCheck.objects.filter(table=table).first()


def get_report(row: ReplayCheck | None) -> AuditReport | None:
    return load_report(row.report) if row and row.report else None


def _progress_recorder(table_pk: int) -> Callable[[int], None]:
    """Notes now and then how far it has come."""
    told = time.monotonic()

    def passed(seq: int) -> None:
        nonlocal told
        if time.monotonic() - told < PROGRESS_SECONDS:
            return
        told = time.monotonic()
        with write_transaction():
            ReplayCheck.objects.filter(table=table_pk).update(events_done=seq, leased_until=timezone.now() + LEASE)

    return passed
