"""What a notification says, in the active language: who did what, what is asked, where and until when; never a card."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from html import unescape
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import strip_tags
from django.utils.translation import get_language, gettext_lazy, ngettext, pgettext
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services.availability import get_time_zone
from games.catalog import registry
from games.engine.serialization.canonical_json import parse_json
from games.notifications.last_moves import describe_last_move
from games.notifications.models import Notification
from games.tables.access import is_solo
from games.tables.labels import inline_name, list_seat_lines, localize_text, seat_name
from games.tables.models import Position, Seat, Table
from games.tables.templatetags.game_templates import BOARDS

TEST = "test"
NAMED = 4  # of those one plays against; the rest is counted
Kind = Notification.Kind
_SHOW = gettext_lazy(
    "Open its page in the browser that gave yours: it shows it by itself, and then the cards are dealt."
)


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
    table_name: str = ""
    others: tuple[str, ...] = ()  # whom one plays against
    last_move: str = ""  # what one of them did last, in a sentence
    actor: str = ""  # who invites, asks, accepts
    count: int = 1
    path: str = ""  # the page it is about
    has_zone: bool = True  # whether the reader has chosen the time zone, and so knows which is meant

    @property
    def link(self) -> str:
        """The page's address; without `TEFUDA_SITE_URL` its path."""
        return settings.SITE_URL + (self.path or self._usual_path)

    @property
    def _usual_path(self) -> str:
        return reverse("tables:detail", args=(self.table,)) if self.table else reverse("notifications:settings")

    @property
    def game_name(self) -> str:
        return localize_text(registry.list_metadata()[self.title].name) if self.title else ""

    @property
    def place(self) -> str:
        """The table as people call it."""
        if not self.table_name:
            return self.game_name
        return _("“%(table)s” (%(title)s)") % {"table": self.table_name, "title": self.game_name}

    @property
    def headline(self) -> str:
        """One line: what has happened, and where."""
        words: dict[str, Any] = {"place": self.place, "name": self.actor, "count": self.count}
        match self.kind:
            case Kind.ENDED:
                return _("Match over: %(place)s") % words
            case Kind.BROKEN_OFF:
                return _("Broken off before the deal: %(place)s") % words
            case Kind.OPENING:
                return _("Your part of the shuffle is needed: %(place)s") % words
            case Kind.REMINDER:
                return _("Still your turn: %(place)s") % words
            case Kind.YOUR_TURN:
                return _("Your turn: %(place)s") % words
            case Kind.STARTED:
                return _("The match begins: %(place)s") % words
            case Kind.INVITATION:
                return _("%(name)s invites you: %(place)s") % words
            case Kind.FRIEND_REQUEST:
                return _("%(name)s wants to be friends with you") % words
            case Kind.FRIEND_ACCEPTED:
                return _("%(name)s has accepted your friend request") % words
            case Kind.CHAT:
                return (
                    ngettext("%(count)d new message: %(place)s", "%(count)d new messages: %(place)s", self.count)
                    % words
                )
            case _:
                return _("A test from Tefuda")

    def headline_for(self, who: str) -> str:
        """The same where others read along: to whom it is said."""
        words = {"name": who, "place": self.place}
        if self.kind == Kind.YOUR_TURN:
            return _("%(name)s: your turn at %(place)s") % words
        if self.kind == Kind.REMINDER:
            return _("%(name)s: still your turn at %(place)s") % words
        return _("%(name)s: %(headline)s") % {"name": who, "headline": self.headline}

    @property
    def details(self) -> str:
        """What is said below it, in sentences: "Alice raises to 40. Your turn against Alice, until tomorrow 20:00."."""
        return " ".join(part for part in (self.last_move, self.summary, self.question) if part)

    @property
    def summary(self) -> str:
        """Against whom, until when."""
        words = {"others": join_names(self.others), "until": self.deadline_text}
        match self.kind:
            case Kind.YOUR_TURN:
                return self._your_turn(words)
            case Kind.REMINDER:
                return f"{self._your_turn(words)} {_('Three quarters of your time are over.')}"
            case Kind.OPENING:
                return f"{_SHOW} {_('You have time until %(until)s; otherwise the table is broken off.') % words}"
            case Kind.BROKEN_OFF:
                return _("You can recreate it from its page.")
            case Kind.ENDED if self.others:
                return _("You sat there with %(others)s.") % words
            case Kind.STARTED:
                return _("You play against %(others)s.") % words
            case Kind.INVITATION:
                return _("The lobby has the invitation.")
            case kind if kind == TEST:
                return _("This is how you will be notified of your turn.")
            case _:
                return ""

    def _your_turn(self, words: Mapping[str, str]) -> str:
        if not self.others:
            return _("Your turn, until %(until)s.") % words if self.deadline else _("Your turn.")
        if self.deadline:
            return _("Your turn against %(others)s, until %(until)s.") % words
        return _("Your turn against %(others)s.") % words

    @property
    def deadline_text(self) -> str:
        """The deadline by the active zone's clock: "tomorrow 20:00"; the zone is named to who has chosen none."""
        if self.deadline is None:
            return ""
        moment, today = timezone.localtime(self.deadline), timezone.localdate()
        words = {"time": date_format(moment, "H:i"), "day": date_format(moment, "MONTH_DAY_FORMAT")}
        if moment.date() == today:
            text = _("today %(time)s") % words
        elif moment.date() == today + timedelta(days=1):
            text = _("tomorrow %(time)s") % words
        else:
            text = _("%(day)s, %(time)s") % words
        return text if self.has_zone else f"{text} ({moment.tzname()})"


