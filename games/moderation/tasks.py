"""What moderation does in the background: it follows suspensions, plays tables anew, looks for collusion, tidies up."""

import logging
import time

from celery import shared_task

from config.db.unavailable import concerns_everyone
from games.moderation.inspection import collusion, replay_check
from games.moderation.reports.data_export import prune_evidence
from games.moderation.services import approvals, suspended_seats, voiding

SYNC_LIMIT = 100  # per kind and run
COLLUSION_LIMIT = 500  # tables a night
COLLUSION_SECONDS = 30
logger = logging.getLogger(__name__)


@shared_task(name="moderation.sync_suspension", ignore_result=True, acks_late=True)
def sync_suspension(table_pk: int) -> None:
    """Somebody at a table was suspended, restored or has gone."""
    suspended_seats.sync_suspension(table_pk)


@shared_task(name="moderation.sync_suspensions", ignore_result=True)
def sync_suspensions() -> None:
    """Every minute: tables whose job got lost, moderators' proposals that have lapsed, voids whose day is over."""
    suspended_seats.sync_all_suspensions(SYNC_LIMIT)
    approvals.settle_approvals(SYNC_LIMIT)
    voiding.execute_due_voids(SYNC_LIMIT)


@shared_task(name="moderation.delete_old_evidence", ignore_result=True)
def delete_old_evidence() -> None:
    """Every night: forget what was said long ago near what was reported."""
    prune_evidence()


@shared_task(name="moderation.detect_collusion", ignore_result=True)
def detect_collusion() -> None:
    """Every night: the tables of the day, as many as there is time for."""
    collusion.delete_old_flags()
    until = time.monotonic() + COLLUSION_SECONDS
    for table in collusion.list_tables_to_check(COLLUSION_LIMIT):
        if time.monotonic() > until:
            return
        try:
            collusion.detect_collusion(table)
        except Exception as problem:  # one broken table must not stop the others; its text may name cards
            if concerns_everyone(problem):
                raise
            logger.error("no hints for table %s: %s", table.pk, type(problem).__name__)


@shared_task(name="moderation.replay_check", ignore_result=True, acks_late=True)
def run_replay_check(table_pk: int) -> None:
    """Deal and play a table anew, as a moderator has asked."""
    replay_check.run_replay_check(table_pk)
