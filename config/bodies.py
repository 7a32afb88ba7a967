"""How large a request may be."""

from django.conf import settings


def body_limit(path: str) -> int:
    """In bytes, for what is sent to this path."""
    return int(settings.BODY_BYTES_AT.get(path, settings.BODY_BYTES))
