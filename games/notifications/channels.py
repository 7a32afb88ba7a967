"""Who may be notified by which channel."""

from collections.abc import Collection

from django.conf import settings
from django.db.models import QuerySet

from accounts.mail.confirmation import can_send_turn_emails, list_turn_email_readers
from games.notifications.models import Delivery, NotificationSettings, PushSubscription

MAIL, PUSH, WEBHOOK = Delivery.Channel.MAIL, Delivery.Channel.PUSH, Delivery.Channel.WEBHOOK
ChannelTarget = tuple[str, int]  # channel and target


def is_push_available() -> bool:
    """Whether this site can send push messages: it has a key of its own."""
    return bool(settings.VAPID_KEY)


def get_chosen_channels(people: Collection[int]) -> dict[int, list[ChannelTarget]]:
    """By which channels each of these people, by their keys, wants to be notified. 3 queries."""
    ways: dict[int, list[ChannelTarget]] = {pk: [] for pk in people}
    if can_send_turn_emails():
        for pk in list_turn_email_readers().filter(pk__in=people).values_list("pk", flat=True):
            ways[pk].append((MAIL, 0))
    if is_push_available():
        # Nobody has to choose twice: without a row of `NotificationSettings` the device's own consent counts.
        off = NotificationSettings.objects.filter(push=False).values("user")
        devices = PushSubscription.objects.filter(user__in=people, user__is_active=True).exclude(user__in=off)
        for user, pk in devices.order_by("pk").values_list("user", "pk"):
            ways[user].append((PUSH, pk))
    for pk in list_webhooks().filter(user__in=people).values_list("pk", flat=True):
        ways[pk].append((WEBHOOK, 0))
    return ways


def list_webhooks() -> "QuerySet[NotificationSettings]":
    """The channels of everybody who is notified by a webhook."""
    return NotificationSettings.objects.filter(webhook=True, user__is_active=True).exclude(webhook_url="")