def load_contents(
    notices: Sequence[Notification], person: User, *, with_moves: bool = True, shared: bool = False
) -> dict[int, NotificationContent]:
    """What each of them says, by its key; questions that are answered by now say nothing. 2 queries, and one for each
    question `with_moves`. `shared`: where others read along, nobody is "you"."""
    seats: dict[int, list[Seat]] = {}
    tables = {notice.table_id for notice in notices if notice.table_id}
    for one in Seat.objects.filter(table__in=tables).select_related("user").order_by("number") if tables else ():
        seats.setdefault(one.table_id, []).append(one)
    own = {pk: one for pk, of_table in seats.items() for one in of_table if one.user_id == person.pk}
    asked = {pk: one for pk, one in own.items() if one.question_seq is not None and not one.is_bot}
    asks = {notice.table_id for notice in notices if notice.kind in Notification.ASKING}
    questions = describe_questions({pk: seat for pk, seat in asked.items() if pk in asks}) if asks else {}
    said: dict[int, NotificationContent] = {}
    for notice in notices:
        around = seats.get(notice.table_id or 0, [])
        seat = own.get(notice.table_id or 0)
        more: dict[str, Any] = _describe_table(notice.table, around, seat) if notice.table else {}
        if notice.kind == Kind.OPENING:
            if notice.table is None or seat is None or seat.client_seed or notice.table.reveal_deadline is None:
                continue
            more["deadline"] = notice.table.reveal_deadline
        elif notice.kind in Notification.ASKING:
            if notice.table is None or (seat := asked.get(notice.table.pk)) is None:
                continue
            if seat.question_seq != notice.event_seq:
                continue
            more["question"] = questions.get(notice.table.pk, "")
            more["deadline"] = None if is_solo(around) else seat.deadline
            if with_moves:
                lines = list_seat_lines(around, None if shared else seat.number)
                more["last_move"] = describe_last_move(notice.table, seat.number, lines)
        actor = inline_name(str(notice.actor)) if notice.actor else ""
        said[notice.pk] = NotificationContent(
            notice.kind, actor=actor, count=notice.count, path=get_path(notice), has_zone=bool(person.time_zone), **more
        )
    return said


def _describe_table(table: Table, seats: Sequence[Seat], own: Seat | None) -> dict[str, Any]:
    others = list_others(seats, own)
    about = {"table": table.public_id, "title": table.game_slug, "table_name": table.name, "others": others}
    return about | {"receipt": table.digest, "seq": table.last_seq}


def list_others(seats: Sequence[Seat], own: Seat | None) -> tuple[str, ...]:
    """Who else sits there, as sentences name them."""
    mine = own.number if own else None
    return tuple(inline_name(seat_name(seat)) for seat in seats if not seat.is_vacant and seat.number != mine)


def get_path(notice: Notification) -> str:
    """The page that it is about."""
    if notice.kind == Kind.INVITATION:
        return reverse("tables:lobby") + "#mine"
    if notice.kind == Kind.FRIEND_ACCEPTED and notice.actor:
        return reverse("tables:player", args=(notice.actor.public_id,))
    if notice.table is None:
        return reverse("social:friends")
    return reverse("social:chat" if notice.kind == Kind.CHAT else "tables:detail", args=(notice.table.public_id,))


def join_names(names: Sequence[str]) -> str:
    """Names in a sentence.

    >>> join_names(["Alice"]), join_names(["Alice", "Bob", "Chi"])
    ('Alice', 'Alice, Bob and Chi')
    """
    if len(names) > NAMED:
        rest = len(names) - NAMED + 1
        words: dict[str, Any] = {"first": pgettext("between names", ", ").join(names[: NAMED - 1]), "count": rest}
        return ngettext("%(first)s and %(count)d other", "%(first)s and %(count)d others", rest) % words
    if len(names) < 2:
        return "".join(names)
    return _("%(first)s and %(last)s") % {"first": pgettext("between names", ", ").join(names[:-1]), "last": names[-1]}


def use_zone_of(person: User) -> "timezone.override":
    """Times in `person`'s zone; in the site's for who has chosen none."""
    return timezone.override(get_time_zone(person))


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
