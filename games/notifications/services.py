"""Which devices get push messages, and where webhooks lead: what people choose, and what is forgotten with them."""

from typing import Any

from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from accounts.services.data_export import row_to_dict, rows_to_dicts
from config.db.locking import write_lock, write_transaction
from config.db.on_commit import queue_on_commit
from games.notifications.channels import get_chosen_channels
from games.notifications.models import Delivery, Notification, NotificationSettings, PushSubscription

KEY = "push_device"  # in the session: whose log-out ends it
MAX_DEVICES = 10  # newest ones of a person


def subscribe_push(person: User, session: Any, *, endpoint: str, p256dh: str, auth: str) -> PushSubscription:
    """From now on this browser gets push messages for `person`. One browser has one person: the last one counts."""
    fields = {"user": person, "p256dh": p256dh, "auth": auth, "session_hash": person.get_session_auth_hash()}
    with write_transaction():
        device, _ = PushSubscription.objects.update_or_create(fields, endpoint=endpoint)
        surplus = list(person.push_subscriptions.order_by("-pk").values_list("pk", flat=True)[MAX_DEVICES:])
        former = session.get(KEY)
        PushSubscription.objects.filter(Q(pk__in=surplus) | Q(pk=former, user=person)).exclude(pk=device.pk).delete()
        NotificationSettings.objects.update_or_create({"push": True}, user=person)
    session[KEY] = device.pk
    return device


def keep_subscription(person: User, session: Any) -> None:
    """This log-in goes on with a new password, and so does its browser; others' end."""
    with write_transaction():
        own = PushSubscription.objects.filter(pk=session.get(KEY) or 0, user=person)
        own.update(session_hash=person.get_session_auth_hash())


def unsubscribe_push(session: Any) -> None:
    """This log-in's browser gets no push messages any more."""
    if pk := session.pop(KEY, None):
        with write_transaction():
            PushSubscription.objects.filter(pk=pk).delete()


def delete_user_data(person: User) -> None:
    with write_transaction():
        person.push_subscriptions.all().delete()
        Notification.objects.filter(Q(recipient=person) | Q(actor=person)).delete()
        NotificationSettings.objects.filter(user=person).delete()


def export_notifications(person: User) -> dict[str, Any]:
    """Their own choice of channels, what they were told here, and what was sent."""
    chosen = NotificationSettings.objects.filter(user=person).first() or NotificationSettings(user=person)
    return {
        **row_to_dict(
            chosen, "push", "webhook", "webhook_url", "webhook_format", "webhook_mention", "calendar_enabled", "topics"
        ),
        "push_subscriptions": rows_to_dicts(person.push_subscriptions.order_by("pk"), "created_at"),
        "told": list(
            Notification.objects.filter(recipient=person, is_listed=True).order_by("pk").values(
                "kind", "created_at", "read_at", "count", "table__public_id", "actor__public_id"
            )
        ),
        "sent": list(
            Delivery.objects.filter(recipient=person).order_by("pk").values(
                "channel", "created_at", "sent_at", "notification__kind", "notification__table__public_id"
            )
        ),
    }  # fmt: skip


def get_current_device(person: User, session: Any) -> PushSubscription | None:
    """The subscription of the browser that this log-in is in, as long as messages go there."""
    device: PushSubscription | None = person.push_subscriptions.filter(pk=session.get(KEY) or 0).first()
    return device if device and device.session_hash == person.get_session_auth_hash() else None


def set_push_enabled(person: User, wanted: bool) -> None:
    """Push messages to all devices of `person`, or to none; the devices stay."""
    with write_lock():
        NotificationSettings.objects.update_or_create({"push": wanted}, user=person)


def set_topics(person: User, topics: dict[str, list[str]]) -> None:
    """What they are told of, by which channels, where it is not the usual."""
    with write_lock():
        NotificationSettings.objects.update_or_create({"topics": topics}, user=person)


def send_test(person: User, channel: str) -> bool:
    """Put a test into the outbox, for each device. False: that channel isn't chosen."""
    ways = [way for way in get_chosen_channels([person.pk])[person.pk].targets if way[0] == channel]
    with write_transaction():
        Delivery.objects.bulk_create(
            Delivery(recipient=person, channel=channel, push_subscription_id=target, next_attempt_at=timezone.now())
            for _channel, target in ways
        )
        queue_on_commit("notifications.deliver")
    return bool(ways)
