"""What moderation does in the background: it follows suspensions, plays tables anew, looks for collusion, tidies up."""

import logging
import time

from celery import shared_task

from config.db.unavailable import concerns_all
from games.moderation.inspection import collusion, replay_check
from games.moderation.reports.data_export import evidence_swept
from games.moderation.services import approvals, suspended_seats, voiding

SETTLE_LIMIT = 100  # per kind and run
HINTS_LIMIT = 500  # tables a night
HINTS_SECONDS = 30
logger = logging.getLogger(__name__)


@shared_task(name="moderation.sync_suspension", ignore_result=True, acks_late=True)
def settle(table_pk: int) -> None:
    """Somebody at a table was suspended, restored or has gone."""
    suspended_seats.table_settled(table_pk)


@shared_task(name="moderation.sync_suspensions", ignore_result=True)
def settle_all() -> None:
    """Every minute: tables whose job got lost, moderators' proposals that have lapsed, voids whose day is over."""
    suspended_seats.all_settled(SETTLE_LIMIT)
    approvals.proposals_settled(SETTLE_LIMIT)
    voiding.voids_made(SETTLE_LIMIT)


@shared_task(name="moderation.delete_old_evidence", ignore_result=True)
def reports_sweep() -> None:
    """Every night: forget what was said long ago near what was reported."""
    evidence_swept()


@shared_task(name="moderation.detect_collusion", ignore_result=True)
def find_hints() -> None:
    """Every night: the tables of the day, as many as there is time for."""
    collusion.hints_tidied()
    until = time.monotonic() + HINTS_SECONDS
    for table in collusion.tables_to_look_at(HINTS_LIMIT):
        if time.monotonic() > until:
            return
        try:
            collusion.hints_renewed(table)
        except Exception as problem:  # one broken table must not stop the others; its text may name cards
            if concerns_all(problem):
                raise
            logger.error("no hints for table %s: %s", table.pk, type(problem).__name__)


@shared_task(name="moderation.replay_check", ignore_result=True, acks_late=True)
def rebuild(table_pk: int) -> None:
    """Deal and play a table anew, as a moderator has asked."""
    replay_check.table_rebuild(table_pk)
