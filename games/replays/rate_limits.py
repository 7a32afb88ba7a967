"""Whole records are read by scripts as well: how often somebody may, which allauth counts for what is posted only."""

import time

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

from games.tables.errors import LimitExceededError

WINDOW = 60  # seconds


def require_download_rate(request: HttpRequest) -> None:
    """Counts this request among those of its person, or else address, in this minute. Raises LimitExceededError for
    one too many.

    HEAD is not counted: it makes nothing.
    """
    if request.method == "HEAD":
        return
    who = request.user.pk if request.user.is_authenticated else get_adapter().get_client_network(request)
    key = f"archive_download:{who}:{int(time.time()) // WINDOW}"
    cache.add(key, 0, 2 * WINDOW)
    try:
        count = cache.incr(key)
    except ValueError:  # the cache has been emptied in between
        return
    if count > settings.ARCHIVE_DOWNLOADS_PER_MINUTE:
        raise LimitExceededError("too-many-reads")
