"""A calendar of deadlines, one entry for each question that waits for an answer.

Whoever knows the address reads it, as calendar programs can't log in. It is made from the site's key and kept nowhere;
one more `calendar_version` makes another, and the former one is no use any more.
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
from config.db.locking import write_transaction
from games.notifications.content import NotificationContent, describe_questions, list_others
from games.notifications.models import Notification, NotificationSettings
from games.tables.access import is_solo
from games.tables.models import Seat

if TYPE_CHECKING:
    from icalendar import Event

MAX_ENTRIES = 200
MIN_ALARM = timedelta(minutes=5)  # before the deadline


def make_feed_token(person: User, number: int) -> str:
    """What stands in the address of somebody's calendar."""
    mark = salted_hmac("tefuda.calendar", f"{person.public_id} {number}", algorithm="sha256").hexdigest()[:40]
    return f"{person.public_id}-{mark}"


def get_feed_owner(token: str) -> User | None:
    """Whose calendar it is. None: nobody's, or not any more. 1 query."""
    rows = NotificationSettings.objects.select_related("user").filter(calendar_enabled=True, user__is_active=True)
    chosen = rows.filter(user__public_id=token.partition("-")[0]).first()
    if chosen is None or not constant_time_compare(make_feed_token(chosen.user, chosen.calendar_version), token):
        return None
    return chosen.user


def build_calendar(person: User, site: str) -> bytes:
    """The deadlines that `person` has at present, as iCalendar. `site` is its address, without a slash. 3 queries."""
    from icalendar import Calendar  # 9 MB that few processes need

    mine = Seat.objects.in_play().filter(user=person, bot_level="", question_seq__isnull=False, deadline__isnull=False)
    seats = {seat.table_id: seat for seat in mine.select_related("table").order_by("deadline")[:MAX_ENTRIES]}
    around: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(table__in=seats).select_related("user").order_by("number"):
        around.setdefault(seat.table_id, []).append(seat)
    seats = {pk: seat for pk, seat in seats.items() if not is_solo(around[pk])}
    with translation.override(person.message_language):
        asks = describe_questions(seats)
        entries = [_entry(seat, asks.get(pk, ""), around[pk], site) for pk, seat in seats.items()]
    made = Calendar()
    made.add("prodid", "-//Tefuda//deadlines//EN")
    made.add("version", "2.0")
    made.add("method", "PUBLISH")
    made.add("x-wr-calname", "Tefuda")
    made.add("refresh-interval", timedelta(minutes=15), parameters={"value": "DURATION"})
    for entry in entries:
        made.add_component(entry)
    content: bytes = made.to_ical()
    return content


def _entry(seat: Seat, asks: str, around: Sequence[Seat], site: str) -> "Event":
    """A moment, and no stretch of time: the deadline, with an alarm when a quarter of the time is left."""
    from icalendar import Alarm, Event, vUri

    assert seat.deadline is not None
    told = NotificationContent(
        Notification.Kind.YOUR_TURN, seat.table.public_id, seat.table.game_slug, asks, table_name=seat.table.name,
        others=list_others(around, seat),
    )  # fmt: skip
    link = site + reverse("tables:detail", args=(seat.table.public_id,))
    entry = Event()
    entry.add("uid", f"{seat.table.public_id}-{seat.question_seq}@{urlsplit(site).hostname}")
    entry.add("dtstamp", timezone.now().astimezone(UTC))
    entry.add("dtstart", seat.deadline.astimezone(UTC))
    entry.add("summary", told.headline)
    entry.add("description", f"{told.details}\n{link}")
    entry.add("url", vUri(link))
    entry.add("transp", "TRANSPARENT")
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", told.headline)
    alarm.add("trigger", -max(MIN_ALARM, timedelta(seconds=seat.table.turn_seconds // 4)))
    entry.add_component(alarm)
    return entry


def set_calendar_feed(person: User, *, on: bool, anew: bool = False) -> None:
    """Switch the calendar on or off, or (`anew`) give it another address."""
    fields = {"calendar_enabled": on} | ({"calendar_version": F("calendar_version") + 1} if anew or not on else {})
    with write_transaction():
        chosen, _ = NotificationSettings.objects.get_or_create(user=person)
        NotificationSettings.objects.filter(pk=chosen.pk).update(**fields)
