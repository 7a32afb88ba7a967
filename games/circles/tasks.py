"""Background task for turn notifications of circles."""

from celery import shared_task

from games.circles import webhook


@shared_task(name="circles.send_turns", ignore_result=True)
def send_turns() -> None:
    """Post due turns to the webhooks of circles, regularly."""
    webhook.send_turns()
