"""The tables' background jobs, thin like views. Messages carry plain numbers only."""

from celery import shared_task

from games.tables import bots_due, clocks, expiry

SWEEP_SECONDS = 5  # after which a sweep lets the clock's other jobs go first
TEND_LIMIT = 50  # per kind and run


@shared_task(name="games.sweep", ignore_result=True)
def sweep() -> None:
    """Every second: play what is overdue."""
    bots_due.bots_missed()  # first: it forgets how long they waited while the whole site was closed
    clocks.overdue_resolved(SWEEP_SECONDS)


@shared_task(name="games.tend", ignore_result=True)
def tend() -> None:
    """Every minute: clear away what nobody looks after."""
    expiry.tables_expired(TEND_LIMIT)
    expiry.guests_forgotten(TEND_LIMIT)
    expiry.guests_anonymised(TEND_LIMIT)
