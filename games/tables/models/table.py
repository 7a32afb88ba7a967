"""A table and its seats, as they stand now."""

import secrets
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

ID_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # no look-alikes: ids are read out over the phone
ID_LENGTH = 12  # 31**12, about 59 bits


def new_public_id() -> str:
    """A random id for addresses; row numbers are never shown."""
    return "".join(secrets.choice(ID_ALPHABET) for _ in range(ID_LENGTH))


class InPlay(models.QuerySet[Any]):
    """Rows of tables whose match runs and that nobody has frozen; `prefix` leads to the table."""

    prefix = ""

    def in_play(self) -> Self:
        return self.filter(**{f"{self.prefix}status": Table.Status.RUNNING, f"{self.prefix}frozen_at": None})


class InPlayAtTable(InPlay):
    prefix = "table__"


class Table(models.Model):
    """One play of a title, from seating to result."""

    class Status(models.TextChoices):
        OPEN = "open", _("waiting for players")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        VOIDED = "voided", _("void")
        ABANDONED = "abandoned", _("abandoned")

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("Public: in the lobby for everybody")  # may watch and sit down
        LINK = "link", _("By link: whoever has the address")  # likewise
        PRIVATE = "private", _("Private: invited people only")  # sitting down needs the invitation

    public_id = models.CharField(max_length=ID_LENGTH, unique=True, default=new_public_id, editable=False)
    title = models.CharField(max_length=24)
    options = models.JSONField(default=dict)  # checked, with the number of the rules it is played by
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

    objects = InPlay.as_manager()

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

    def get_absolute_url(self) -> str:
        return reverse("games:table", args=[self.public_id])

    @property
    def in_play(self) -> bool:
        """Whether the match runs and nobody has frozen it."""
        return self.status == self.Status.RUNNING and self.frozen_at is None

    @property
    def rules(self) -> int:
        """The number of the rules it is played by."""
        return int(self.options["rules"])

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
    phrase_hash = models.CharField(max_length=64, blank=True)  # closed at the start; `games.engine.chance`

    objects = InPlayAtTable.as_manager()

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
