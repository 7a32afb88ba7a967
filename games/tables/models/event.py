"""The log of a table, as rows and as a record; its secret seed and its position."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.tables.models.table import Table


class Event(models.Model):
    """An accepted change of a table. Never modified; deleted only once a verified record contains it."""

    class Kind(models.TextChoices):
        CREATE = "create", _("table created")
        SIT = "sit", _("a person sits down")
        LEAVE = "leave", _("a person leaves")
        SIT_BOT = "sit-bot", _("a bot sits down")
        PHRASE = "phrase", _("client seed added")  # a seat's contribution to chance; final at the start
        OPEN = "open", _("client seed shown")  # at a strict table, before the deal
        BREAK_OFF = "break-off", _("called off")  # at a strict table, between reveal and deal
        START = "start", _("match begins")
        MOVE = "move", _("move")
        TAKE_BACK = "take-back", _("move taken back")
        HINT = "hint", _("hint taken")
        HOUSE = "house", _("the house's step")
        FREEZE = "freeze", _("table frozen")
        THAW = "thaw", _("table unfrozen")
        VOIDING = "voiding", _("table void in a day")
        VOID = "void", _("table declared void")
        EXTEND = "extend", _("more time given")
        SEAT_TO_BOT = "seat-to-bot", _("seat handed to a bot")
        SEAT_BACK = "seat-back", _("seat given back")
        EXPIRE = "expire", _("table closed")
        FORFEIT = "forfeit", _("match forfeited")
        PAUSE = "pause", _("match paused")
        RESUME = "resume", _("pause over")
        VACATION = "vacation", _("vacation begins")
        VACATION_OVER = "vacation-over", _("vacation over")
        LIVE = "live", _("play live")
        LIVE_OVER = "live-over", _("live play over")

    class Cause(models.TextChoices):
        PLAYER = "player", _("player")
        PLAN = "plan", _("plan")  # a premove: a player's answer given in advance
        BOT = "bot", _("bot")
        CLOCK = "clock", _("clock")
        HOUSE = "house", _("house")
        MODERATOR = "moderator", _("moderator")

    # Covered by `event_seq_once`.
    table = models.ForeignKey(Table, models.PROTECT, related_name="events", db_index=False)
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=16, choices=Kind.choices)
    seat = models.PositiveSmallIntegerField(null=True)
    cause = models.CharField(max_length=10, choices=Cause.choices)
    body = models.TextField()  # the canonical JSON covered by the digest, verbatim
    frame = models.TextField(blank=True)  # the snapshot after the event, whole or as a delta
    keyframe = models.BooleanField(default=False)
    digest = models.CharField(max_length=64)
    # NULL: no idempotency key
    key = models.CharField(max_length=64, null=True)  # noqa: DJ001  NULL: no idempotency key, may repeat
    payload = models.CharField(max_length=64, blank=True)  # sha256 of the request sent with that key
    created_at = models.DateTimeField()

    class Meta:
        verbose_name, verbose_name_plural = _("event"), _("events")
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["table", "seq"], name="event_seq_once"),
            models.UniqueConstraint(fields=["table", "seat", "key"], name="event_key_once"),
        ]
        # Partial indexes, so that rare events are found without scanning the others.
        indexes = [
            models.Index(fields=["kind", "-id"], name="event_rare_kind", condition=~Q(kind__in=("move", "house"))),
            models.Index(
                fields=["cause", "-id"], name="event_rare_cause", condition=Q(cause__in=("clock", "moderator"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"


class Position(models.Model):
    """The current position of a table: the whole snapshot after event `seq`, hidden state included.

    Deleted together with the events.
    """

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="position")
    seq = models.PositiveIntegerField()
    frame = models.TextField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"position {self.seq}"


class Seed(models.Model):
    """The server seed of a table. Read by the services that deal; public once the table has ended."""

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="seed")
    value = models.BinaryField(max_length=32)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return "seed"


class Record(models.Model):
    """An ended table packed into one value, from which its pages are built (`games.tables.storage.archived_log`)."""

    table = models.OneToOneField(Table, models.PROTECT, primary_key=True, related_name="record")
    data = models.BinaryField()
    lengths = models.JSONField()  # of the parts of `data`
    sha256 = models.CharField(max_length=64)  # of the published text
    archived_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"record {self.sha256[:8]}"
