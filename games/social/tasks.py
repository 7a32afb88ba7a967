"""Cleaning up the chat."""

from celery import shared_task

from games.social.chat import cleanup


@shared_task(name="social.cleanup", ignore_result=True)
def delete_old_messages() -> None:
    """Every night: forget what was said long ago."""
    cleanup.delete_old_messages()
