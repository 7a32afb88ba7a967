"""What a webhook service is: its name, its request, and how it mentions a person. Services are in `webhooks/`.

Most webhooks post to a room with other readers, so a message begins with the recipient's name or the service's mention.
Names chosen by people, tables and circles never mention anyone: not `@channel`, not `@room`, not `<!here>`, not
`<@U…>`. Each service passes them through one of the `clean_…` functions.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape
from typing import Any, Protocol

from django.utils.functional import Promise

JSON_HEADERS = {"Content-Type": "application/json; charset=utf-8"}
_SLACK_SIGNS = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_MARKDOWN = re.compile(r"([\\`*_~|<>\[\]()#])")
_MENTION_SIGN = re.compile(r"@|<(?=[!@#])")  # "@channel", and Slack's "<!channel>" and "<@U…>"
_BROKEN = "\\g<0>\u2060"  # followed by an invisible joiner, no service reads it as a mention


class FormatError(ValueError):
    """The URL doesn't belong to that service, or this version doesn't know the service."""


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
class WebhookRequest:
    url: str
    body: bytes
    method: str = "POST"
    headers: dict[str, str] = field(default_factory=lambda: dict(JSON_HEADERS))


@dataclass(frozen=True, slots=True)
class WebhookService:
    """A service. `build` makes the request for a URL and raises FormatError if the URL can't belong to the service."""

    key: str  # stored in `NotificationSettings.webhook_format` and `CircleWebhook.format`
    name: str | Promise
    build: Callable[[str, Message], WebhookRequest]
    mention_pattern: str = ""  # a regular expression; "": the service can't mention a person
    mention_hint: str | Promise = ""  # what to enter as a mention
    address_hint: str | Promise = ""  # shown when `build` raises FormatError
    is_for_programs: bool = False  # listed last; names in its fields are raw


def build_json_request(url: str, content: object) -> WebhookRequest:
    return WebhookRequest(url, dump_json(content))


def dump_json(content: object) -> bytes:
    return json.dumps(content, ensure_ascii=False).encode()


def break_mentions(text: str) -> str:
    return _MENTION_SIGN.sub(_BROKEN, text)


def clean_markdown(text: str) -> str:
    return break_mentions(_MARKDOWN.sub(r"\\\1", text))


def clean_slack(text: str) -> str:
    return break_mentions(text.translate(_SLACK_SIGNS))


def clean_html(text: str) -> str:
    return escape(break_mentions(text))
