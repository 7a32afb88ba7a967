"""An email: one notification, or all that wait for its reader at once. It tells whose turn it is, where and what is
asked, and nothing of what lies on the table; and the log's receipt, which tells nothing of it either."""

from collections.abc import Sequence
from dataclasses import dataclass
from smtplib import SMTPException, SMTPRecipientsRefused
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils import translation
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.notifications.content import TEST, NotificationContent
from games.notifications.messages import SENT, DeliveryResult
from games.notifications.models import Delivery, Notification


@dataclass(frozen=True, slots=True)
class EmailDigest:
    """All that is needed to write a mail without the database.

    `number` is the same with every try; `stop` is the token that ends such mails.
    """

    number: int
    contents: tuple[NotificationContent, ...]
    email: str
    name: str
    language: str
    unsubscribe_token: str

    def build_message(self) -> EmailMessage:
        """The mail, in the recipient's language. Sent twice it has the same Message-ID, so that mailboxes may tell."""
        with translation.override(self.language):
            parts = [_("Hello %(name)s,") % {"name": self.name}, *map(_paragraph, self.contents)]
            parts.append(_("To stop these mails: %(link)s") % {"link": self._unsubscribe_link()})
            return EmailMessage(self._subject(), "\n\n".join(parts) + "\n", to=[self.email], headers=self._headers())

    def _headers(self) -> dict[str, str]:
        """With RFC 8058's two, by which a mail program offers a button that ends these mails."""
        return {
            "Message-ID": self.message_id,
            "Auto-Submitted": "auto-generated",
            "List-Unsubscribe": f"<{self._unsubscribe_link()}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }

    def _unsubscribe_link(self) -> str:
        return settings.SITE_URL + reverse("accounts:unsubscribe", args=(self.unsubscribe_token,))

    @property
    def message_id(self) -> str:
        """Derived from the email's number, and from nothing that differs between two tries."""
        token = salted_hmac("tefuda.notice", str(self.number), algorithm="sha256").hexdigest()[:32]
        return f"<{token}@{urlsplit(settings.SITE_URL).hostname}>"

    def _subject(self) -> str:
        if len(self.contents) == 1:
            return _subject_of_one(self.contents[0])
        turns = sum(told.kind not in Notification.OVER for told in self.contents)
        if not turns:
            return _("[Tefuda] %(count)d matches are over") % {"count": len(self.contents)}
        return ngettext(
            "[Tefuda] It is your turn at %(count)d table", "[Tefuda] It is your turn at %(count)d tables", turns
        ) % {"count": turns}


def send_email(letter: EmailDigest) -> DeliveryResult:
    """Send. What a mail server says may contain the address, so only the kind of its refusal is kept."""
    try:
        return SENT if letter.build_message().send() == 1 else DeliveryResult(Delivery.Problem.REFUSED)
    except SMTPRecipientsRefused as problem:
        lasting = all(code >= 500 for code, _words in problem.recipients.values())
        return DeliveryResult(Delivery.Problem.REFUSED, is_final=lasting)
    except (SMTPException, ValueError):
        return DeliveryResult(Delivery.Problem.REFUSED)
    except TimeoutError:
        return DeliveryResult(Delivery.Problem.SLOW)
    except OSError:
        return DeliveryResult(Delivery.Problem.UNREACHABLE)


def sort_by_deadline(told: Sequence[NotificationContent]) -> tuple[NotificationContent, ...]:
    """What is to be answered first stands first; what is over stands last."""
    late = max((one.deadline for one in told if one.deadline), default=None)
    return tuple(
        sorted(told, key=lambda one: (one.kind in Notification.OVER, one.deadline is None, one.deadline or late))
    )


def _subject_of_one(told: NotificationContent) -> str:
    words = {"title": told.game_name, "table": told.table}
    if told.kind == TEST:
        return _("[Tefuda] Test notification")
    if told.kind == Notification.Kind.ENDED:
        return _("[Tefuda] Match over: %(title)s, table %(table)s") % words
    if told.kind == Notification.Kind.BROKEN_OFF:
        return _("[Tefuda] Broken off before the deal: %(title)s, table %(table)s") % words
    if told.kind == Notification.Kind.OPENING:
        return _("[Tefuda] Your part of the shuffle is needed: %(title)s, table %(table)s") % words
    if told.kind == Notification.Kind.REMINDER:
        return _("[Tefuda] Still your turn: %(title)s, table %(table)s") % words
    return _("[Tefuda] Your turn: %(title)s, table %(table)s") % words


def _paragraph(told: NotificationContent) -> str:
    words = {"title": told.game_name, "table": told.table}
    if told.kind == TEST:
        lines = [told.details]
    elif told.kind == Notification.Kind.ENDED:
        lines = [_("The match of %(title)s at table %(table)s is over.") % words]
    elif told.kind == Notification.Kind.BROKEN_OFF:
        lines = [_("The table %(table)s (%(title)s) was broken off before any card was dealt.") % words]
        lines.append(_("You can recreate it from its page."))
    elif told.kind == Notification.Kind.OPENING:
        lines = [
            _("At table %(table)s (%(title)s) the parts of the shuffle are being shown.") % words,
            _("Open its page in the browser that gave yours: it shows it by itself, and then the cards are dealt."),
            _("You have time until %(until)s; otherwise the table is broken off.") % {"until": told.deadline_text},
        ]
    else:
        lines = [_("It is your turn in %(title)s at table %(table)s.") % words, told.question]
        if told.kind == Notification.Kind.REMINDER:
            lines.append(_("Three quarters of your time are over."))
        if told.deadline_text:
            lines.append(_("You have time until %(until)s.") % {"until": told.deadline_text})
    return "\n".join(line for line in [*lines, told.link, _receipt(told)] if line)


def _receipt(told: NotificationContent) -> str:
    """So that an email is evidence: after the match its reader can tell whether the log is still the same."""
    return _("Receipt of event %(n)d: %(digest)s") % {"n": told.seq, "digest": told.receipt} if told.receipt else ""
