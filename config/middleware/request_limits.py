"""Limits on the size of requests."""

from functools import cache

from django.conf import settings


def get_body_limit(path: str) -> int:
    """Return the limit in bytes for requests to this path."""
    limit: int = settings.MAX_RECORD_BYTES if path == _get_import_path() else settings.MAX_BODY_BYTES
    return limit


@cache
def _get_import_path() -> str:
    """Return the path to which records are uploaded."""
    from django.urls import reverse  # needs the site to be loaded (config.server.http.uvicorn)

    return reverse("replays:imports")
