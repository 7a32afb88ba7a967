"""Celery's workers, their schedule, and messages as files where there is no Redis."""
