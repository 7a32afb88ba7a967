"""Mattermost's incoming webhooks."""

from django.utils.translation import gettext_lazy as _

from games.notifications.backends.webhook_service import (
    Message,
    WebhookRequest,
    WebhookService,
    build_json_request,
    clean_markdown,
)


def build(url: str, message: Message) -> WebhookRequest:
    return build_json_request(url, {"text": message.get_text(message.mention, clean_markdown)})


SERVICE = WebhookService(
    "mattermost", "Mattermost", build, mention_pattern=r"@[a-z][a-z0-9._-]{1,30}", mention_hint=_("@name")
)
