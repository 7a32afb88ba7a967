"""Limits on reading whole records and pictures, also for scripts: allauth counts only POST requests."""

import time

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

from games.tables.errors import LimitExceededError

WINDOW = 60  # seconds


def require_download_rate(request: HttpRequest) -> None:
    """Count this request for its person and for its address. Raises LimitExceededError if either had too many.

    HEAD counts like GET. The limit per address keeps one person from multiplying theirs with guest accounts.
    """
    network = get_adapter().get_client_network(request)
    reader = f"user:{request.user.pk}" if request.user.is_authenticated else f"anonymous:{network}"
    limits = {
        reader: settings.ARCHIVE_DOWNLOADS_PER_MINUTE,
        f"address:{network}": settings.ARCHIVE_DOWNLOADS_PER_MINUTE_PER_ADDRESS,
    }
    counts = {key: _count(key) for key in limits}
    if any(counts[key] > limit for key, limit in limits.items()):
        raise LimitExceededError("too-many-reads")


def _count(key: str) -> int:
    """Count one more in this minute. Return how many there are."""
    key = f"archive_download:{key}:{int(time.time()) // WINDOW}"
    cache.add(key, 0, 2 * WINDOW)
    try:
        return cache.incr(key)
    except ValueError:  # the cache has been emptied in between
        return 1
