"""How each service wants a message: method, address, headers and body, from what is said. One function a service.

Others read along where most of them lead, so a message begins with the name of whom it is for, or calls them as the
service does. Whatever people have called themselves or their table calls nobody.
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
VERSION = 1  # of the shape of our JSON
JSON_HEADERS = {"Content-Type": "application/json; charset=utf-8"}
MATRIX_END = "/send/m.room.message"
_SLACK_SIGNS = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_MARKDOWN = re.compile(r"([\\`*_~|<>\[\]()#])")
_WHO = "\0"  # where somebody is called
_AT = str.maketrans({"@": "@\u2060"})  # with a joiner nobody sees it is no name


class FormatError(ValueError):
    """The address is none of that service's."""


class Message(Protocol):
    """What is to be said, and whom the service is to call (or ""). `number` is the same with every try."""

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
        """All of it in lines. `called` is how the service calls them, as it is; what people have named goes through
        `clean`."""

    def to_json(self) -> dict[str, Any]:
        """The same for programs, in a shape of a `version`."""


@dataclass(frozen=True, slots=True)
class WebhookMessage:
    """A notification, to whom: by name, or as the service calls people."""

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
        """Lines: to whom and what, more of it, the link."""
        headline = clean(self.told.headline_for(_WHO)).replace(_WHO, called or clean(self.name), 1)
        return "\n".join(line for line in (headline, clean(self.told.details), self.told.link) if line)

    def to_json(self) -> dict[str, Any]:
        told = self.told
        return {
            "version": VERSION, "kind": told.kind, "title": told.title, "table": told.table,
            "table_name": told.table_name, "name": self.name, "others": list(told.others),
            "last_move": told.last_move, "asks": told.question,
            "deadline": told.deadline.isoformat() if told.deadline else None, "link": told.link,
            "text": "\n".join((told.headline, told.details, told.link)),
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class WebhookRequest:
    url: str
    body: bytes
    method: str = "POST"
    headers: dict[str, str] = field(default_factory=lambda: dict(JSON_HEADERS))


def build_request(kind: str, url: str, message: Message) -> WebhookRequest:
    """Raises FormatError for an address that can't be one of that service's."""
    return _BUILDERS[Format(kind)](url, message)


def is_mention(kind: str, mention: str) -> bool:
    """Whether that service calls people so."""
    pattern = MENTIONS.get(kind)
    return pattern is not None and re.fullmatch(pattern, mention) is not None


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
    return _json(url, {"text": message.get_text(called, lambda text: text.translate(_SLACK_SIGNS))})


def _mattermost(url: str, message: Message) -> WebhookRequest:
    return _json(url, {"text": message.get_text(message.mention, _clean_markdown)})


def _telegram(url: str, message: Message) -> WebhookRequest:
    parts, query = urlsplit(url), dict(parse_qsl(urlsplit(url).query))
    if not parts.path.startswith("/bot") or not query.get("chat_id"):
        raise FormatError
    text = message.get_text(message.mention, lambda text: text.translate(_AT))
    said = {"chat_id": query["chat_id"], "text": text, "link_preview_options": {"is_disabled": True}}
    return _json(urlunsplit((parts.scheme, parts.netloc, parts.path, "", "")), said)


def _matrix(url: str, message: Message) -> WebhookRequest:
    """PUT under a number of our own: what is sent again is the same message. The token goes in a header."""
    parts, query = urlsplit(url), dict(parse_qsl(urlsplit(url).query))
    token = query.pop("access_token", "")
    if not (parts.path.startswith("/_matrix/client/") and "/rooms/" in parts.path and token):
        raise FormatError
    path = f"{parts.path.rstrip('/').removesuffix(MATRIX_END)}{MATRIX_END}/tefuda-{message.number}"
    person = escape(message.mention)
    called = f'<a href="https://matrix.to/#/{person}">{person}</a>' if person else ""
    said = {
        "msgtype": "m.text", "body": message.get_text(message.mention), "format": "org.matrix.custom.html",
        "formatted_body": message.get_text(called, escape).replace("\n", "<br>"),
        "m.mentions": {"user_ids": [message.mention]} if message.mention else {},
    }  # fmt: skip
    address = urlunsplit((parts.scheme, parts.netloc, path, urlencode(query), ""))
    return WebhookRequest(address, _dump(said), "PUT", JSON_HEADERS | {"Authorization": f"Bearer {token}"})


def _ntfy(url: str, message: Message) -> WebhookRequest:
    """As JSON to the server's root: a header would hold ASCII alone."""
    parts = urlsplit(url)
    folder, _slash, topic = parts.path.rstrip("/").rpartition("/")
    if not topic:
        raise FormatError
    said = {"topic": topic, "title": message.title, "message": message.details, "click": message.link}
    return _json(urlunsplit((parts.scheme, parts.netloc, f"{folder}/", parts.query, "")), said)


def _clean_markdown(text: str) -> str:
    return _MARKDOWN.sub(r"\\\1", text.translate(_AT))


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
