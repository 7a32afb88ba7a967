"""Housekeeping tasks of the site, independent of games."""

import logging
from importlib import import_module

from celery import current_app, shared_task
from django.conf import settings
from django.db import connection

from config.server.worker import filesystem_broker
from config.server.worker.queues import drop_oldest_messages

logger = logging.getLogger("tefuda.worker")
DAY = 24 * 60 * 60
MAX_QUEUED = 10_000  # messages per queue


@shared_task(name="server.heartbeat")
def heartbeat() -> None:
    """Do nothing. Running it shows the supervisor that the `background` worker works."""


@shared_task(name="server.wal_checkpoint")
def checkpoint_wal() -> None:
    """Move SQLite's write-ahead log into the database file, so that no request has to."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")


@shared_task(name="server.trim_queues")
def trim_queues() -> None:
    """Limit the length of queues that lack a worker."""
    if dropped := drop_oldest_messages(current_app, MAX_QUEUED):
        logger.warning("dropped the oldest %d messages: a queue has no worker, or too few", dropped)


@shared_task(name="server.cleanup")
def cleanup() -> None:
    """Delete expired sessions and leftovers of the embedded broker."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    filesystem_broker.delete_stale_messages(settings.DATA_DIR / "broker", older_than=DAY)
