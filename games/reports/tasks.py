"""Housekeeping of reports."""

from celery import shared_task

from games.reports.own_data import evidence_swept


@shared_task(name="games.reports_sweep", ignore_result=True)
def reports_sweep() -> None:
    """Every night: forget what was said long ago near what was reported."""
    evidence_swept()
