"""The desk's background jobs."""

from celery import shared_task

from games.inspector import counting


@shared_task(name="games.alive", ignore_result=True)
def alive(queue: str) -> None:
    """A sign of life: that it was done in this queue is all it says."""
    counting.alive(queue)


@shared_task(name="games.count_events", ignore_result=True)
def count_events() -> None:
    """Every minute: how busy it is."""
    counting.events_counted()
