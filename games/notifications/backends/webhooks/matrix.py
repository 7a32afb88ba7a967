"""Rooms of Matrix, by the client-server API."""

from html import escape
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from django.utils.translation import gettext_lazy as _

from games.notifications.backends.webhook_service import (
    JSON_HEADERS,
    FormatError,
    Message,
    WebhookRequest,
    WebhookService,
    break_mentions,
    clean_html,
    dump_json,
)

END = "/send/m.room.message"


def build(url: str, message: Message) -> WebhookRequest:
    """Use PUT with our own transaction id, so that a retry is the same message. The token goes into a header."""
    parts, query = urlsplit(url), dict(parse_qsl(urlsplit(url).query))
    token = query.pop("access_token", "")
    if not (parts.path.startswith("/_matrix/client/") and "/rooms/" in parts.path and token):
        raise FormatError
    path = f"{parts.path.rstrip('/').removesuffix(END)}{END}/tefuda-{message.number}"
    person = escape(message.mention)
    called = f'<a href="https://matrix.to/#/{person}">{person}</a>' if person else ""
    content = {
        "msgtype": "m.text", "body": message.get_text(message.mention, break_mentions),
        "format": "org.matrix.custom.html",
        "formatted_body": message.get_text(called, clean_html).replace("\n", "<br>"),
        "m.mentions": {"user_ids": [message.mention]} if message.mention else {},
    }  # fmt: skip
    address = urlunsplit((parts.scheme, parts.netloc, path, urlencode(query), ""))
    return WebhookRequest(address, dump_json(content), "PUT", JSON_HEADERS | {"Authorization": f"Bearer {token}"})


SERVICE = WebhookService(
    "matrix",
    "Matrix",
    build,
    mention_pattern=r"@[a-z0-9._=/+-]{1,60}:[A-Za-z0-9.-]{1,60}(:\d{1,5})?",
    mention_hint=_("@name:server"),
    address_hint=_("Matrix addresses contain “/_matrix/client/v3/rooms/…” and “?access_token=…”."),
)
