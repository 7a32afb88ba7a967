"""Slack's incoming webhooks."""

from django.utils.translation import gettext_lazy as _

from games.notifications.backends.webhook_service import (
    Message,
    WebhookRequest,
    WebhookService,
    build_json_request,
    clean_slack,
)


def build(url: str, message: Message) -> WebhookRequest:
    called = f"<@{message.mention}>" if message.mention else ""
    return build_json_request(url, {"text": message.get_text(called, clean_slack)})


SERVICE = WebhookService(
    "slack", "Slack", build, mention_pattern=r"[UW][A-Z0-9]{6,20}", mention_hint=_("your member ID (U…)")
)
