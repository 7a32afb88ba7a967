"""What the frame around every page shows of notifications."""

from functools import cache
from typing import Any

from django.http import HttpRequest

from games.notifications.inbox import count_unread


def bell(request: HttpRequest) -> dict[str, Any]:
    """`unread_notifications`: one query, and only where a page shows it, as templates call what can be called."""
    return {
        "unread_notifications": cache(lambda: count_unread(request.user.pk) if request.user.is_authenticated else 0)
    }
