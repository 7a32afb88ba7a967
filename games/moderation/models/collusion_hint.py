"""What the desk keeps for itself: signs of life, how busy hours were, and what jobs find: hints, rebuilt tables."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.tables.models import Table


class Heartbeat(models.Model):
    """When a worker's queue last did something. Written by a job that goes through the queue like any other."""

    queue = models.CharField(max_length=8, primary_key=True)
    at = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return self.queue


class BusyHour(models.Model):
    """How many events an hour had, and the key of the last one counted: so nobody counts the log anew."""

    hour = models.DateTimeField(primary_key=True)
    events = models.PositiveIntegerField()
    last = models.PositiveBigIntegerField(db_index=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.hour:%Y-%m-%d %H}"


class Rebuild(models.Model):
    """A table that is dealt and played anew, and held against what is stored: how far a job has come, what it found."""

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="rebuild")
    leased_until = models.DateTimeField(null=True)  # a job is at it, or on its way, until then; NULL: done
    done = models.PositiveIntegerField(default=0)  # events
    of = models.PositiveIntegerField()
    report = models.JSONField(null=True)  # as `audit.report` writes it; NULL: none yet, or the job failed
    finished_at = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"rebuild {self.done} / {self.of}"

    @property
    def pending(self) -> bool:
        return self.leased_until is not None and self.leased_until > timezone.now()


class Hint(models.Model):
    """Something about two people at a table that a moderator may want to look at. No proof; nothing follows from it.

    For chips `one` is who lost them, for folds who folded. A table's hints are found anew each time, and go after a
    while.
    """

    class Kind(models.TextChoices):
        DEVICE = "device", _("Same browser")
        NETWORK = "network", _("Same network address")
        CHIPS = "chips", _("Chips flow one way")
        FOLDS = "folds", _("Winning hands folded to the other")
        TOGETHER = "together", _("Sit together often")
        QUICK = "quick", _("Answers within a second of each other")

    table = models.ForeignKey(Table, models.CASCADE, related_name="hints")
    one = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    other = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    count = models.PositiveIntegerField()  # how often; chips: how many
    of = models.PositiveIntegerField(default=0)  # out of so many; 0: that says nothing
    found_at = models.DateTimeField()

    class Meta:
        verbose_name, verbose_name_plural = _("hint"), _("hints")
        default_permissions = ("view",)
        constraints = [models.UniqueConstraint(fields=["table", "one", "other", "kind"], name="hint_once")]
        indexes = [models.Index(fields=["found_at"], name="hint_age")]

    def __str__(self) -> str:
        return f"{self.kind} {self.count}"
