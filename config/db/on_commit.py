"""Queueing of tasks on commit, by name and with plain integers only."""

import logging

from celery import current_app
from django.db import transaction

logger = logging.getLogger(__name__)


def queue_on_commit(task: str, *ids: int) -> None:
    """Queue a task once the transaction is committed.

    Errors of the broker are only logged: what is due is in the database, and the sweep finds it.
    """
    transaction.on_commit(lambda: _send(task, ids), robust=True)


def _send(task: str, ids: tuple[int, ...]) -> None:
    try:
        current_app.send_task(task, args=ids)
    except Exception as problem:  # its message may contain the broker's password
        logger.warning("could not queue %s: %s", task, type(problem).__name__)
