"""Template context for keeping push subscriptions valid."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from games.notifications.backends.webpush import get_public_key
from games.notifications.channels import is_push_available
from games.notifications.services import DEVICE_SESSION_KEY, SITE_KEY_SESSION_KEY


def push_renewal(request: HttpRequest) -> dict[str, Any]:
    """Add `push_renewal_key`, the site's key, if this browser subscribed with another one. No query."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated or not is_push_available():
        return {}
    if not request.session.get(DEVICE_SESSION_KEY):
        return {}
    key = get_public_key(settings.VAPID_KEY)
    return {} if request.session.get(SITE_KEY_SESSION_KEY) == key else {"push_renewal_key": key}
