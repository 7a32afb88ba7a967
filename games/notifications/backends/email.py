"""Emails with one notification or a digest, as text and simple HTML.

They say who did what and whose turn it is, but nothing about cards. The log's receipts are in a header.
"""

import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from smtplib import SMTPException, SMTPRecipientsRefused
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac
from django.utils.translation import ngettext

from games.notifications.content import NotificationContent
from games.notifications.messages import SENT, DeliveryResult
from games.notifications.models import Delivery, Notification

ASKING = (*Notification.ASKING, Notification.Kind.OPENING)
MAX_ON_CONNECTION = 50  # mails; servers limit this
MAX_IDLE_SECONDS = 5  # servers close idle connections, busy ones after ten seconds
_kept = threading.local()  # this thread's connection to the mail server and its usage


@dataclass(frozen=True, slots=True)
class EmailDigest:
    """All data of a mail, so that it can be sent without the database.

    `number` is the same for every attempt; `unsubscribe_token` ends such mails.
    """

    number: int
    contents: tuple[NotificationContent, ...]
    email: str
    name: str
    language: str
    unsubscribe_token: str
    time_zone: str = ""

    def build_message(self, connection: Any = None) -> EmailMultiAlternatives:
        """Build the mail in the recipient's language.

        A retry has the same Message-ID, so that mailboxes can drop duplicates.
        """
        with translation.override(self.language), timezone.override(ZoneInfo(self.time_zone or settings.TIME_ZONE)):
            context = {
                "name": self.name,
                "contents": self.contents,
                "settings": settings.SITE_URL + reverse("notifications:settings"),
                "stop": self._unsubscribe_link(),
            }
            text = render_to_string("notifications/mail/notifications.txt", context)
            message = EmailMultiAlternatives(
                self._subject(), text, to=[self.email], headers=self._headers(), connection=connection
            )
            message.attach_alternative(render_to_string("notifications/mail/notifications.html", context), "text/html")
            return message

    def _headers(self) -> dict[str, str]:
        """Return the headers, including those of RFC 8058 for a mail program's unsubscribe button."""
        return {
            "Message-ID": self.message_id,
            "Auto-Submitted": "auto-generated",
            "List-Unsubscribe": f"<{self._unsubscribe_link()}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            **self._receipts(),
        }

    def _receipts(self) -> dict[str, str]:
        """Return a header with receipts: after the match, the reader can check that the log is still the same."""
        receipts = [f"{content.table} {content.seq} {content.receipt}" for content in self.contents if content.receipt]
        return {"Tefuda-Receipts": ", ".join(receipts)} if receipts else {}

    def _unsubscribe_link(self) -> str:
        return settings.SITE_URL + reverse("accounts:unsubscribe", args=(self.unsubscribe_token,))

    @property
    def message_id(self) -> str:
        """Return an ID derived from the mail's number only, so that it is the same for every attempt."""
        token = salted_hmac("tefuda.notice", str(self.number), algorithm="sha256").hexdigest()[:32]
        return f"<{token}@{urlsplit(settings.SITE_URL).hostname}>"

    def _subject(self) -> str:
        if len(self.contents) == 1:
            return _subject_of_one(self.contents[0])
        turns = sum(content.kind in ASKING for content in self.contents)
        if not turns:
            return ngettext(
                "[Tefuda] %(count)d notification", "[Tefuda] %(count)d notifications", len(self.contents)
            ) % {"count": len(self.contents)}
        return ngettext(
            "[Tefuda] It is your turn at %(count)d table", "[Tefuda] It is your turn at %(count)d tables", turns
        ) % {"count": turns}


def send_email(letter: EmailDigest) -> DeliveryResult:
    """Send a mail, reusing a recent connection: connecting takes longer than sending."""
    result = None
    try:
        result = _send(letter)
    finally:
        if result != SENT or _kept.sent == MAX_ON_CONNECTION:
            hang_up()
    return result


def hang_up() -> None:
    """Close this thread's connection to the mail server. Errors no longer matter, since all mails were accepted."""
    connection = _kept.__dict__.pop("connection", None)
    if connection is not None:
        with suppress(OSError):
            connection.close()


def _send(letter: EmailDigest) -> DeliveryResult:
    """Send a mail. Keep only the kind of a refusal, since the server's message may contain the address."""
    try:
        sent = letter.build_message(_open_connection()).send()
        _kept.sent, _kept.used_at = _kept.sent + 1, time.monotonic()
        return SENT if sent == 1 else DeliveryResult(Delivery.Problem.REFUSED)
    except SMTPRecipientsRefused as problem:
        lasting = all(code >= 500 for code, _words in problem.recipients.values())
        return DeliveryResult(Delivery.Problem.REFUSED, is_final=lasting)
    except (SMTPException, ValueError):
        return DeliveryResult(Delivery.Problem.REFUSED)
    except TimeoutError:
        return DeliveryResult(Delivery.Problem.SLOW)
    except OSError:
        return DeliveryResult(Delivery.Problem.UNREACHABLE)


def _open_connection() -> Any:
    """Return the open connection, or a new one."""
    if "connection" in vars(_kept) and time.monotonic() - _kept.used_at > MAX_IDLE_SECONDS:
        hang_up()
    if "connection" not in vars(_kept):
        _kept.connection, _kept.sent, _kept.used_at = get_connection(), 0, time.monotonic()
        _kept.connection.open()
    return _kept.connection


def sort_by_deadline(contents: Sequence[NotificationContent]) -> tuple[NotificationContent, ...]:
    """Sort by deadline; notifications without a question come last."""
    late = max((content.deadline for content in contents if content.deadline), default=None)

    def get_rank(content: NotificationContent) -> tuple[bool, bool, datetime | None]:
        return content.kind not in ASKING, content.deadline is None, content.deadline or late

    return tuple(sorted(contents, key=get_rank))


def _subject_of_one(content: NotificationContent) -> str:
    return f"[Tefuda] {content.headline}"
