"""Sending webhook requests to a chat room or a person's own program."""

from games.notifications.backends.safe_http import SendError, post_safely
from games.notifications.backends.webhook_formats import WebhookRequest
from games.notifications.messages import SENT, DeliveryResult
from games.notifications.models import Delivery

GONE = (404, 410)
LATER = (408, 425, 429)  # and everything from 500 on


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
