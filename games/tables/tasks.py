"""The tables' background jobs, thin like views. Messages carry plain numbers only."""

import time

from celery import shared_task

from games.tables import bots_due, clocks, expiry

SWEEP_LIMIT = 50  # per second, so that a sweep stays short
TEND_LIMIT = 50  # per kind and run
BOTS_SECONDS = 5  # after which bots let other jobs go first


@shared_task(name="games.sweep", ignore_result=True)
def sweep() -> None:
    """Every second: play what is overdue, and call a worker for bots whose nudge got lost."""
    missed = bots_due.bots_missed()  # first: it forgets how long they waited while the whole site was closed
    clocks.overdue_resolved(SWEEP_LIMIT)
    if missed:
        bot_moves.delay(time.time())


@shared_task(name="games.bot_moves", ignore_result=True, acks_late=True)
def bot_moves(nudged_at: float) -> None:
    """Bots that are due answer. What is left when the time is used up waits behind the other jobs in the queue."""
    if bots_due.bots_drain(seconds=BOTS_SECONDS, nudged_at=nudged_at):
        bot_moves.delay(time.time())


@shared_task(name="games.tend", ignore_result=True)
def tend() -> None:
    """Every minute: clear away what nobody looks after."""
    expiry.tables_expired(TEND_LIMIT)
    expiry.guests_forgotten(TEND_LIMIT)
    expiry.guests_anonymised(TEND_LIMIT)
