"""How the site does: signs of life of its workers, and how busy each hour was."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class QueueHeartbeat(models.Model):
    """When a worker's queue last did something. Written by a job that goes through the queue like any other."""

    queue = models.CharField(max_length=16, primary_key=True)
    last_seen_at = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return self.queue


class HourlyEventCount(models.Model):
    """How many events an hour had, and the key of the last one counted: so nobody counts the log anew."""

    hour = models.DateTimeField(primary_key=True)
    event_count = models.PositiveIntegerField()
    last_event_id = models.PositiveBigIntegerField(db_index=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.hour:%Y-%m-%d %H}"


class MaintenanceRun(models.Model):
    """How the last run of something that an operator has done by a timer went: one row for each kind."""

    class Kind(models.TextChoices):
        BACKUP = "backup", "backup"
        REHEARSAL = "rehearsal", "rehearsal"

    kind = models.CharField(max_length=16, primary_key=True, choices=Kind.choices)
    finished_at = models.DateTimeField()
    succeeded = models.BooleanField()
    detail = models.CharField(max_length=200)  # what it says: a size, or what was wrong

    class Meta:
        default_permissions = ()
        permissions = [("view_system_status", _("Can see how the machine does"))]

    def __str__(self) -> str:
        return self.kind
