"""Template context for the scripts that store pages."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from accounts.services.device_storage import is_storage_disabled


def device(request: HttpRequest) -> dict[str, Any]:
    """Add whether there is a service worker, and whether this device may store nothing, as chosen at log-in."""
    return {
        "service_worker": settings.SERVICE_WORKER_ENABLED,
        "keeps_nothing": hasattr(request, "session") and is_storage_disabled(request),
    }
