"""What is kept of a table: its seats, its log, where it stands, its secret seed and what moderators did.

`Event` is append-only, and with it what moderators did, seeds and sealed records (`games.triggers`); everything else
can be rebuilt from it or is a pointer into it. Nothing here holds a sentence: names are looked up, so a person can be
anonymised without touching an event. A person's row stays while a seat or a moderation points at it.
"""

import secrets
from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

ID_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # no look-alikes: ids are read out over the phone
ID_LENGTH = 12  # 31**12, about 59 bits


def new_public_id() -> str:
    """A random id for addresses; row numbers are never shown."""
    return "".join(secrets.choice(ID_ALPHABET) for _ in range(ID_LENGTH))


class Table(models.Model):
    """One play of a title, from seating to result."""

    class Status(models.TextChoices):
        OPEN = "open", _("waiting for players")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        VOIDED = "voided", _("void")
        ABANDONED = "abandoned", _("abandoned")

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("public")  # in the lobby; anybody may watch and sit down
        LINK = "link", _("by link")  # anybody who has the address may watch and sit down
        PRIVATE = "private", _("private")  # seated people only; sitting down needs the invitation

    public_id = models.CharField(max_length=ID_LENGTH, unique=True, default=new_public_id, editable=False)
    title = models.CharField(max_length=24)
    rules = models.PositiveSmallIntegerField(default=0)  # fixed at the start
    options = models.JSONField(default=dict)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    visibility = models.CharField(max_length=8, choices=Visibility.choices, default=Visibility.PUBLIC)
    invite_code = models.CharField(max_length=ID_LENGTH, default=new_public_id, editable=False)
    host = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="hosted_tables")
    turn_seconds = models.PositiveIntegerField(default=86_400)
    commitment = models.CharField(max_length=64, editable=False)
    seq = models.PositiveIntegerField(default=0)  # of the last event
    digest = models.CharField(max_length=64, editable=False)  # digest_seq of the chain
    rev = models.PositiveIntegerField(default=0)  # one more with every change a page may show
    frozen_at = models.DateTimeField(null=True, blank=True)
    frozen_reason = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    changed_at = models.DateTimeField(null=True, blank=True)
    seal_at = models.DateTimeField(null=True, blank=True)  # then the sweep sees to its record; NULL: nothing to do

    now: datetime  # the database's clock, while services hold the lock

    class Meta:
        verbose_name, verbose_name_plural = _("table"), _("tables")
        default_permissions = ("view",)  # all else happens through the services
        permissions = [("moderate_table", _("Can freeze, thaw and void tables and hand seats to bots"))]
        indexes = [
            models.Index(fields=["-changed_at"], name="table_open", condition=Q(status="open", visibility="public")),
            models.Index(fields=["status"], name="table_status"),
            models.Index(fields=["changed_at"], name="table_waiting", condition=Q(status="open")),
            models.Index(fields=["seal_at"], name="table_unsealed", condition=Q(seal_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.title} {self.public_id}"

    @property
    def ended(self) -> bool:
        return self.status in (self.Status.FINISHED, self.Status.VOIDED, self.Status.ABANDONED)


class Seat(models.Model):
    """A numbered place at a table: a person's, a bot's or vacant. Holds the question it has to answer, if any."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="seats")
    bot = models.CharField(max_length=16, blank=True)  # the level; may stand in for `user`
    absent = models.BooleanField(default=False)  # the house put the bot there: `user` may not play at present
    asked = models.PositiveIntegerField(null=True, blank=True)  # number of the event that put the question
    deadline = models.DateTimeField(null=True, blank=True)  # then the clock plays the safe move
    due_at = models.DateTimeField(null=True, blank=True)  # bots: when to answer
    leased_until = models.DateTimeField(null=True, blank=True)  # bots: somebody is at it until then
    tries = models.PositiveSmallIntegerField(default=0)  # bots: how often somebody was at this question
    phrase_hash = models.CharField(max_length=64, blank=True)  # sha256(nonce ‖ phrase), closed at the start

    class Meta:
        verbose_name, verbose_name_plural = _("seat"), _("seats")
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="seat_number_once"),
            models.UniqueConstraint(fields=["table", "user"], name="seat_person_once"),
        ]
        indexes = [
            models.Index(fields=["deadline"], name="seat_deadline", condition=Q(deadline__isnull=False)),
            models.Index(fields=["due_at"], name="seat_due", condition=Q(due_at__isnull=False)),
            models.Index(fields=["user", "deadline"], name="seat_turn", condition=Q(asked__isnull=False)),
            models.Index(fields=["user"], name="seat_absent", condition=Q(absent=True)),
        ]

    def __str__(self) -> str:
        return f"seat {self.number}"

    @property
    def vacant(self) -> bool:
        return self.user_id is None and not self.bot


class BotCall(models.Model):
    """Since when bots that are due wait in vain for a worker. No row while one comes, else a single one (pk 1)."""

    since = models.DateTimeField()
    seen_at = models.DateTimeField()  # when the sweep last found it so

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"since {self.since}"


class Event(models.Model):
    """One accepted change of a table. Never changed, never deleted."""

    class Cause(models.TextChoices):
        PLAYER = "player", _("player")
        BOT = "bot", _("bot")
        CLOCK = "clock", _("clock")
        HOUSE = "house", _("house")
        MODERATOR = "moderator", _("moderator")

    table = models.ForeignKey(Table, models.PROTECT, related_name="events")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=16)
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

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"


class Position(models.Model):
    """Where a running or finished table stands: the whole frame after event `seq`, the hidden state included."""

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
    """An ended table, sealed into one self-contained text (zlib-compressed canonical JSON)."""

    table = models.OneToOneField(Table, models.PROTECT, primary_key=True, related_name="record")
    data = models.BinaryField()
    sha256 = models.CharField(max_length=64)  # of the uncompressed text
    sealed_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"record {self.sha256[:8]}"


class Verification(models.Model):
    """The audit of an ended table: asked for when it is sealed, or by somebody later; done by a job."""

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="verification")
    requested_at = models.DateTimeField()
    leased_until = models.DateTimeField(null=True, blank=True)  # a job is at it, or on its way, until then; NULL: done
    tries = models.PositiveSmallIntegerField(default=0)  # since it was asked for
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)  # when `report` was made, or given up
    report = models.JSONField(null=True, blank=True)  # as `audit.report` writes it; NULL: none, or the job failed
    code = models.CharField(max_length=12, blank=True)  # which code made it

    class Meta:
        default_permissions = ()
        indexes = [
            models.Index(fields=["leased_until"], name="verification_due", condition=Q(leased_until__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"verification {self.finished_at or 'to do'}"


class ModAction(models.Model):
    """What a moderator did to a table, and why. The event itself names no person."""

    class Action(models.TextChoices):
        FREEZE = "freeze", _("Freeze")
        THAW = "thaw", _("Thaw")
        VOID = "void", _("Declare void")
        SEAT_TO_BOT = "seat-to-bot", _("Seat to a bot")
        SEAT_BACK = "seat-back", _("Seat back to its person")

    table = models.ForeignKey(Table, models.PROTECT, related_name="mod_actions")
    event_seq = models.PositiveIntegerField()
    moderator = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="mod_actions")
    action = models.CharField(max_length=16, choices=Action.choices)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=200)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name, verbose_name_plural = _("moderation"), _("moderations")
        default_permissions = ("view",)
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.action} {self.event_seq}"


class Proposal(models.Model):
    """What a moderator wants done at a table they play at. It waits until everybody else who plays there has agreed.

    There is none or one per table. It goes when it is carried out or has lapsed; a refused one stays for a while, so
    that everybody learns of it and nobody is asked again at once.
    """

    table = models.OneToOneField(Table, models.CASCADE, related_name="proposal")
    moderator = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="proposals")
    action = models.CharField(max_length=16, choices=ModAction.Action.choices)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    level = models.CharField(max_length=16, blank=True)
    reason = models.CharField(max_length=200)
    agreed = models.JSONField(default=list)  # the people (their keys) who have agreed so far
    made_at = models.DateTimeField()
    refused_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name, verbose_name_plural = _("proposal"), _("proposals")
        default_permissions = ()

    def __str__(self) -> str:
        return f"proposal {self.action}"


class Notice(models.Model):
    """An outbox row: tell somebody that a question waits or a match has ended. Written with the event itself."""

    class Kind(models.TextChoices):
        YOUR_TURN = "your-turn", _("your turn")
        ENDED = "ended", _("match ended")

    recipient = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices")
    table = models.ForeignKey(Table, models.CASCADE, related_name="notices")
    seq = models.PositiveIntegerField()  # of the event that put the question
    kind = models.CharField(max_length=12, choices=Kind.choices)
    created_at = models.DateTimeField(auto_now_add=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    next_try_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name, verbose_name_plural = _("notice"), _("notices")
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["recipient", "table", "seq", "kind"], name="notice_once"),
        ]
        indexes = [
            models.Index(fields=["next_try_at"], name="notice_due", condition=Q(next_try_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.seq}"
