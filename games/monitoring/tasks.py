"""Celery tasks of the monitoring."""

from celery import shared_task

from games.monitoring import event_counts


@shared_task(name="monitoring.heartbeat", ignore_result=True)
def heartbeat(queue: str) -> None:
    """Record that this queue is being served."""
    event_counts.record_heartbeat(queue)


@shared_task(name="monitoring.count_events", ignore_result=True)
def count_events() -> None:
    """Count new events. Runs every minute."""
    event_counts.count_events()
