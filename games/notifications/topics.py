"""About what somebody is told, and by which channels: their own choice for each topic, or the usual one."""

from collections.abc import Collection, Mapping
from typing import Any

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from games.notifications.models import Delivery, Notification, NotificationSettings

LIST = "list"  # behind the bell; the other channels are those of deliveries
MAIL, PUSH, WEBHOOK = Delivery.Channel.MAIL, Delivery.Channel.PUSH, Delivery.Channel.WEBHOOK
CHANNELS = (LIST, MAIL, PUSH, WEBHOOK)
LABELS = {LIST: _("List"), MAIL: _("Mail"), PUSH: _("Push"), WEBHOOK: _("Webhook")}
Kind = Notification.Kind


class Topic(TextChoices):
    """A line of the settings; some kinds of notifications share one."""

    TURN = "turn", _("It is my turn")
    REMINDER = "reminder", _("My time is running out")
    STARTED = "started", _("A match begins")
    ENDED = "ended", _("A match is over")
    INVITATION = "invitation", _("Somebody invites me")
    FRIEND_REQUEST = "friend-request", _("Somebody wants to be friends")
    FRIEND_ACCEPTED = "friend-accepted", _("Somebody accepts my friend request")
    CHAT = "chat", _("Chat messages at my tables")


TOPICS = {
    Kind.YOUR_TURN: Topic.TURN,
    Kind.OPENING: Topic.TURN,
    Kind.REMINDER: Topic.REMINDER,
    Kind.STARTED: Topic.STARTED,
    Kind.ENDED: Topic.ENDED,
    Kind.BROKEN_OFF: Topic.ENDED,
    Kind.INVITATION: Topic.INVITATION,
    Kind.FRIEND_REQUEST: Topic.FRIEND_REQUEST,
    Kind.FRIEND_ACCEPTED: Topic.FRIEND_ACCEPTED,
    Kind.CHAT: Topic.CHAT,
}
# Others may read along where a webhook leads, so what is between two people goes there only if somebody wants it.
DEFAULTS: Mapping[str, tuple[str, ...]] = {
    Topic.TURN: CHANNELS,
    Topic.REMINDER: CHANNELS,
    Topic.STARTED: (LIST,),
    Topic.ENDED: CHANNELS,
    Topic.INVITATION: (LIST, MAIL, PUSH),
    Topic.FRIEND_REQUEST: (LIST, MAIL, PUSH),
    Topic.FRIEND_ACCEPTED: (LIST,),
    Topic.CHAT: (LIST,),
}


def is_wanted(kind: str, channel: str, chosen: Mapping[str, Any]) -> bool:
    """Whether that kind is told by this channel to somebody with these `NotificationSettings.topics`."""
    topic = TOPICS[Kind(kind)]
    return channel in chosen.get(topic, DEFAULTS[topic])


def list_topic_choices(chosen: NotificationSettings) -> list[tuple[Topic, list[tuple[str, str, bool]]]]:
    """Each topic with its channels: how they are called, and whether it is told by them."""
    return [
        (topic, [(channel, str(LABELS[channel]), _is_chosen(topic, channel, chosen)) for channel in CHANNELS])
        for topic in Topic
    ]


def _is_chosen(topic: Topic, channel: str, chosen: NotificationSettings) -> bool:
    return channel in chosen.topics.get(topic, DEFAULTS[topic])


def read_topic_choices(sent: Collection[str]) -> dict[str, list[str]]:
    """What a form says, as "turn:mail", as it is kept: only what differs from the defaults."""
    wanted = {topic: [channel for channel in CHANNELS if f"{topic}:{channel}" in sent] for topic in Topic}
    return {topic.value: channels for topic, channels in wanted.items() if tuple(channels) != DEFAULTS[topic]}
