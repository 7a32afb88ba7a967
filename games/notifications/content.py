"""The text of notifications, in the active language: who did what, the question, where and until when; never a card."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
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
from games.notifications import staff_work
from games.notifications.last_moves import describe_last_move
from games.notifications.models import Notification
from games.tables.access import is_solo
from games.tables.boards import BOARDS
from games.tables.clocks.question_clock import read_question_clock
from games.tables.labels import inline_name, list_seat_lines, localize_text, seat_name
from games.tables.models import Position, Seat, Table

TEST = "test"
NAMED = 4  # opponents named; others are counted
Kind = Notification.Kind
_SHOW = gettext_lazy(
    "Open it in the browser that added your client seed: that browser shows it automatically, and then the "
    "cards are dealt."
)


@dataclass(frozen=True, slots=True)
class NotificationContent:
    """The content of one notification.

    `question` is the question in words, "" for none. `deadline` is None if no one waits. A test has neither table nor
    title. Only emails are kept by their readers, so only they include the receipt.
    """

    kind: str
    table: str = ""
    title: str = ""
    question: str = ""
    deadline: datetime | None = None
    receipt: str = ""  # the latest digest of the log's hash chain
    seq: int = 0  # the event the receipt covers
    table_name: str = ""
    others: tuple[str, ...] = ()  # opponents
    last_move: str = ""  # the last move of one of them, as a sentence
    actor: str = ""  # the person who invites, asks or accepts
    count: int = 1
    path: str = ""  # the page it is about
    has_forfeited: bool = False  # the reader has, by a timeout
    can_take_back: bool = False  # the reader can take the seat back from the bot
    is_running_out: bool = False  # less than a quarter of the reader's time is left
    has_zone: bool = True  # whether the reader has chosen a time zone; otherwise it is named

    @property
    def link(self) -> str:
        """Return the URL of the page; without `TEFUDA_SITE_URL`, only its path."""
        return settings.SITE_URL + (self.path or self._usual_path)

    @property
    def _usual_path(self) -> str:
        return reverse("tables:detail", args=(self.table,)) if self.table else reverse("notifications:settings")

    @property
    def game_name(self) -> str:
        return localize_text(registry.list_metadata()[self.title].name) if self.title else ""

    @property
    def place(self) -> str:
        """Return the table's display name."""
        if not self.table_name:
            return self.game_name
        return _("“%(table)s” (%(title)s)") % {"table": self.table_name, "title": self.game_name}

    @property
    def headline(self) -> str:
        """Return one line with what happened, and where."""
        words: dict[str, Any] = {"place": self.place, "name": self.actor, "count": self.count}
        match self.kind:
            case Kind.ENDED:
                return _("Match over: %(place)s") % words
            case Kind.BROKEN_OFF:
                return _("Called off before the deal: %(place)s") % words
            case Kind.OPENING:
                return _("Your client seed is needed: %(place)s") % words
            case Kind.REMINDER:
                return _("Still your turn: %(place)s") % words
            case Kind.YOUR_TURN:
                return _("Your turn: %(place)s") % words
            case Kind.STARTED:
                return _("The match begins: %(place)s") % words
            case Kind.INVITATION:
                return _("%(name)s invites you: %(place)s") % words
            case Kind.REMATCH:
                return _("%(name)s wants a rematch: %(place)s") % words
            case Kind.TABLE_FULL:
                return _("Your table is full: %(place)s") % words
            case Kind.PAUSE_PROPOSED:
                return _("%(name)s proposes a pause: %(place)s") % words
            case Kind.PAUSE_AGREED:
                return _("The match is paused: %(place)s") % words
            case Kind.PAUSE_ENDED:
                return _("%(name)s has resumed the match: %(place)s") % words
            case Kind.TIMED_OUT:
                return _("Your time ran out: %(place)s") % words
            case Kind.SEAT_TO_BOT:
                return _("A bot has taken your seat: %(place)s") % words
            case Kind.FRIEND_REQUEST:
                return _("%(name)s wants to be friends with you") % words
            case Kind.FRIEND_ACCEPTED:
                return _("%(name)s has accepted your friend request") % words
            case Kind.CHAT:
                return (
                    ngettext("%(count)d new message: %(place)s", "%(count)d new messages: %(place)s", self.count)
                    % words
                )
            case Kind.REPORTS:
                return ngettext("%(count)d report is waiting", "%(count)d reports are waiting", self.count) % words
            case Kind.APPEALS:
                return ngettext("%(count)d appeal is waiting", "%(count)d appeals are waiting", self.count) % words
            case Kind.OPINIONS:
                return (
                    ngettext(
                        "%(count)d request for a second opinion is waiting",
                        "%(count)d requests for a second opinion are waiting",
                        self.count,
                    )
                    % words
                )
            case _:
                return _("A test from Tefuda")

    def headline_for(self, name: str) -> str:
        """Return the headline with the recipient's name, for channels that others read as well."""
        words = {"name": name, "place": self.place}
        if self.kind == Kind.YOUR_TURN:
            return _("%(name)s: your turn at %(place)s") % words
        if self.kind == Kind.REMINDER:
            return _("%(name)s: still your turn at %(place)s") % words
        return _("%(name)s: %(headline)s") % {"name": name, "headline": self.headline}

    @property
    def details(self) -> str:
        """Return the text below the headline: "Alice raises to 40. Your turn against Alice."."""
        return " ".join(part for part in (self.last_move, self.summary, self.question) if part)

    @property
    def summary(self) -> str:
        """Return a sentence with opponents and deadline."""
        words = {"others": join_names(self.others), "until": self.deadline_text}
        match self.kind:
            case Kind.YOUR_TURN:
                return self._your_turn(words)
            case Kind.REMINDER if self.is_running_out:
                return " ".join((self._your_turn(words), _("Less than a quarter of your time is left.")))
            case Kind.REMINDER:
                return self._your_turn(words)
            case Kind.OPENING:
                until = _("You have time until %(until)s; otherwise the table is called off.") % words
                return f"{_SHOW} {until}"
            case Kind.BROKEN_OFF:
                return _("You can recreate it from its page.")
            case Kind.ENDED if self.others:
                return _("You sat there with %(others)s.") % words
            case Kind.STARTED:
                return _("You play against %(others)s.") % words
            case Kind.INVITATION | Kind.REMATCH:
                return _("Find the invitation in the lobby.")
            case Kind.TABLE_FULL:
                return _("You can start the match with %(others)s now.") % words
            case Kind.PAUSE_PROPOSED:
                return _("Agree or refuse at the table.")
            case Kind.PAUSE_AGREED:
                return _("Everyone has agreed. No clock runs until someone resumes the match.")
            case Kind.PAUSE_ENDED:
                return _("The clocks are running again.")
            case Kind.TIMED_OUT if self.has_forfeited:
                return _("You have forfeited the match. Safe moves are played for you to the end.")
            case Kind.TIMED_OUT:
                return _("A safe move was played for you.")
            case Kind.SEAT_TO_BOT if self.can_take_back:
                return _("Your time ran out too often. You can take your seat back at the table.")
            case Kind.SEAT_TO_BOT:
                return _("A moderator decides that.")
            case kind if kind == TEST:
                return _("This is how you will hear about your turn.")
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
        """Return the deadline in the active zone: "Sat, November 28, 20:00".

        Names the zone for readers who have chosen none. Never "today" or "tomorrow": mails and calendars are read later
        than they are written.
        """
        if self.deadline is None:
            return ""
        moment = timezone.localtime(self.deadline)
        text = _("%(weekday)s, %(day)s, %(time)s") % {
            "weekday": date_format(moment, "D"),
            "day": date_format(moment, "MONTH_DAY_FORMAT"),
            "time": date_format(moment, "H:i"),
        }
        return text if self.has_zone else f"{text} ({moment.tzname()})"


