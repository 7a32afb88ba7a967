"""People with notifications, and tables where they have to move."""

from datetime import timedelta
from typing import Any

from django.db.models import F

from accounts.models import User
from games.notifications.models import Delivery, Notification, NotificationSettings, PushSubscription
from games.tables.models import Seat, Table
from tests.matches import filled, opened, play_on
from tests.people import confirmed
from tests.time_travel import shift_clocks


def reader(name: str, **fields: Any) -> User:
    """Create a person with a confirmed address and emails turned on."""
    address = f"{name}@example.org"
    return confirmed(
        User.objects.create_user(name, name=name.title(), email=address, email_turn_notifications=True, **fields)
    )


def hooked(person: User, url: str, kind: str = "json") -> User:
    """Add a webhook to the same person."""
    NotificationSettings.objects.update_or_create(
        {"webhook": True, "webhook_url": url, "webhook_format": kind}, user=person
    )
    return person


def subscribed(person: User, endpoint: str, p256dh: str = "BA", auth: str = "AA") -> PushSubscription:
    return PushSubscription.objects.create(
        user=person, endpoint=endpoint, p256dh=p256dh, auth=auth, session_hash=person.get_session_auth_hash()
    )


def turn_of(*people: User, **setup: Any) -> Table:
    """Create a Lombard table where the first of these people has to move; Zoe joins a person who is alone."""
    zoe, _ = User.objects.get_or_create(username="zoe", name="Zoe")
    both = people if people[1:] else (*people, zoe)
    table = opened("lombard", *both, seats_=3, options={"target_coins": 32}, **setup)
    filled(table, both[0])
    return play_on(table, 0)


def notice(table: Table, person: User, kind: str = "your-turn") -> Notification:
    """The newest of that kind."""
    return Notification.objects.filter(table=table, recipient=person, kind=kind).latest("pk")


def later(**by: int) -> None:
    """Let time pass for everything waiting to be announced or sent, and for everything sent."""
    Notification.objects.filter(due_at__isnull=False).update(due_at=F("due_at") - timedelta(**by))
    Delivery.objects.filter(next_attempt_at__isnull=False).update(
        next_attempt_at=F("next_attempt_at") - timedelta(**by)
    )
    Delivery.objects.filter(sent_at__isnull=False).update(sent_at=F("sent_at") - timedelta(**by))


def time_goes_by(**by: int) -> None:
    """The same, and all clocks that run have run for so much longer."""
    shift_clocks(Seat.objects.filter(deadline__isnull=False), -timedelta(**by))
    later(**by)
