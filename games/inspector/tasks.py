"""The desk's background jobs."""

import logging
import time

from celery import shared_task

from config.db.away import concerns_all
from games.inspector import counting, hints, rebuilding

HINTS_LIMIT = 500  # tables a night
HINTS_SECONDS = 30
logger = logging.getLogger(__name__)


@shared_task(name="games.alive", ignore_result=True)
def alive(queue: str) -> None:
    """A sign of life: that it was done in this queue is all it says."""
    counting.alive(queue)


@shared_task(name="games.count_events", ignore_result=True)
def count_events() -> None:
    """Every minute: how busy it is."""
    counting.events_counted()


@shared_task(name="games.hints", ignore_result=True)
def find_hints() -> None:
    """Every night: the tables of the day, as many as there is time for."""
    hints.hints_tidied()
    until = time.monotonic() + HINTS_SECONDS
    for table in hints.tables_to_look_at(HINTS_LIMIT):
        if time.monotonic() > until:
            return
        try:
            hints.hints_renewed(table)
        except Exception as problem:  # one broken table must not stop the others; its text may name cards
            if concerns_all(problem):
                raise
            logger.error("no hints for table %s: %s", table.pk, type(problem).__name__)


@shared_task(name="games.rebuild", ignore_result=True, acks_late=True)
def rebuild(table_pk: int) -> None:
    """Deal and play a table anew, as a moderator has asked."""
    rebuilding.table_rebuild(table_pk)
