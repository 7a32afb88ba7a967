"""Celery tasks of the tables, thin like views. Messages carry plain numbers only."""

import time

from celery import shared_task
from celery.worker import state as worker
from django.conf import settings

from games.tables.bots import queue as bots_queue
from games.tables.bots.scheduler import BotScheduler
from games.tables.services import cleanup, hints, seed_reveal, sent_forms, timeouts, vacations
from games.tables.services import premoves as premoves_services

SWEEP_SECONDS = 5  # after this, a sweep lets the other scheduled jobs run
TEND_LIMIT = 50  # per kind and run
FORMS_LIMIT = 1000
BOT_SCHEDULER = BotScheduler()  # one per process


@shared_task(name="tables.run_due", ignore_result=True)
def run_due() -> None:
    """Play overdue questions and call off strict tables whose reveal phase has expired. Runs every second."""
    bots_queue.record_missing_worker()  # first, since it forgets how long bots waited while the site was down
    premoves_services.play_due_premoves(SWEEP_SECONDS)  # before timeouts, in case the site was down past a deadline
    timeouts.resolve_overdue(SWEEP_SECONDS)
    seed_reveal.expire_overdue_reveals(TEND_LIMIT)


@shared_task(name="tables.play_bots", ignore_result=True)
def play_bots() -> None:
    """Run bots for BOT_TASK_DURATION, then finish the moves already taken up and return.

    The bot worker does nothing else, and the schedule sends the next task before this one ends. The duration is bounded
    because a task that runs as long as there is work would be killed by its time limit.
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
    """Compute a hint that a person playing alone with bots is waiting for."""
    hints.compute_hint(hint_pk)


@shared_task(name="tables.cleanup", ignore_result=True)
def clean_up() -> None:
    """Expire abandoned tables, idle guests and old forms, and start or end vacations. Runs every minute."""
    cleanup.expire_open_tables(TEND_LIMIT)
    cleanup.remove_idle_guests(TEND_LIMIT)
    vacations.sync_due_vacations(TEND_LIMIT)
    sent_forms.delete_old_forms(FORMS_LIMIT)


@shared_task(name="tables.sync_vacation", ignore_result=True, acks_late=True)
def sync_availability(table_pk: int) -> None:
    """Apply changed quiet hours, time zones or vacations to a table's clocks. Earlier releases send this task name."""
    vacations.sync_availability(table_pk)
