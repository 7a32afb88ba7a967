"""Celery workers, their schedule, and the file-based broker for sites without Redis."""
