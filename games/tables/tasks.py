"""The tables' background jobs, thin like views. Messages carry plain numbers only."""

import time

from celery import shared_task
from celery.worker import state as worker
from django.conf import settings

from games.tables.bots import queue as bots_queue
from games.tables.bots.scheduler import BotScheduler
from games.tables.services import cleanup, hints, seed_reveal, timeouts, vacations
from games.tables.services import premoves as premoves_services

SWEEP_SECONDS = 5  # after which a sweep lets the clock's other jobs go first
TEND_LIMIT = 50  # per kind and run
BOT_SCHEDULER = BotScheduler()  # this process's


@shared_task(name="tables.run_due", ignore_result=True)
def run_due() -> None:
    """Every second: play what is overdue, break off strict tables that wait for a part in vain."""
    bots_queue.record_missing_worker()  # first: it forgets how long they waited while the whole site was closed
    premoves_services.play_due_premoves(
        SWEEP_SECONDS
    )  # before the clock, should the site have been closed past a deadline
    timeouts.resolve_overdue(SWEEP_SECONDS)
    seed_reveal.expire_overdue_reveals(TEND_LIMIT)


@shared_task(name="tables.play_bots", ignore_result=True)
def play_bots() -> None:
    """See to the bots for BOT_TASK_DURATION, then play what is chosen and take up nothing more.

    The worker of their queue does nothing else, and the clock sends the next of these before one is over. However
    much is asked, it ends: a job that went on for as long as there is work would be ended by its time limit.
    """
    ends_at, open_ = time.monotonic() + settings.BOT_TASK_DURATION, True
    while worker.should_stop is None:
        wait = BOT_SCHEDULER.run_once(take_up=open_)
        open_ = time.monotonic() < ends_at
        if not open_ and not BOT_SCHEDULER.is_busy:
            return
        time.sleep(wait)
    BOT_SCHEDULER.release()


@shared_task(name="tables.compute_hint", ignore_result=True)
def compute_hint(hint_pk: int) -> None:
    """Somebody alone with bots has asked for a hint, and waits for it."""
    hints.compute_hint(hint_pk)


@shared_task(name="tables.cleanup", ignore_result=True)
def clean_up() -> None:
    """Every minute: clear away what nobody looks after; vacations that begin or end."""
    cleanup.expire_open_tables(TEND_LIMIT)
    cleanup.remove_idle_guests(TEND_LIMIT)
    vacations.sync_due_vacations(TEND_LIMIT)


@shared_task(name="tables.sync_vacation", ignore_result=True, acks_late=True)
def sync_vacation(table_pk: int) -> None:
    """Somebody at a table has taken a vacation, or is back."""
    vacations.sync_vacations(table_pk)
