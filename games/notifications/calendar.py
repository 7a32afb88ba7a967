"""A calendar feed of deadlines, with one entry for each open question.

Anyone with the URL can read it, since calendar programs can't log in. The token is derived from the site's key and not
stored; increasing `calendar_version` replaces it.
"""

from collections.abc import Sequence
from datetime import UTC, timedelta
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.db.models import F
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import User
from accounts.services.users import lock_active_user
from config.db.locking import write_transaction
from games.notifications.content import NotificationContent, describe_questions, list_others, use_zone_of
from games.notifications.models import Notification, NotificationSettings
from games.tables.access import is_solo
from games.tables.clocks.question_clock import read_question_clock
from games.tables.models import Seat

if TYPE_CHECKING:
    from icalendar import Event

MAX_ENTRIES = 200
MIN_ALARM = timedelta(minutes=5)  # before the deadline
NO_TIME = timedelta(0)


def make_feed_token(person: User, number: int) -> str:
    """Return the token in the URL of a person's calendar."""
    mark = salted_hmac("tefuda.calendar", f"{person.public_id} {number}", algorithm="sha256").hexdigest()[:40]
    return f"{person.public_id}-{mark}"


def get_feed_owner(token: str) -> User | None:
    """Return the owner of a calendar; None if the token isn't valid (any more). 1 query."""
    rows = NotificationSettings.objects.select_related("user").filter(calendar_enabled=True, user__is_active=True)
    row = rows.filter(user__public_id=token.partition("-")[0]).first()
    if row is None or not constant_time_compare(make_feed_token(row.user, row.calendar_version), token):
        return None
    return row.user


def build_calendar(person: User, site: str) -> bytes:
    """Return the current deadlines of `person` as iCalendar.

    `site` is the base URL, without a trailing slash. 3 queries.
    """
    from icalendar import Calendar  # takes 9 MB, which few processes need

    own_seats = Seat.objects.in_play().filter(
        user=person, bot_level="", question_seq__isnull=False, deadline__isnull=False
    )
    seats = {
        seat.table_id: seat for seat in own_seats.select_related("table", "user").order_by("deadline")[:MAX_ENTRIES]
    }
    table_seats: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(table__in=seats).select_related("user").order_by("number"):
        table_seats.setdefault(seat.table_id, []).append(seat)
    seats = {pk: seat for pk, seat in seats.items() if not is_solo(table_seats[pk])}
    with translation.override(person.message_language), use_zone_of(person):
        asks = describe_questions(seats)
        entries = [_entry(person, seat, asks.get(pk, ""), table_seats[pk], site) for pk, seat in seats.items()]
    calendar = Calendar()
    calendar.add("prodid", "-//Tefuda//deadlines//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", "Tefuda")
    calendar.add("refresh-interval", timedelta(minutes=15), parameters={"value": "DURATION"})
    for entry in entries:
        calendar.add_component(entry)
    content: bytes = calendar.to_ical()
    return content


def _entry(person: User, seat: Seat, asks: str, table_seats: Sequence[Seat], site: str) -> "Event":
    """Return the deadline as an entry without duration, with an alarm before it."""
    from icalendar import Alarm, Event, vUri

    assert seat.deadline is not None
    content = NotificationContent(
        Notification.Kind.YOUR_TURN, seat.table.public_id, seat.table.game_slug, asks, table_name=seat.table.name,
        others=list_others(table_seats, seat), deadline=seat.deadline, has_zone=bool(person.time_zone),
    )  # fmt: skip
    link = site + reverse("tables:detail", args=(seat.table.public_id,))
    entry = Event()
    entry.add("uid", f"{seat.table.public_id}-{seat.question_seq}@{urlsplit(site).hostname}")
    entry.add("dtstamp", timezone.now().astimezone(UTC))
    entry.add("dtstart", seat.deadline.astimezone(UTC))
    entry.add("summary", content.headline)
    entry.add("description", f"{content.details}\n{link}")
    entry.add("url", vUri(link))
    entry.add("transp", "TRANSPARENT")
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", content.headline)
    # Relative to the deadline, because some programs ignore absolute alarms.
    alarm.add("trigger", -_get_alarm_lead(seat, table_seats))
    entry.add_component(alarm)
    return entry


def _get_alarm_lead(seat: Seat, table_seats: Sequence[Seat]) -> timedelta:
    """Return how long before the deadline the alarm rings, in whole seconds.

    That is when a quarter of the question's time is left, but at least MIN_ALARM, and never before the clock has
    started.
    """
    clock = read_question_clock(seat.table, table_seats, seat, timezone.now())
    if clock is None or clock.clock.since is None or seat.deadline is None:
        return NO_TIME
    since = clock.clock.since
    reminder, latest = clock.get_reminder() or since, clock.get_moment_with(MIN_ALARM) or since
    lead = timedelta(seconds=round((seat.deadline - max(min(reminder, latest), since)).total_seconds()))
    if seat.deadline.replace(microsecond=0) - lead < since:  # calendars have whole seconds
        lead -= timedelta(seconds=1)
    return max(lead, NO_TIME)


def set_calendar_feed(person: User, *, on: bool, anew: bool = False) -> None:
    """Switch the calendar on or off, or (`anew`) replace its URL."""
    fields = {"calendar_enabled": on} | ({"calendar_version": F("calendar_version") + 1} if anew or not on else {})
    with write_transaction():
        lock_active_user(person.pk)
        row, _ = NotificationSettings.objects.get_or_create(user=person)
        NotificationSettings.objects.filter(pk=row.pk).update(**fields)
