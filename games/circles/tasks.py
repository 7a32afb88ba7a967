"""Telling whose turn it is in the background."""

from celery import shared_task

from games.circles import webhook


@shared_task(name="circles.send_turns", ignore_result=True)
def send_turns() -> None:
    """Now and then: tell chat rooms of circles whose turn it is."""
    webhook.send_turns()
