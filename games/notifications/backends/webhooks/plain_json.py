"""A person's own program, in our versioned format."""

from django.utils.translation import gettext_lazy as _

from games.notifications.backends.webhook_service import Message, WebhookRequest, WebhookService, build_json_request


def build(url: str, message: Message) -> WebhookRequest:
    return build_json_request(url, message.to_json())


SERVICE = WebhookService("json", _("JSON, for your own programs"), build, is_for_programs=True)
