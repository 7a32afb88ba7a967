"""The tables' background jobs, thin like views. Messages carry plain numbers only."""

import time

from celery import shared_task
from celery.worker import state as worker
from django.conf import settings

from games.tables.bots import queue as bots_queue
from games.tables.bots.scheduler import Appointments
from games.tables.services import cleanup, seed_reveal, timeouts, vacations
from games.tables.services import premoves as premoves_services

SWEEP_SECONDS = 5  # after which a sweep lets the clock's other jobs go first
TEND_LIMIT = 50  # per kind and run
BOTS = Appointments()  # this process's


@shared_task(name="tables.run_due", ignore_result=True)
def sweep() -> None:
    """Every second: play what is overdue, break off strict tables that wait for a part in vain."""
    bots_queue.bots_missed()  # first: it forgets how long they waited while the whole site was closed
    premoves_services.plans_played(SWEEP_SECONDS)  # before the clock, should the site have been closed past a deadline
    timeouts.overdue_resolved(SWEEP_SECONDS)
    seed_reveal.openings_overdue(TEND_LIMIT)


@shared_task(name="tables.play_bots", ignore_result=True)
def bot_moves() -> None:
    """See to the bots for BOT_RUN_SECONDS, then play what is chosen and take up nothing more.

    The worker of their queue does nothing else, and the clock sends the next of these before one is over. However
    much is asked, it ends: a job that went on for as long as there is work would be ended by its time limit.
    """
    ends_at, open_ = time.monotonic() + settings.BOT_RUN_SECONDS, True
    while worker.should_stop is None:
        wait = BOTS.visit(take_up=open_)
        open_ = time.monotonic() < ends_at
        if not open_ and not BOTS.busy:
            return
        time.sleep(wait)
    BOTS.give_back()


@shared_task(name="tables.cleanup", ignore_result=True)
def tend() -> None:
    """Every minute: clear away what nobody looks after; vacations that begin or end."""
    cleanup.tables_expired(TEND_LIMIT)
    cleanup.guests_cleared(TEND_LIMIT)
    vacations.all_rested(TEND_LIMIT)


@shared_task(name="tables.sync_vacation", ignore_result=True, acks_late=True)
def rest(table_pk: int) -> None:
    """Somebody at a table has taken a vacation, or is back."""
    vacations.table_rested(table_pk)