def load_contents(
    notices: Sequence[Notification], person: User, *, with_moves: bool = True, shared: bool = False
) -> dict[int, NotificationContent]:
    """Return the content of each notification by its key, without those whose question has been answered.

    2 queries, and one for each question `with_moves`. `shared`: others read along, so no one is "you".
    """
    seats: dict[int, list[Seat]] = {}
    tables = {notice.table_id for notice in notices if notice.table_id}
    for player in Seat.objects.filter(table__in=tables).select_related("user").order_by("number") if tables else ():
        seats.setdefault(player.table_id, []).append(player)
    own_seats = {pk: player for pk, of_table in seats.items() for player in of_table if player.user_id == person.pk}
    asked_seats = {
        pk: player for pk, player in own_seats.items() if player.question_seq is not None and not player.is_bot
    }
    asks = {notice.table_id for notice in notices if notice.kind in Notification.ASKING}
    questions = describe_questions({pk: seat for pk, seat in asked_seats.items() if pk in asks}) if asks else {}
    contents: dict[int, NotificationContent] = {}
    now = timezone.now()
    is_for_staff = any(notice.kind in Notification.STAFF for notice in notices)
    work = staff_work.count_work(person) if is_for_staff else {}
    for notice in notices:
        if notice.kind in Notification.STAFF:
            if number := work.get(notice.kind, 0):
                contents[notice.pk] = NotificationContent(notice.kind, count=number, path=get_path(notice))
            continue
        table_seats = seats.get(notice.table_id or 0, [])
        seat = own_seats.get(notice.table_id or 0)
        details: dict[str, Any] = _describe_table(notice.table, table_seats, seat) if notice.table else {}
        if notice.kind == Kind.OPENING:
            if notice.table is None or seat is None or seat.client_seed or notice.table.reveal_deadline is None:
                continue
            details["deadline"] = notice.table.reveal_deadline
        elif notice.kind in Notification.ASKING:
            if notice.table is None or (seat := asked_seats.get(notice.table.pk)) is None:
                continue
            if seat.question_seq != notice.event_seq:
                continue
            details["question"] = questions.get(notice.table.pk, "")
            details["deadline"] = None if is_solo(table_seats) else seat.deadline
            if notice.kind == Kind.REMINDER:  # it may have been given more time since
                clock = read_question_clock(notice.table, table_seats, seat, now)
                details["is_running_out"] = clock is not None and clock.is_running_out(now)
            if with_moves:
                lines = list_seat_lines(table_seats, None if shared else seat.number)
                details["last_move"] = describe_last_move(notice.table, seat.number, lines)
        actor = inline_name(str(notice.actor)) if notice.actor else ""
        contents[notice.pk] = NotificationContent(
            notice.kind,
            actor=actor,
            count=notice.count,
            path=get_path(notice),
            has_zone=bool(person.time_zone),
            **details,
        )
    return contents


