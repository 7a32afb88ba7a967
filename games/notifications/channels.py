"""Who may be told by which channel."""

from collections.abc import Collection

from django.conf import settings
from django.db.models import QuerySet

from accounts.mail.confirmation import turn_readers, turns_offered
from games.notifications.models import Channels, Delivery, PushDevice

MAIL, PUSH, WEBHOOK = Delivery.Channel.MAIL, Delivery.Channel.PUSH, Delivery.Channel.WEBHOOK
Way = tuple[str, int]  # channel and target


def push_offered() -> bool:
    """Whether this site can send push messages: it has a key of its own."""
    return bool(settings.VAPID_KEY)


def chosen_ways(people: Collection[int]) -> dict[int, list[Way]]:
    """By which channels each of these people, by their keys, wants to be told. 3 queries."""
    ways: dict[int, list[Way]] = {pk: [] for pk in people}
    if turns_offered():
        for pk in turn_readers().filter(pk__in=people).values_list("pk", flat=True):
            ways[pk].append((MAIL, 0))
    if push_offered():
        # Nobody has to choose twice: without a row of `Channels` the device's own consent counts.
        off = Channels.objects.filter(push=False).values("user")
        devices = PushDevice.objects.filter(user__in=people, user__is_active=True).exclude(user__in=off)
        for user, pk in devices.order_by("pk").values_list("user", "pk"):
            ways[user].append((PUSH, pk))
    for pk in webhooks().filter(user__in=people).values_list("pk", flat=True):
        ways[pk].append((WEBHOOK, 0))
    return ways


def webhooks() -> "QuerySet[Channels]":
    """The channels of everybody who is told by a webhook."""
    return Channels.objects.filter(webhook=True, user__is_active=True).exclude(webhook_url="")
