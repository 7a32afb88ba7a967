"""Sending in the background."""

from celery import shared_task

from games.notices import delivery

NOTICES_LIMIT = 50  # per run


@shared_task(name="games.notices", ignore_result=True)
def notices_due() -> None:
    """Every few seconds: send the notices that are due."""
    delivery.notices_deliver(NOTICES_LIMIT)
