"""Background tasks: suspensions, proposals, replay checks, collusion flags, cleanup."""

import logging
import time

from celery import shared_task

from config.db.unavailable import concerns_everyone
from games.moderation import staff_work
from games.moderation.inspection import collusion, replay_check
from games.moderation.reports.data_export import prune_evidence
from games.moderation.services import approvals, suspended_seats, voiding

SYNC_LIMIT = 100  # per kind and run
COLLUSION_LIMIT = 500  # tables per night
COLLUSION_SECONDS = 30
logger = logging.getLogger(__name__)


@shared_task(name="moderation.sync_suspension", ignore_result=True, acks_late=True)
def sync_suspension(table_pk: int) -> None:
    """Update a table's seats after a suspension, its end, or a deleted account."""
    suspended_seats.sync_suspension(table_pk)


@shared_task(name="moderation.sync_suspensions", ignore_result=True)
def sync_suspensions() -> None:
    """Settle tables whose job was lost, expired proposals and voided matches, every minute."""
    suspended_seats.sync_all_suspensions(SYNC_LIMIT)
    approvals.settle_approvals(SYNC_LIMIT)
    voiding.execute_due_voids(SYNC_LIMIT)


@shared_task(name="moderation.notify_staff", ignore_result=True)
def notify_staff() -> None:
    """Notify staff when work begins to wait, and every five minutes in case a job was lost."""
    staff_work.notify_staff()


@shared_task(name="moderation.delete_old_evidence", ignore_result=True)
def delete_old_evidence() -> None:
    """Delete old evidence of reports, every night."""
    prune_evidence()


@shared_task(name="moderation.detect_collusion", ignore_result=True)
def detect_collusion() -> None:
    """Check the day's tables for collusion, every night, as many as time allows."""
    collusion.delete_old_flags()
    until = time.monotonic() + COLLUSION_SECONDS
    for table in collusion.list_tables_to_check(COLLUSION_LIMIT):
        if time.monotonic() > until:
            return
        try:
            collusion.detect_collusion(table)
        except Exception as problem:  # one broken table must not stop the others; the message may name cards
            if concerns_everyone(problem):
                raise
            logger.error("no hints for table %s: %s", table.pk, type(problem).__name__)


@shared_task(name="moderation.replay_check", ignore_result=True, acks_late=True)
def run_replay_check(table_pk: int) -> None:
    """Replay a table, as requested by a moderator."""
    replay_check.run_replay_check(table_pk)
