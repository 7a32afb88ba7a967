"""Notifications, deliveries, and the channels people have chosen."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.tables.models import Table
from games.tables.models.table import ID_LENGTH


class Notification(models.Model):
    """Something to notify a person of, stored with the event that causes it.

    When it is due, it is decided whether it is sent: then it appears in their list, and each of their other channels
    gets a `Delivery`.
    """

    class Kind(models.TextChoices):
        YOUR_TURN = "your-turn", _("your turn")
        REMINDER = "reminder", _("reminder")  # for the same question, when a quarter of the time is left
        ENDED = "ended", _("match ended")
        # At a strict table, before the deal: a client seed is awaited.
        OPENING = "opening", _("your client seed is needed")
        BROKEN_OFF = "broken-off", _("table called off")  # at a strict table, between opening and deal
        STARTED = "started", _("match started")
        INVITATION = "invitation", _("invitation")
        FRIEND_REQUEST = "friend-request", _("friend request")
        FRIEND_ACCEPTED = "friend-accepted", _("friend request accepted")
        CHAT = "chat", _("chat messages")
        TABLE_FULL = "table-full", _("table full")  # for the host, before the start
        PAUSE_PROPOSED = "pause-proposed", _("pause proposed")
        PAUSE_AGREED = "pause-agreed", _("pause agreed")
        PAUSE_ENDED = "pause-ended", _("pause ended")
        TIMED_OUT = "timed-out", _("your time ran out")
        SEAT_TO_BOT = "seat-to-bot", _("a bot took your seat")
        REMATCH = "rematch", _("rematch")
        REPORTS = "reports", _("open reports")
        APPEALS = "appeals", _("open appeals")
        OPINIONS = "opinions", _("second opinions")

    OVER = (Kind.ENDED, Kind.BROKEN_OFF)
    ASKING = (Kind.YOUR_TURN, Kind.REMINDER)  # questions at a table; relevant only while open
    # Relevant only while the table is open or its match runs.
    PASSING = (
        *ASKING, Kind.OPENING, Kind.TABLE_FULL, Kind.PAUSE_PROPOSED, Kind.PAUSE_AGREED, Kind.PAUSE_ENDED,
        Kind.SEAT_TO_BOT,
    )  # fmt: skip
    OF_TURNS = (*ASKING, Kind.TIMED_OUT, Kind.SEAT_TO_BOT)
    INVITING = (Kind.INVITATION, Kind.REMATCH)  # to a table, by the actor
    # How much waits for a member of staff; actor and recipient are the same.
    STAFF = (Kind.REPORTS, Kind.APPEALS, Kind.OPINIONS)

    class Decision(models.TextChoices):
        WAITING = "", _("not due yet")
        TOLD = "told", _("notified")
        ANSWERED = "answered", _("already answered")
        LOOKING = "looking", _("was looking at the table")
        NOBODY = "nobody", _("no channel chosen")

    recipient = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="notifications", db_index=False
    )  # covered by `notification_once`
    table = models.ForeignKey(Table, models.CASCADE, null=True, related_name="notifications")
    # The event of the question; for chat, the number of the first message; else 0.
    event_seq = models.PositiveIntegerField(default=0)
    kind = models.CharField(max_length=16, choices=Kind.choices)
    # The person who acted.
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    # Chat messages since the last one was read.
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
    """An outbox row: a notification by one channel, or without one a test that its recipient requested."""

    class Channel(models.TextChoices):
        MAIL = "mail", _("email")
        PUSH = "push", _("push notification")
        WEBHOOK = "webhook", _("webhook")

    class Problem(models.TextChoices):
        NONE = "", "–"
        ANSWERED = "answered", _("no longer needed: already answered")
        OFF = "off", _("the channel was turned off")
        BLOCKED = "blocked", _("this mailbox has refused email from us")
        GONE = "gone", _("the address no longer exists")
        FORBIDDEN = "forbidden", _("this site isn’t allowed to send to the address")
        KEY = "key", _("the site has a new key")
        UNKNOWN = "unknown", _("the address's name could not be found")
        UNTRUSTED = "untrusted", _("the other side's certificate is not valid")
        REFUSED = "refused", _("the other side refused it")
        SLOW = "slow", _("the other side took too long")
        UNREACHABLE = "unreachable", _("the other side can’t be reached")

    notification = models.ForeignKey(
        Notification, models.CASCADE, null=True, related_name="deliveries", db_index=False
    )  # covered by `delivery_once`
    recipient = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="deliveries", db_index=False
    )  # covered by `delivery_log`
    channel = models.CharField(max_length=8, choices=Channel.choices)
    push_subscription_id = models.PositiveBigIntegerField(default=0)  # for push, the device's key; else 0
    email_batch = models.PositiveBigIntegerField(
        default=0
    )  # for mail: rows with the same number share an email; 0: none yet
    created_at = models.DateTimeField(_("time"), auto_now_add=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_attempt_at = models.DateTimeField(null=True, blank=True)  # NULL: done
    sent_at = models.DateTimeField(null=True, blank=True)
    problem = models.CharField(max_length=12, choices=Problem.choices, blank=True)  # of the last attempt

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
    """A person's choices besides mail and the badge, which are on `User`. No row: the defaults."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="notification_settings"
    )
    push = models.BooleanField(default=True)  # on all subscribed devices
    webhook = models.BooleanField(default=False)
    webhook_url = models.CharField(max_length=500, blank=True)  # secret: anyone who knows it can post there
    # A key of `list_services` (games.notifications.backends.webhooks). No choices: a new service needs no migration.
    webhook_format = models.CharField(max_length=12, default="discord")
    # The person to mention in a shared channel.
    webhook_mention = models.CharField(max_length=100, blank=True, default="", db_default="")
    # The offer after the first move was answered (games.notifications.offer).
    offer_answered = models.BooleanField(default=False, db_default=False)
    calendar_version = models.PositiveIntegerField(default=0)  # increasing it replaces the calendar's URL
    calendar_enabled = models.BooleanField(default=False)
    # Differences from the defaults in `games.notifications.topics`: channels by topic.
    topics = models.JSONField(default=dict, db_default={}, blank=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"channels of {self.user_id}"


class PushSubscription(models.Model):
    """A browser's push subscription. Its address and keys are secret."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="push_subscriptions")
    endpoint = models.CharField(max_length=1000, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    # The site's public key it was subscribed with; "": unknown, for old subscriptions.
    site_key = models.CharField(max_length=100, blank=True, default="", db_default="")
    browser = models.CharField(max_length=60, blank=True, default="", db_default="")  # shown to its owner
    session_hash = models.CharField(max_length=64)  # hash of the log-in: a new password ends both
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"device {self.pk}"


class ChannelProblem(models.Model):
    """A device or webhook that has stopped working, shown to its owner until resolved."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="channel_problems", db_index=False)
    channel = models.CharField(max_length=8, choices=Delivery.Channel.choices)
    # The device's key, even after the device is deleted; 0 for a webhook.
    push_subscription_id = models.PositiveBigIntegerField(default=0)
    problem = models.CharField(max_length=12, choices=Delivery.Problem.choices)
    browser = models.CharField(max_length=60, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    dismissed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["user", "channel", "push_subscription_id"], name="channel_problem_once"),
        ]

    def __str__(self) -> str:
        return f"{self.channel} {self.problem}"


class TablePresence(models.Model):
    """A person's look at a table, by public ids as the live streams know them. Deleted within an hour."""

    table_public_id = models.CharField(max_length=ID_LENGTH)
    user_public_id = models.CharField(max_length=ID_LENGTH)
    seen_at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["table_public_id", "user_public_id"], name="presence_once")]

    def __str__(self) -> str:
        return f"look at {self.table_public_id}"
