"""Background tasks for sending notifications."""

from datetime import timedelta
from functools import partial

from celery import shared_task
from django.utils import timezone

from config.db.locking import write_transaction
from games.notifications import inbox, presence
from games.notifications.outbox import dispatcher, enqueue

NOTICES_LIMIT = 1_000  # emails and messages per run, if time allows
LOG_KEPT = timedelta(days=30)
CLEANUP_BATCH_SIZE = 1_000  # deliveries per transaction


@shared_task(name="notifications.deliver", ignore_result=True)
def deliver_notifications() -> None:
    """Decide about due notifications and send messages, every few seconds."""
    dispatcher.deliver_notifications(NOTICES_LIMIT)


@shared_task(name="notifications.cleanup", ignore_result=True)
def cleanup_notifications() -> None:
    """Delete old presence, deliveries and notifications, and unlist answered questions, every hour."""
    presence.delete_old_presence()
    before, count = timezone.now() - LOG_KEPT, CLEANUP_BATCH_SIZE
    while count == CLEANUP_BATCH_SIZE:
        with write_transaction():
            count = enqueue.delete_old_deliveries(before, CLEANUP_BATCH_SIZE)
    for clean in (partial(enqueue.delete_old_notifications, before), inbox.hide_answered):
        count = CLEANUP_BATCH_SIZE
        while count == CLEANUP_BATCH_SIZE:
            with write_transaction():
                count = clean(CLEANUP_BATCH_SIZE)
