"""Health of the site: heartbeats of workers, load per hour, and maintenance runs."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class QueueHeartbeat(models.Model):
    """The time when a queue was last served. Written by a job that goes through the queue like any other."""

    queue = models.CharField(max_length=16, primary_key=True)
    last_seen_at = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return self.queue


class HourlyEventCount(models.Model):
    """The number of events in an hour, and the key of the last one counted, so that none is counted twice."""

    hour = models.DateTimeField(primary_key=True)
    event_count = models.PositiveIntegerField()
    last_event_id = models.PositiveBigIntegerField(db_index=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.hour:%Y-%m-%d %H}"


class MaintenanceRun(models.Model):
    """The last run of a scheduled maintenance command, one row per kind."""

    class Kind(models.TextChoices):
        BACKUP = "backup", "backup"
        REHEARSAL = "rehearsal", "rehearsal"

    kind = models.CharField(max_length=16, primary_key=True, choices=Kind.choices)
    finished_at = models.DateTimeField()
    succeeded = models.BooleanField()
    detail = models.CharField(max_length=200)  # a size, or an error

    class Meta:
        default_permissions = ()
        permissions = [("view_system_status", _("Can see the state of the server"))]

    def __str__(self) -> str:
        return self.kind
