"""Owner of the pages that a browser may store: the logged-in user, unless they don't want anything stored."""

from django.http import HttpRequest

from accounts.services.device_storage import is_storage_disabled

HEADER = "Tefuda-Reader"  # read by games/pwa/static/pwa/lib/worker_cache.js
NOBODY = "none"


def get_cache_owner(request: HttpRequest) -> str:
    """Return the user's public id, or NOBODY."""
    person: str = getattr(request.user, "public_id", "")
    return NOBODY if not person or is_storage_disabled(request) else person
