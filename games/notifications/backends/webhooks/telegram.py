"""Telegram's bots: the method `sendMessage`."""

from urllib.parse import parse_qsl, urlsplit, urlunsplit

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
    parts, query = urlsplit(url), dict(parse_qsl(urlsplit(url).query))
    if not parts.path.startswith("/bot") or not query.get("chat_id"):
        raise FormatError
    text = message.get_text(message.mention, break_mentions)
    content = {"chat_id": query["chat_id"], "text": text, "link_preview_options": {"is_disabled": True}}
    return build_json_request(urlunsplit((parts.scheme, parts.netloc, parts.path, "", "")), content)


SERVICE = WebhookService(
    "telegram",
    "Telegram",
    build,
    mention_pattern=r"@[A-Za-z0-9_]{5,32}",
    mention_hint=_("@name"),
    address_hint=_("Telegram addresses contain “/bot…/sendMessage” and “?chat_id=…”."),
)