def _describe_table(table: Table, seats: Sequence[Seat], own_seat: Seat | None) -> dict[str, Any]:
    opponents = list_others(seats, own_seat)
    about: dict[str, Any] = {
        "table": table.public_id,
        "title": table.game_slug,
        "table_name": table.name,
        "others": opponents,
    }
    if own_seat is not None:
        about |= {"has_forfeited": own_seat.has_forfeited, "can_take_back": own_seat.is_away}
    return about | {"receipt": table.digest, "seq": table.last_seq}


def list_others(seats: Sequence[Seat], own_seat: Seat | None) -> tuple[str, ...]:
    """Return the names of the other players, formatted for sentences."""
    own_number = own_seat.number if own_seat else None
    return tuple(inline_name(seat_name(seat)) for seat in seats if not seat.is_vacant and seat.number != own_number)


def get_path(notice: Notification) -> str:
    """Return the path of the page that the notification is about."""
    if notice.kind in Notification.STAFF:
        return staff_work.get_path(notice.kind)
    if notice.kind in Notification.INVITING:
        return reverse("tables:lobby") + "#mine"
    if notice.kind == Kind.FRIEND_ACCEPTED and notice.actor:
        return reverse("tables:player", args=(notice.actor.public_id,))
    if notice.table is None:
        return reverse("social:friends")
    return reverse("social:chat" if notice.kind == Kind.CHAT else "tables:detail", args=(notice.table.public_id,))


def join_names(names: Sequence[str]) -> str:
    """Join names for a sentence.

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
    """Use the person's time zone; the site's if they have chosen none."""
    return timezone.override(get_time_zone(person))


def describe_questions(seats: "Mapping[int, Seat]") -> dict[int, str]:
    """Return the questions of these seats in words, by their tables' keys, in the active language. 1 query.

    Uses only what everyone at the table may know, because other people may read a webhook's messages.
    """
    frames = Position.objects.filter(table__in=seats).values_list("table_id", "table__game_slug", "frame")
    return {pk: _describe_question(slug, frame, seats[pk].number) for pk, slug, frame in frames}


def _describe_question(game_slug: str, frame: str, number: int) -> str:
    view: Any = registry.get_game(game_slug).read_view(parse_json(frame), number)
    html = BOARDS.render(game_slug, "pending_action", get_language() or "en", view=view)
    return " ".join(unescape(strip_tags(html)).split())
