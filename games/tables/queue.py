"""Handing work to the workers, by the task's name and with plain numbers only."""

import logging
import math
import time
from threading import Lock

from celery import current_app
from django.db import transaction

SLOT_SECONDS = 0.05  # nudges for the same moment, within this time, are one
_latest_slot: dict[str, int] = {}  # by task, of this process
_lock = Lock()
logger = logging.getLogger(__name__)


def queue_on_commit(task: str, *ids: int) -> None:
    """Queue a task once the transaction is committed.

    A broker that cannot be reached is logged and forgotten: whatever is due stands in the database, and the sweep
    finds it.
    """
    transaction.on_commit(lambda: _send(task, ids), robust=True)


def nudge_on_commit(task: str, seconds: float) -> None:
    """Once the transaction is committed, have a worker look in `seconds` at what is due.

    A process sends at most one nudge for each twentieth of a second, however much falls due in it. The task gets the
    moment (seconds since 1970) and may skip the work if it has looked since.
    """
    transaction.on_commit(lambda: _nudge(task, seconds), robust=True)


def _nudge(task: str, seconds: float) -> None:
    now = time.monotonic()  # the wall clock may step backward
    slot = math.ceil((now + seconds) / SLOT_SECONDS)
    with _lock:
        if slot <= _latest_slot.get(task, 0):
            return
        _latest_slot[task] = slot
    wait = slot * SLOT_SECONDS - now
    _send(task, (time.time() + wait,), wait)


def _send(task: str, args: tuple[float, ...], wait: float | None = None) -> None:
    try:
        current_app.send_task(task, args=args, countdown=wait)
    except Exception as problem:  # its text may hold the broker's password
        logger.warning("could not queue %s: %s", task, type(problem).__name__)
