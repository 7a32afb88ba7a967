"""What a notification says, in the active language: title, table and what is asked, and never a card."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from html import unescape
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import strip_tags
from django.utils.timezone import localtime
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.catalog import registry
from games.engine.serialization.canonical_json import parse_json
from games.notifications.models import Notification
from games.tables.labels import localize_text
from games.tables.models import Position, Seat
from games.tables.templatetags.game_templates import BOARDS

TEST = "test"


@dataclass(frozen=True, slots=True)
class NotificationContent:
    """One reason to write to somebody. `question` is the question in words, "" for none; `deadline` None where nobody
    waits. A test has neither table nor title. Only emails are kept, so only they carry the receipt."""

    kind: str
    table: str = ""
    title: str = ""
    question: str = ""
    deadline: datetime | None = None
    receipt: str = ""  # the last digest of the log by now
    seq: int = 0  # of the event that it goes up to

    @property
    def link(self) -> str:
        """The table's address; without `TEFUDA_SITE_URL` its path."""
        path = reverse("tables:detail", args=(self.table,)) if self.table else reverse("notifications:settings")
        return settings.SITE_URL + path

    @property
    def game_name(self) -> str:
        return localize_text(registry.list_metadata()[self.title].name) if self.title else ""

    @property
    def headline(self) -> str:
        """One line: what has happened, and in which title."""
        words = {"title": self.game_name}
        if self.kind == TEST:
            return _("A test from Tefuda")
        if self.kind == Notification.Kind.ENDED:
            return _("Match over: %(title)s") % words
        if self.kind == Notification.Kind.BROKEN_OFF:
            return _("Broken off before the deal: %(title)s") % words
        if self.kind == Notification.Kind.OPENING:
            return _("Your part of the shuffle is needed: %(title)s") % words
        if self.kind == Notification.Kind.REMINDER:
            return _("Still your turn: %(title)s") % words
        return _("Your turn: %(title)s") % words

    @property
    def details(self) -> str:
        """One line: what is asked, where, until when."""
        if self.kind == TEST:
            return _("This is how you will be notified of your turn.")
        parts = [self.question, _("table %(table)s") % {"table": self.table}]
        if self.deadline:
            parts.append(_("until %(until)s") % {"until": self.deadline_text})
        return " · ".join(part for part in parts if part)

    @property
    def deadline_text(self) -> str:
        """The deadline with its zone."""
        if self.deadline is None:
            return ""
        moment = localtime(self.deadline)
        return f"{date_format(moment, 'DATETIME_FORMAT')} ({moment.tzname()})"


def describe_questions(seats: "Mapping[int, Seat]") -> dict[int, str]:
    """What these seats, by their tables' keys, are asked, in the active language. 1 query.

    Only from what everybody at the table may know: a webhook may be read by more people than the one it is for.
    """
    frames = Position.objects.filter(table__in=seats).values_list("table_id", "table__game_slug", "frame")
    return {pk: _describe_question(slug, frame, seats[pk].number) for pk, slug, frame in frames}


def _describe_question(slug: str, frame: str, number: int) -> str:
    view: Any = registry.get_game(slug).read_view(parse_json(frame), number)
    drawn = BOARDS.render(slug, "pending_action", get_language() or "en", view=view)
    return " ".join(unescape(strip_tags(drawn)).split())
