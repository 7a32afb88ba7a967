"""How large a request may be."""

from functools import cache

from django.conf import settings


def body_limit(path: str) -> int:
    """In bytes, for what is sent to this path."""
    limit: int = settings.RECORD_BYTES if path == _records_address() else settings.BODY_BYTES
    return limit


@cache
def _records_address() -> str:
    """Where whole records are sent to."""
    from django.urls import reverse  # not before the site is loaded (config.server.http.starting)

    return reverse("replays:brought")
