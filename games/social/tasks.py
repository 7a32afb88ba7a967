"""Housekeeping of the talk."""

from celery import shared_task

from games.talk import sweep


@shared_task(name="games.talk_sweep", ignore_result=True)
def talk_sweep() -> None:
    """Every night: forget what was said long ago."""
    sweep.talk_swept()
