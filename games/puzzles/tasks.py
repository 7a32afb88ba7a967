"""Celery tasks of the puzzles."""

from celery import shared_task
from django.conf import settings

from games.puzzles import making


@shared_task(name="puzzles.make_due", ignore_result=True, soft_time_limit=240, time_limit=270)
def make_due() -> None:
    """Continue the search for missing puzzles of today and tomorrow. Runs every minute."""
    if settings.PUZZLE_MAKING_SECONDS:
        making.make_due_puzzles(settings.PUZZLE_MAKING_SECONDS)
