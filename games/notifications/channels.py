"""The channels by which people can be notified."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.db.models import QuerySet

from accounts.mail.confirmation import can_send_turn_emails, list_turn_email_readers
from games.notifications.models import NotificationSettings, PushSubscription
from games.notifications.topics import LIST, MAIL, PUSH, WEBHOOK, is_wanted

ChannelTarget = tuple[str, int]  # channel and push device (0: none)


@dataclass(slots=True)
class ChosenChannels:
    """A person's channels, and their topics as in `NotificationSettings.topics`."""

    targets: list[ChannelTarget] = field(default_factory=list)
    topics: Mapping[str, Any] = field(default_factory=dict)

    def list_targets(self, kind: str) -> list[ChannelTarget]:
        return [target for target in self.targets if is_wanted(kind, target[0], self.topics)]

    def wants_in_list(self, kind: str) -> bool:
        return is_wanted(kind, LIST, self.topics)


def is_push_available() -> bool:
    """Return whether this site can send push messages, which takes a VAPID key."""
    return bool(settings.VAPID_KEY)


def get_chosen_channels(people: Collection[int]) -> dict[int, ChosenChannels]:
    """Return the channels of these people, by their keys. 4 queries."""
    ways = {pk: ChosenChannels() for pk in people}
    for pk, topics in NotificationSettings.objects.filter(user__in=people).values_list("user", "topics"):
        ways[pk].topics = topics
    if can_send_turn_emails():
        for pk in list_turn_email_readers().filter(pk__in=people).values_list("pk", flat=True):
            ways[pk].targets.append((MAIL, 0))
    if is_push_available():
        # Without a row of `NotificationSettings`, subscribing a device counts as the choice.
        off = NotificationSettings.objects.filter(push=False).values("user")
        devices = PushSubscription.objects.filter(user__in=people, user__is_active=True).exclude(user__in=off)
        for user, pk in devices.order_by("pk").values_list("user", "pk"):
            ways[user].targets.append((PUSH, pk))
    for pk in list_webhooks().filter(user__in=people).values_list("pk", flat=True):
        ways[pk].targets.append((WEBHOOK, 0))
    return ways


def list_webhooks() -> "QuerySet[NotificationSettings]":
    """Return the settings of everyone who uses a webhook."""
    return NotificationSettings.objects.filter(webhook=True, user__is_active=True).exclude(webhook_url="")
