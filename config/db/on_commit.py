"""Handing work to the workers, by the task's name and with plain numbers only."""

import logging

from celery import current_app
from django.db import transaction

logger = logging.getLogger(__name__)


def queue_on_commit(task: str, *ids: int) -> None:
    """Queue a task once the transaction is committed.

    A broker that cannot be reached is logged and forgotten: whatever is due stands in the database, and the sweep
    finds it.
    """
    transaction.on_commit(lambda: _send(task, ids), robust=True)


def _send(task: str, ids: tuple[int, ...]) -> None:
    try:
        current_app.send_task(task, args=ids)
    except Exception as problem:  # its text may hold the broker's password
        logger.warning("could not queue %s: %s", task, type(problem).__name__)
