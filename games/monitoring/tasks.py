"""What monitoring does in the background: it counts events and shows that workers are alive."""

from celery import shared_task

from games.monitoring import event_counts


@shared_task(name="monitoring.heartbeat", ignore_result=True)
def heartbeat(queue: str) -> None:
    """A sign of life: that it was done in this queue is all it says."""
    event_counts.record_heartbeat(queue)


@shared_task(name="monitoring.count_events", ignore_result=True)
def count_events() -> None:
    """Every minute: how busy it is."""
    event_counts.count_events()
