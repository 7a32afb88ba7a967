"""Sending in the background."""

from datetime import timedelta
from functools import partial

from celery import shared_task
from django.utils import timezone

from config.db.locking import write_transaction
from games.notifications import inbox, presence
from games.notifications.outbox import dispatcher, enqueue

NOTICES_LIMIT = 1_000  # emails and messages per run, if there is time for so many
LOG_KEPT = timedelta(days=30)
CLEANUP_BATCH_SIZE = 1_000  # deliveries, in a transaction of their own


@shared_task(name="notifications.deliver", ignore_result=True)
def deliver_notifications() -> None:
    """Every few seconds: decide on the notifications that are due, and send."""
    dispatcher.deliver_notifications(NOTICES_LIMIT)


@shared_task(name="notifications.cleanup", ignore_result=True)
def cleanup_notifications() -> None:
    """Every hour: forget who has looked, what was told and sent long ago, and take answered questions off the lists."""
    presence.delete_old_presence()
    before, found = timezone.now() - LOG_KEPT, CLEANUP_BATCH_SIZE
    while found == CLEANUP_BATCH_SIZE:
        with write_transaction():
            found = enqueue.delete_old_deliveries(before, CLEANUP_BATCH_SIZE)
    for clean in (partial(enqueue.delete_old_notifications, before), inbox.hide_answered):
        found = CLEANUP_BATCH_SIZE
        while found == CLEANUP_BATCH_SIZE:
            with write_transaction():
                found = clean(CLEANUP_BATCH_SIZE)
