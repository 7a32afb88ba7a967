"""The text of a notice by mail. It tells whose turn it is and where, and nothing of what lies on the table."""

from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils import translation
from django.utils.crypto import salted_hmac
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from games import catalog
from games.notices.models import Notice
from games.tables.names import in_language


@dataclass(frozen=True, slots=True)
class Letter:
    """All that is needed to write a notice's mail without the database.

    `deadline` is None where nothing is asked; `stop` is the token that ends such mails.
    """

    notice_pk: int
    kind: str
    table: str
    title: str
    email: str
    name: str
    language: str
    deadline: datetime | None
    stop: str

    def message(self) -> EmailMessage:
        """The mail, in the recipient's language. Sent twice it has the same Message-ID, so that mailboxes may tell."""
        with translation.override(self.language or settings.LANGUAGE_CODE):
            body = self._body() + _("\nNo more of these mails: %(link)s\n") % {"link": self._stop_link()}
            return EmailMessage(self._subject(), body, to=[self.email], headers=self._headers())

    def _headers(self) -> dict[str, str]:
        """With RFC 8058's two, by which a mail program offers a button that ends these mails."""
        return {
            "Message-ID": self.message_id,
            "Auto-Submitted": "auto-generated",
            "List-Unsubscribe": f"<{self._stop_link()}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }

    def _stop_link(self) -> str:
        return settings.SITE_URL + reverse("accounts:stop", args=(self.stop,))

    @property
    def message_id(self) -> str:
        """Derived from the notice, and from nothing that differs between two tries."""
        token = salted_hmac("tefuda.notice", str(self.notice_pk), algorithm="sha256").hexdigest()[:32]
        return f"<{token}@{urlsplit(settings.SITE_URL).hostname}>"

    def _subject(self) -> str:
        words = {"title": in_language(catalog.metas()[self.title].name), "table": self.table}
        if self.kind == Notice.Kind.ENDED:
            return _("[Tefuda] Match over: %(title)s, table %(table)s") % words
        return _("[Tefuda] Your turn: %(title)s, table %(table)s") % words

    def _body(self) -> str:
        words = {
            "name": self.name,
            "title": in_language(catalog.metas()[self.title].name),
            "table": self.table,
            "link": settings.SITE_URL + reverse("games:table", args=(self.table,)),
            "until": self._until(),
        }
        if self.kind == Notice.Kind.ENDED:
            return _("Hello %(name)s,\n\nthe match of %(title)s at table %(table)s is over.\n\n%(link)s\n") % words
        if self.deadline is None:
            return _("Hello %(name)s,\n\nit is your turn in %(title)s at table %(table)s.\n\n%(link)s\n") % words
        return (
            _(
                "Hello %(name)s,\n\nit is your turn in %(title)s at table %(table)s. You have time until %(until)s; "
                "then the house makes the safe move for you.\n\n%(link)s\n"
            )
            % words
        )

    def _until(self) -> str:
        if self.deadline is None:
            return ""
        moment = localtime(self.deadline)
        return f"{date_format(moment, 'DATETIME_FORMAT')} ({moment.tzname()})"
