"""Topics of ntfy, which each device subscribes to by itself: no one is mentioned."""

from urllib.parse import urlsplit, urlunsplit

from django.utils.translation import gettext_lazy as _

from games.notifications.backends.webhook_service import (
    FormatError,
    Message,
    WebhookRequest,
    WebhookService,
    break_mentions,
    build_json_request,
)


def build(url: str, message: Message) -> WebhookRequest:
    """Send JSON to the server's root, because headers allow ASCII only."""
    parts = urlsplit(url)
    folder, _slash, topic = parts.path.rstrip("/").rpartition("/")
    if not topic:
        raise FormatError
    title, details = break_mentions(message.title), break_mentions(message.details)
    content = {"topic": topic, "title": title, "message": details, "click": message.link}
    return build_json_request(urlunsplit((parts.scheme, parts.netloc, f"{folder}/", parts.query, "")), content)


SERVICE = WebhookService("ntfy", "ntfy", build, address_hint=_("ntfy’s address ends with the name of a topic."))
