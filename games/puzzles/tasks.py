"""Making puzzles in the background."""

from celery import shared_task
from django.conf import settings

from games.puzzles import making


@shared_task(name="puzzles.make_due", ignore_result=True, soft_time_limit=240, time_limit=270)
def make_due() -> None:
    """Every minute: go on looking for what is missing of today's and tomorrow's puzzles."""
    if settings.PUZZLE_MAKING_SECONDS:
        making.make_due_puzzles(settings.PUZZLE_MAKING_SECONDS)
