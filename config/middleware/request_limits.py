"""How large a request may be."""

from functools import cache

from django.conf import settings


def get_body_limit(path: str) -> int:
    """In bytes, for what is sent to this path."""
    limit: int = settings.MAX_RECORD_BYTES if path == _get_import_path() else settings.MAX_BODY_BYTES
    return limit


@cache
def _get_import_path() -> str:
    """Where whole records are sent to."""
    from django.urls import reverse  # not before the site is loaded (config.server.http.uvicorn)

    return reverse("replays:imports")
