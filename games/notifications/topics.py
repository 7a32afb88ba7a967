"""Topics of notifications and their channels: the person's choice, or the default."""

from collections.abc import Collection, Mapping
from typing import Any

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.notifications.models import Delivery, Notification, NotificationSettings

LIST = "list"  # the list behind the bell; the other channels are those of deliveries
MAIL, PUSH, WEBHOOK = Delivery.Channel.MAIL, Delivery.Channel.PUSH, Delivery.Channel.WEBHOOK
CHANNELS = (LIST, MAIL, PUSH, WEBHOOK)
LABELS = {LIST: _("List"), MAIL: _("Emails"), PUSH: _("Push"), WEBHOOK: _("Webhook")}
Kind = Notification.Kind


class Topic(TextChoices):
    """A row of the settings; some cover several kinds of notifications."""

    TURN = "turn", _("It is my turn")
    REMINDER = "reminder", _("My time is running out")
    STARTED = "started", _("A match begins")
    ENDED = "ended", _("A match is over")
    TIMED_OUT = "timed-out", _("My time ran out, or a bot took my seat")
    TABLE_FULL = "table-full", _("My table is full and can start")
    PAUSE = "pause", _("A pause is proposed, begins or ends")
    INVITATION = "invitation", _("Someone invites me")
    REMATCH = "rematch", _("Someone wants a rematch")
    FRIEND_REQUEST = "friend-request", _("Someone wants to be friends")
    FRIEND_ACCEPTED = "friend-accepted", _("Someone accepts my friend request")
    CHAT = "chat", _("Chat messages at my tables")
    STAFF = "staff", _("Reports, appeals and second opinions are waiting")


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
    Kind.TABLE_FULL: Topic.TABLE_FULL,
    Kind.PAUSE_PROPOSED: Topic.PAUSE,
    Kind.PAUSE_AGREED: Topic.PAUSE,
    Kind.PAUSE_ENDED: Topic.PAUSE,
    Kind.TIMED_OUT: Topic.TIMED_OUT,
    Kind.SEAT_TO_BOT: Topic.TIMED_OUT,
    Kind.REMATCH: Topic.REMATCH,
    **dict.fromkeys(Notification.STAFF, Topic.STAFF),
}
# Others may read a webhook's messages, so private matters are not sent there by default.
DEFAULTS: Mapping[str, tuple[str, ...]] = {
    Topic.TURN: CHANNELS,
    Topic.REMINDER: CHANNELS,
    Topic.STARTED: (LIST,),
    Topic.ENDED: CHANNELS,
    Topic.TIMED_OUT: CHANNELS,
    Topic.TABLE_FULL: CHANNELS,
    Topic.PAUSE: CHANNELS,
    Topic.INVITATION: (LIST, MAIL, PUSH),
    Topic.REMATCH: (LIST, MAIL, PUSH),
    Topic.FRIEND_REQUEST: (LIST, MAIL, PUSH),
    Topic.FRIEND_ACCEPTED: (LIST,),
    Topic.CHAT: (LIST,),
    Topic.STAFF: (LIST,),
}


def is_wanted(kind: str, channel: str, choices: Mapping[str, Any]) -> bool:
    """Return whether this kind is sent by this channel, for a person with these `NotificationSettings.topics`."""
    topic = TOPICS[Kind(kind)]
    return channel in choices.get(topic, DEFAULTS[topic])


def list_topics(person: User) -> list[Topic]:
    """List the topics that this person can get."""
    return [topic for topic in Topic if topic != Topic.STAFF or person.is_staff]


def list_topic_choices(preferences: NotificationSettings) -> list[tuple[Topic, list[tuple[str, str, bool]]]]:
    """List topics with their channels: code, label, and whether it is chosen."""
    return [
        (topic, [(channel, str(LABELS[channel]), _is_chosen(topic, channel, preferences)) for channel in CHANNELS])
        for topic in list_topics(preferences.user)
    ]


def _is_chosen(topic: Topic, channel: str, preferences: NotificationSettings) -> bool:
    return channel in preferences.topics.get(topic, DEFAULTS[topic])


def read_topic_choices(sent: Collection[str], topics: Collection[Topic]) -> dict[str, list[str]]:
    """Parse a form's choices ("turn:mail") about these topics. Only differences from the defaults are stored."""
    choices = {topic: [channel for channel in CHANNELS if f"{topic}:{channel}" in sent] for topic in topics}
    return {topic.value: channels for topic, channels in choices.items() if tuple(channels) != DEFAULTS[topic]}
