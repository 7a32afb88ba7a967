"""Formats of webhook services: method, URL, headers and body of a message, one function per service.

Most webhooks post to a room with other readers, so a message begins with the recipient's name or the service's mention.
Names chosen by people, tables and circles never mention anyone: not `@channel`, not `@room`, not `<!here>`, not
`<@U…>`.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape
from typing import Any, Protocol
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from games.notifications.content import NotificationContent
from games.notifications.models import NotificationSettings

Format = NotificationSettings.Format
VERSION = 1  # of our JSON format
JSON_HEADERS = {"Content-Type": "application/json; charset=utf-8"}
MATRIX_END = "/send/m.room.message"
_SLACK_SIGNS = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_MARKDOWN = re.compile(r"([\\`*_~|<>\[\]()#])")
_WHO = "\0"  # placeholder for the recipient's name or mention
_MENTION_SIGN = re.compile(r"@|<(?=[!@#])")  # "@channel", and Slack's "<!channel>" and "<@U…>"
_BROKEN = "\\g<0>\u2060"  # followed by an invisible joiner, no service reads it as a mention
_GROUPS = ("@all", "@channel", "@everyone", "@here", "@room")  # these mention every member of a room


class FormatError(ValueError):
    """The URL doesn't belong to that service."""


class Message(Protocol):
    """A message for a webhook. `mention` is "" or the person to mention; `number` is the same for every attempt."""

    @property
    def mention(self) -> str: ...

    @property
    def number(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def details(self) -> str: ...

    @property
    def link(self) -> str: ...

    def get_text(self, called: str = "", clean: Callable[[str], str] = str) -> str:
        """Return the text in lines.

        `called` is the mention as the service writes it; names chosen by people go through `clean`.
        """

    def to_json(self) -> dict[str, Any]:
        """Return the message for programs, in a versioned format."""


@dataclass(frozen=True, slots=True)
class WebhookMessage:
    """A notification for a recipient, with their name and their mention."""

    told: NotificationContent
    name: str
    mention: str
    number: str

    @property
    def title(self) -> str:
        return self.told.headline

    @property
    def details(self) -> str:
        return self.told.details or self.told.headline

    @property
    def link(self) -> str:
        return self.told.link

    def get_text(self, called: str = "", clean: Callable[[str], str] = str) -> str:
        """Return the headline with the recipient, the details and the link, one per line."""
        headline = clean(self.told.headline_for(_WHO)).replace(_WHO, called or clean(self.name), 1)
        return "\n".join(line for line in (headline, clean(self.told.details), self.told.link) if line)

    def to_json(self) -> dict[str, Any]:
        told = self.told
        return {
            "version": VERSION, "kind": told.kind, "title": told.title, "table": told.table,
            "table_name": told.table_name, "name": self.name, "others": list(told.others),
            "last_move": told.last_move, "asks": told.question,
            "deadline": told.deadline.isoformat() if told.deadline else None, "link": told.link,
            "text": "\n".join((_break_mentions(told.headline), _break_mentions(told.details), told.link)),
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class WebhookRequest:
    url: str
    body: bytes
    method: str = "POST"
    headers: dict[str, str] = field(default_factory=lambda: dict(JSON_HEADERS))


def build_request(kind: str, url: str, message: Message) -> WebhookRequest:
    """Build the request. Raises FormatError for a URL that can't belong to that service."""
    return _BUILDERS[Format(kind)](url, message)


def is_mention(kind: str, mention: str) -> bool:
    """Return whether `mention` has the service's form and means one person, not a whole room."""
    pattern = MENTIONS.get(kind)
    return pattern is not None and re.fullmatch(pattern, mention) is not None and mention.lower() not in _GROUPS


MENTIONS: dict[str, str] = {
    Format.DISCORD: r"\d{15,20}",
    Format.SLACK: r"[UW][A-Z0-9]{6,20}",
    Format.MATTERMOST: r"@[a-z][a-z0-9._-]{1,30}",
    Format.MATRIX: r"@[a-z0-9._=/+-]{1,60}:[A-Za-z0-9.-]{1,60}(:\d{1,5})?",
    Format.TELEGRAM: r"@[A-Za-z0-9_]{5,32}",
}


def _discord(url: str, message: Message) -> WebhookRequest:
    called = f"<@{message.mention}>" if message.mention else ""
    users = {"users": [message.mention]} if message.mention else {}
    return _json(
        url, {"content": message.get_text(called, _clean_markdown), "allowed_mentions": {"parse": [], **users}}
    )


def _slack(url: str, message: Message) -> WebhookRequest:
    called = f"<@{message.mention}>" if message.mention else ""
    return _json(url, {"text": message.get_text(called, _clean_slack)})


def _mattermost(url: str, message: Message) -> WebhookRequest:
    return _json(url, {"text": message.get_text(message.mention, _clean_markdown)})


def _telegram(url: str, message: Message) -> WebhookRequest:
    parts, query = urlsplit(url), dict(parse_qsl(urlsplit(url).query))
    if not parts.path.startswith("/bot") or not query.get("chat_id"):
        raise FormatError
    text = message.get_text(message.mention, _break_mentions)
    said = {"chat_id": query["chat_id"], "text": text, "link_preview_options": {"is_disabled": True}}
    return _json(urlunsplit((parts.scheme, parts.netloc, parts.path, "", "")), said)


def _matrix(url: str, message: Message) -> WebhookRequest:
    """Use PUT with our own transaction id, so that a retry is the same message. The token goes into a header."""
    parts, query = urlsplit(url), dict(parse_qsl(urlsplit(url).query))
    token = query.pop("access_token", "")
    if not (parts.path.startswith("/_matrix/client/") and "/rooms/" in parts.path and token):
        raise FormatError
    path = f"{parts.path.rstrip('/').removesuffix(MATRIX_END)}{MATRIX_END}/tefuda-{message.number}"
    person = escape(message.mention)
    called = f'<a href="https://matrix.to/#/{person}">{person}</a>' if person else ""
    said = {
        "msgtype": "m.text", "body": message.get_text(message.mention, _break_mentions),
        "format": "org.matrix.custom.html",
        "formatted_body": message.get_text(called, _clean_html).replace("\n", "<br>"),
        "m.mentions": {"user_ids": [message.mention]} if message.mention else {},
    }  # fmt: skip
    address = urlunsplit((parts.scheme, parts.netloc, path, urlencode(query), ""))
    return WebhookRequest(address, _dump(said), "PUT", JSON_HEADERS | {"Authorization": f"Bearer {token}"})


def _ntfy(url: str, message: Message) -> WebhookRequest:
    """Send JSON to the server's root, because headers allow ASCII only."""
    parts = urlsplit(url)
    folder, _slash, topic = parts.path.rstrip("/").rpartition("/")
    if not topic:
        raise FormatError
    title, details = _break_mentions(message.title), _break_mentions(message.details)
    said = {"topic": topic, "title": title, "message": details, "click": message.link}
    return _json(urlunsplit((parts.scheme, parts.netloc, f"{folder}/", parts.query, "")), said)


def _break_mentions(text: str) -> str:
    return _MENTION_SIGN.sub(_BROKEN, text)


def _clean_markdown(text: str) -> str:
    return _break_mentions(_MARKDOWN.sub(r"\\\1", text))


def _clean_slack(text: str) -> str:
    return _break_mentions(text.translate(_SLACK_SIGNS))


def _clean_html(text: str) -> str:
    return escape(_break_mentions(text))


def _json(url: str, said: Any) -> WebhookRequest:
    return WebhookRequest(url, _dump(said))


def _dump(said: Any) -> bytes:
    return json.dumps(said, ensure_ascii=False).encode()


_BUILDERS: dict[Format, Callable[[str, Message], WebhookRequest]] = {
    Format.DISCORD: _discord,
    Format.SLACK: _slack,
    Format.MATTERMOST: _mattermost,
    Format.MATRIX: _matrix,
    Format.TELEGRAM: _telegram,
    Format.NTFY: _ntfy,
    Format.JSON: lambda url, message: _json(url, message.to_json()),
}
