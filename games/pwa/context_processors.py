"""What every page tells the scripts that keep things."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from accounts.services.device_storage import is_storage_disabled


def device(request: HttpRequest) -> dict[str, Any]:
    """`service_worker`: whether there is one at all. `is_storage_disabled`: what the log-in said of this device."""
    return {
        "service_worker": settings.SERVICE_WORKER_ENABLED,
        "keeps_nothing": hasattr(request, "session") and is_storage_disabled(request),
    }
