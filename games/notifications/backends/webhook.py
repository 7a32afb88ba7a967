"""Webhook messages to a chat room or a person's own program, and sending them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from games.notifications.backends.safe_http import SendError, post_safely
from games.notifications.backends.webhook_service import WebhookRequest, break_mentions
from games.notifications.content import NotificationContent
from games.notifications.messages import SENT, DeliveryResult
from games.notifications.models import Delivery

VERSION = 1  # of our JSON format
GONE = (404, 410)
LATER = (408, 425, 429)  # and everything from 500 on
_WHO = "\0"  # placeholder for the recipient's name or mention


@dataclass(frozen=True, slots=True)
class WebhookMessage:
    """A notification for a recipient, with their name and their mention (the protocol `Message`)."""

    content: NotificationContent
    name: str
    mention: str
    number: str

    @property
    def title(self) -> str:
        return self.content.headline

    @property
    def details(self) -> str:
        return self.content.details or self.content.headline

    @property
    def link(self) -> str:
        return self.content.link

    def get_text(self, called: str = "", clean: Callable[[str], str] = str) -> str:
        """Return the headline with the recipient, the details and the link, one per line."""
        headline = clean(self.content.headline_for(_WHO)).replace(_WHO, called or clean(self.name), 1)
        return "\n".join(line for line in (headline, clean(self.content.details), self.content.link) if line)

    def to_json(self) -> dict[str, Any]:
        content = self.content
        return {
            "version": VERSION, "kind": content.kind, "title": content.title, "table": content.table,
            "table_name": content.table_name, "name": self.name, "others": list(content.others),
            "last_move": content.last_move, "asks": content.question,
            "deadline": content.deadline.isoformat() if content.deadline else None, "link": content.link,
            "text": "\n".join((break_mentions(content.headline), break_mentions(content.details), content.link)),
        }  # fmt: skip


def send_webhook(request: WebhookRequest, allowed: tuple[str, ...]) -> DeliveryResult:
    return post_message(request.url, request.body, allowed, request.headers, request.method)


def post_message(
    url: str, content: bytes, allowed: tuple[str, ...], headers: dict[str, str], method: str = "POST"
) -> DeliveryResult:
    """Send with `post_safely` and interpret the response's status."""
    try:
        status = post_safely(url, content, headers, method=method, allowed=allowed)
    except SendError as why:
        return DeliveryResult(why.problem, is_final=why.problem == Delivery.Problem.FORBIDDEN)
    if 200 <= status < 300:
        return SENT
    if status in GONE:
        return DeliveryResult(Delivery.Problem.GONE, is_final=True, is_gone=True, status=status)
    return DeliveryResult(Delivery.Problem.REFUSED, is_final=status < 500 and status not in LATER, status=status)
