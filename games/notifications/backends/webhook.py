"""Telling a chat room, or a program of one's own, by a POST to an address its owner has given."""

import json
from typing import Any

from games.notifications.backends.safe_http import SendError, post_safely
from games.notifications.content import NotificationContent
from games.notifications.messages import SENT, DeliveryResult
from games.notifications.models import Delivery, NotificationSettings

GONE = (404, 410)
LATER = (408, 425, 429)  # and everything from 500 on
VERSION = 1  # of the shape of our JSON
_SLACK_SIGNS = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def build_body(told: NotificationContent, kind: str) -> bytes:
    """The message as that service wants it, in the active language."""
    text = f"{told.headline}\n{told.details}\n{told.link}"
    said: dict[str, Any]
    if kind == NotificationSettings.Format.DISCORD:
        said = {"content": text, "allowed_mentions": {"parse": []}}
    elif kind == NotificationSettings.Format.SLACK:
        said = {"text": text.translate(_SLACK_SIGNS)}
    else:
        said = {
            "version": VERSION,
            "kind": told.kind,
            "title": told.title,
            "table": told.table,
            "asks": told.question,
            "deadline": told.deadline.isoformat() if told.deadline else None,
            "link": told.link,
            "text": text,
        }
    return json.dumps(said, ensure_ascii=False).encode()


def post_message(
    url: str, content: bytes, allowed: tuple[str, ...], headers: dict[str, str] | None = None
) -> DeliveryResult:
    """Send through the one door, and read the answer's status."""
    try:
        status = post_safely(
            url, content, headers or {"Content-Type": "application/json; charset=utf-8"}, allowed=allowed
        )
    except SendError as why:
        return DeliveryResult(why.problem, is_final=why.problem == Delivery.Problem.FORBIDDEN)
    if 200 <= status < 300:
        return SENT
    if status in GONE:
        return DeliveryResult(Delivery.Problem.GONE, is_final=True, is_gone=True)
    return DeliveryResult(Delivery.Problem.REFUSED, is_final=status < 500 and status not in LATER)
