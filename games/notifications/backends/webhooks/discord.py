"""Discord's incoming webhooks."""

from django.utils.translation import gettext_lazy as _

from games.notifications.backends.webhook_service import (
    Message,
    WebhookRequest,
    WebhookService,
    build_json_request,
    clean_markdown,
)


def build(url: str, message: Message) -> WebhookRequest:
    called = f"<@{message.mention}>" if message.mention else ""
    users = {"users": [message.mention]} if message.mention else {}
    text = message.get_text(called, clean_markdown)
    return build_json_request(url, {"content": text, "allowed_mentions": {"parse": [], **users}})


SERVICE = WebhookService(
    "discord", "Discord", build, mention_pattern=r"\d{15,20}", mention_hint=_("your user ID (digits)")
)
