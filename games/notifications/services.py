"""Choices of channels: push devices, webhooks, topics; and their deletion."""

from typing import Any

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from accounts.services.data_export import row_to_dict, rows_to_dicts
from accounts.services.users import lock_active_user
from config.db.locking import write_transaction
from config.db.on_commit import queue_on_commit
from games.notifications.backends.webpush import get_public_key
from games.notifications.channel_problems import clear_problems
from games.notifications.channels import get_chosen_channels
from games.notifications.models import (
    ChannelProblem,
    Delivery,
    Notification,
    NotificationSettings,
    PushSubscription,
)

DEVICE_SESSION_KEY = "push_device"  # the device to unsubscribe at log-out
SITE_KEY_SESSION_KEY = "push_site_key"  # the site's public key that the device subscribed with
Channel = Delivery.Channel
MAX_DEVICES = 10  # per person; older ones are deleted


def subscribe_push(
    person: User, session: Any, *, endpoint: str, p256dh: str, auth: str, browser: str = ""
) -> PushSubscription:
    """Send push messages for `person` to this browser. A browser belongs to the last person who subscribed."""
    site_key = get_public_key(settings.VAPID_KEY) if settings.VAPID_KEY else ""
    fields = {
        "user": person, "p256dh": p256dh, "auth": auth, "session_hash": person.get_session_auth_hash(),
        "site_key": site_key, "browser": browser,
    }  # fmt: skip
    with write_transaction():
        lock_active_user(person.pk)  # count devices added by simultaneous requests, and stop if the account was deleted
        device, _ = PushSubscription.objects.update_or_create(fields, endpoint=endpoint)
        surplus = list(person.push_subscriptions.order_by("-pk").values_list("pk", flat=True)[MAX_DEVICES:])
        previous_pk = session.get(DEVICE_SESSION_KEY)
        replaced = PushSubscription.objects.filter(Q(pk__in=surplus) | Q(pk=previous_pk, user=person))
        replaced.exclude(pk=device.pk).delete()
        clear_problems(person.pk, Channel.PUSH, device.pk, previous_pk or 0)
        NotificationSettings.objects.update_or_create({"push": True, "offer_answered": True}, user=person)
    session[DEVICE_SESSION_KEY], session[SITE_KEY_SESSION_KEY] = device.pk, site_key
    return device


def keep_subscription(person: User, session: Any) -> None:
    """Keep this log-in's device after a change of password; those of other log-ins end."""
    with write_transaction():
        device = PushSubscription.objects.filter(pk=session.get(DEVICE_SESSION_KEY) or 0, user=person)
        device.update(session_hash=person.get_session_auth_hash())


def unsubscribe_push(session: Any) -> None:
    """Delete the subscription of this log-in's browser."""
    if pk := session.pop(DEVICE_SESSION_KEY, None):
        with write_transaction():
            PushSubscription.objects.filter(pk=pk).delete()
            ChannelProblem.objects.filter(channel=Channel.PUSH, push_subscription_id=pk).delete()


def delete_user_data(person: User) -> None:
    with write_transaction():
        person.push_subscriptions.all().delete()
        person.channel_problems.all().delete()
        Notification.objects.filter(Q(recipient=person) | Q(actor=person)).delete()
        NotificationSettings.objects.filter(user=person).delete()


def export_notifications(person: User) -> dict[str, Any]:
    """Export the person's settings, notifications and deliveries."""
    preferences = NotificationSettings.objects.filter(user=person).first() or NotificationSettings(user=person)
    return {
        **row_to_dict(
            preferences, "push", "webhook", "webhook_url", "webhook_format", "webhook_mention", "calendar_enabled",
            "topics",
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
    """Return the device of this log-in's browser if it is still valid."""
    device: PushSubscription | None = person.push_subscriptions.filter(pk=session.get(DEVICE_SESSION_KEY) or 0).first()
    return device if device and device.session_hash == person.get_session_auth_hash() else None


def set_push_enabled(person: User, is_enabled: bool) -> None:
    """Switch push messages on or off for all devices; the devices stay."""
    save_settings(person, push=is_enabled)


@write_transaction()
def save_webhook(person: User, **fields: Any) -> None:
    """Save the webhook's settings and clear its problems."""
    save_settings(person, **fields)
    clear_problems(person.pk, Channel.WEBHOOK)


def set_topics(person: User, topics: dict[str, list[str]]) -> None:
    """Save the channels of each topic, where they differ from the defaults."""
    save_settings(person, topics=topics)


@write_transaction()
def save_settings(person: User, **fields: Any) -> None:
    """Save these fields. Raises PermissionDenied if the account is suspended or was deleted in the meantime."""
    lock_active_user(person.pk)
    NotificationSettings.objects.update_or_create(fields, user=person)


def send_test(person: User, channel: str) -> bool:
    """Queue a test message, for each device. Return False if the channel isn't chosen."""
    ways = [way for way in get_chosen_channels([person.pk])[person.pk].targets if way[0] == channel]
    with write_transaction():
        Delivery.objects.bulk_create(
            Delivery(recipient=person, channel=channel, push_subscription_id=target, next_attempt_at=timezone.now())
            for _channel, target in ways
        )
        queue_on_commit("notifications.deliver")
    return bool(ways)
