"""Sending in the background."""

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from config.db.locking import write_transaction
from games.notifications import presence
from games.notifications.outbox import dispatcher, enqueue

NOTICES_LIMIT = 50  # letters and messages per run
LOG_KEPT = timedelta(days=30)
TIDIED_AT_ONCE = 1_000  # deliveries, in a transaction of their own


@shared_task(name="notifications.deliver", ignore_result=True)
def notices_due() -> None:
    """Every few seconds: decide on the notices that are due, and send."""
    dispatcher.notices_deliver(NOTICES_LIMIT)


@shared_task(name="notifications.cleanup", ignore_result=True)
def notices_tidy() -> None:
    """Every hour: forget who has looked, and what was sent long ago."""
    presence.looks_forgotten()
    before, found = timezone.now() - LOG_KEPT, TIDIED_AT_ONCE
    while found == TIDIED_AT_ONCE:
        with write_transaction():
            found = enqueue.log_forgotten(before, TIDIED_AT_ONCE)
