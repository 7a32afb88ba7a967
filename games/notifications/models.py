"""Notifications, sent or still to be sent, and the channels people have chosen."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.tables.models import Table
from games.tables.models.table import ID_LENGTH


class Notification(models.Model):
    """A reason to tell somebody something, written with the event itself. When it is due, it is decided whether they
    are told: then it is in their list, and each of their other channels gets a row of its own, a `Delivery`."""

    class Kind(models.TextChoices):
        YOUR_TURN = "your-turn", _("your turn")
        REMINDER = "reminder", _("reminder")  # of the same question, when three quarters of the time are over
        ENDED = "ended", _("match ended")
        OPENING = "opening", _("your part of the shuffle is needed")  # at a strict table, before the deal
        BROKEN_OFF = "broken-off", _("table broken off")  # at a strict table, between opening and deal
        STARTED = "started", _("match started")
        INVITATION = "invitation", _("invitation")
        FRIEND_REQUEST = "friend-request", _("friend request")
        FRIEND_ACCEPTED = "friend-accepted", _("friend request accepted")
        CHAT = "chat", _("chat messages")

    OVER = (Kind.ENDED, Kind.BROKEN_OFF)
    ASKING = (Kind.YOUR_TURN, Kind.REMINDER)  # a question at a table, and only as long as it is open
    OF_PEOPLE = (Kind.INVITATION, Kind.FRIEND_REQUEST, Kind.FRIEND_ACCEPTED)  # somebody else, the actor, did it

    class Decision(models.TextChoices):
        WAITING = "", _("not due yet")
        TOLD = "told", _("notified")
        ANSWERED = "answered", _("already answered")
        LOOKING = "looking", _("was looking at the table")
        NOBODY = "nobody", _("no channel chosen")

    recipient = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="notifications", db_index=False
    )  # `notification_once`
    table = models.ForeignKey(Table, models.CASCADE, null=True, related_name="notifications")
    # Of the event that put the question; of chat messages the first one's number; else 0.
    event_seq = models.PositiveIntegerField(default=0)
    kind = models.CharField(max_length=16, choices=Kind.choices)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")  # who did it
    # Chat messages that were said until it was read.
    count = models.PositiveSmallIntegerField(default=1, db_default=1)
    created_at = models.DateTimeField(_("time"), auto_now_add=True)
    due_at = models.DateTimeField(null=True, blank=True)  # NULL: decided
    decision = models.CharField(max_length=10, choices=Decision.choices, blank=True)
    is_listed = models.BooleanField(default=False, db_default=False)  # in the recipient's list, if they want it there
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name, verbose_name_plural = _("notification"), _("notifications")
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["recipient", "table", "event_seq", "kind"], name="notification_once"),
            models.UniqueConstraint(
                fields=["recipient", "actor", "kind"], name="notification_once_of_person", condition=Q(table=None)
            ),
        ]
        indexes = [
            models.Index(fields=["due_at"], name="notification_due", condition=Q(due_at__isnull=False)),
            models.Index(
                fields=["recipient"], name="notification_unread", condition=Q(is_listed=True, read_at__isnull=True)
            ),
            models.Index(fields=["recipient", "-created_at"], name="notification_list", condition=Q(is_listed=True)),
            models.Index(fields=["created_at"], name="notification_age"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.event_seq}"


class Delivery(models.Model):
    """An outbox row: one notification by one channel, or, without one, a test that its recipient asked for."""

    class Channel(models.TextChoices):
        MAIL = "mail", _("mail")
        PUSH = "push", _("push notification")
        WEBHOOK = "webhook", _("webhook")

    class Problem(models.TextChoices):
        NONE = "", "–"
        ANSWERED = "answered", _("no longer needed: already answered")
        OFF = "off", _("the channel was switched off")
        BLOCKED = "blocked", _("this mailbox wants no mail from here")
        GONE = "gone", _("the address no longer exists")
        FORBIDDEN = "forbidden", _("the address is not one this site may send to")
        UNKNOWN = "unknown", _("the address's name could not be found")
        UNTRUSTED = "untrusted", _("the other side's certificate is not valid")
        REFUSED = "refused", _("the other side refused it")
        SLOW = "slow", _("the other side took too long")
        UNREACHABLE = "unreachable", _("the other side could not be reached")

    notification = models.ForeignKey(
        Notification, models.CASCADE, null=True, related_name="deliveries", db_index=False
    )  # `delivery_once`
    recipient = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="deliveries", db_index=False
    )  # `delivery_log`
    channel = models.CharField(max_length=8, choices=Channel.choices)
    push_subscription_id = models.PositiveBigIntegerField(default=0)  # push: the device's key; else 0
    email_batch = models.PositiveBigIntegerField(
        default=0
    )  # mail: rows with the same number go in one email; 0: in none yet
    created_at = models.DateTimeField(_("time"), auto_now_add=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_attempt_at = models.DateTimeField(null=True, blank=True)  # NULL: nothing more is done
    sent_at = models.DateTimeField(null=True, blank=True)
    problem = models.CharField(max_length=12, choices=Problem.choices, blank=True)  # of the last try

    class Meta:
        verbose_name, verbose_name_plural = _("delivery"), _("deliveries")
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["notification", "channel", "push_subscription_id"], name="delivery_once"),
        ]
        indexes = [
            models.Index(
                fields=["channel", "next_attempt_at"], name="delivery_due", condition=Q(next_attempt_at__isnull=False)
            ),
            models.Index(fields=["recipient", "-id"], name="delivery_log"),
            models.Index(
                fields=["recipient", "sent_at"],
                name="delivery_last_mail",
                condition=Q(channel="mail", sent_at__isnull=False),
            ),
            models.Index(fields=["created_at"], name="delivery_failed", condition=~Q(problem="")),
            models.Index(fields=["created_at"], name="delivery_done", condition=Q(next_attempt_at__isnull=True)),
            models.Index(fields=["email_batch"], name="delivery_email_batch", condition=Q(email_batch__gt=0)),
        ]

    def __str__(self) -> str:
        return f"{self.channel} {self.pk}"


class NotificationSettings(models.Model):
    """What somebody has chosen beside mail and the badge, which `User` has. No row: nothing."""

    class Format(models.TextChoices):
        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"
        MATTERMOST = "mattermost", "Mattermost"
        MATRIX = "matrix", "Matrix"
        TELEGRAM = "telegram", "Telegram"
        NTFY = "ntfy", "ntfy"
        JSON = "json", _("JSON, for programs of one's own")

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="notification_settings"
    )
    push = models.BooleanField(default=True)  # on all devices that have subscribed
    webhook = models.BooleanField(default=False)
    webhook_url = models.CharField(max_length=500, blank=True)  # a secret: whoever knows it can write there
    webhook_format = models.CharField(max_length=12, choices=Format.choices, default=Format.DISCORD)
    # Whom it calls in a shared channel.
    webhook_mention = models.CharField(max_length=100, blank=True, default="", db_default="")
    # The one after the first move: it is made once.
    offer_answered = models.BooleanField(default=False, db_default=False)
    calendar_version = models.PositiveIntegerField(default=0)  # one more makes another address of the calendar
    calendar_enabled = models.BooleanField(default=False)
    # What differs from the defaults of `games.notifications.topics`: by topic the channels it is told by.
    topics = models.JSONField(default=dict, db_default={}, blank=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"channels of {self.user_id}"


class PushSubscription(models.Model):
    """A browser's subscription to push messages. Its address is a secret, and so are its keys."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="push_subscriptions")
    endpoint = models.CharField(max_length=1000, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    session_hash = models.CharField(max_length=64)  # the log-in's hash: who ends it, by a new password, ends this too
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"device {self.pk}"


class TablePresence(models.Model):
    """Somebody had a table in view. By public ids, as the live streams know them; forgotten within the hour."""

    table_public_id = models.CharField(max_length=ID_LENGTH)
    user_public_id = models.CharField(max_length=ID_LENGTH)
    seen_at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["table_public_id", "user_public_id"], name="presence_once")]

    def __str__(self) -> str:
        return f"look at {self.table_public_id}"
