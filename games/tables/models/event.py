"""The log of a table, in rows and sealed, and what else it is played from: the secret seed, and where it stands."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.tables.models.table import Table


class Event(models.Model):
    """One accepted change of a table. Never changed; deleted only once a verified record holds it."""

    class Kind(models.TextChoices):
        CREATE = "create", _("table created")
        SIT = "sit", _("a person sits down")
        LEAVE = "leave", _("a person leaves")
        SIT_BOT = "sit-bot", _("a bot sits down")
        PHRASE = "phrase", _("client seed given")  # a seat's part in the chance; closed at the start
        OPEN = "open", _("client seed opened")  # at a strict table, before the deal
        BREAK_OFF = "break-off", _("broken off")  # at a strict table, between opening and deal
        START = "start", _("match begins")
        MOVE = "move", _("move")
        TAKE_BACK = "take-back", _("move taken back")
        HOUSE = "house", _("the house's step")
        FREEZE = "freeze", _("table frozen")
        THAW = "thaw", _("table thawed")
        VOIDING = "voiding", _("table to be void in a day")
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
        PLAN = "plan", _("plan")  # a premove: a player's answer, given beforehand
        BOT = "bot", _("bot")
        CLOCK = "clock", _("clock")
        HOUSE = "house", _("house")
        MODERATOR = "moderator", _("moderator")

    table = models.ForeignKey(Table, models.PROTECT, related_name="events", db_index=False)  # `event_seq_once`
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=16, choices=Kind.choices)
    seat = models.PositiveSmallIntegerField(null=True)
    cause = models.CharField(max_length=10, choices=Cause.choices)
    body = models.TextField()  # the canonical JSON that the digest covers, verbatim
    frame = models.TextField(blank=True)  # what was visible afterwards: a keyframe or the delta to it
    keyframe = models.BooleanField(default=False)
    digest = models.CharField(max_length=64)
    key = models.CharField(max_length=64, null=True)  # noqa: DJ001  NULL: no idempotency key, may repeat
    payload = models.CharField(max_length=64, blank=True)  # sha256 of what was asked for under that key
    created_at = models.DateTimeField()

    class Meta:
        verbose_name, verbose_name_plural = _("event"), _("events")
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["table", "seq"], name="event_seq_once"),
            models.UniqueConstraint(fields=["table", "seat", "key"], name="event_key_once"),
        ]
        # What is rare is found without reading through what isn't.
        indexes = [
            models.Index(fields=["kind", "-id"], name="event_rare_kind", condition=~Q(kind__in=("move", "house"))),
            models.Index(
                fields=["cause", "-id"], name="event_rare_cause", condition=Q(cause__in=("clock", "moderator"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"


class Position(models.Model):
    """Where a table stands: the whole frame after event `seq`, the hidden state included. Goes when the events go."""

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="position")
    seq = models.PositiveIntegerField()
    frame = models.TextField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"position {self.seq}"


class Seed(models.Model):
    """A table's secret. Read by the services that deal, and by everybody once the table has ended."""

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="seed")
    value = models.BinaryField(max_length=32)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return "seed"


class Record(models.Model):
    """An ended table, sealed into one self-contained value (`games.tables.storage.archived_log`) that all its pages
    are made from."""

    table = models.OneToOneField(Table, models.PROTECT, primary_key=True, related_name="record")
    data = models.BinaryField()
    lengths = models.JSONField()  # of the parts of `data`
    sha256 = models.CharField(max_length=64)  # of the text that is handed out
    archived_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"record {self.sha256[:8]}"
