"""Sending in the background."""

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from games.notices import delivery, looking, outbox
from games.tables.locking import write_transaction

NOTICES_LIMIT = 50  # letters and messages per run
LOG_KEPT = timedelta(days=30)


@shared_task(name="games.notices", ignore_result=True)
def notices_due() -> None:
    """Every few seconds: decide on the notices that are due, and send."""
    delivery.notices_deliver(NOTICES_LIMIT)


@shared_task(name="games.notices_tidy", ignore_result=True)
def notices_tidy() -> None:
    """Every hour: forget who has looked, and what was sent long ago."""
    looking.looks_forgotten()
    with write_transaction():
        outbox.log_forgotten(timezone.now() - LOG_KEPT)
