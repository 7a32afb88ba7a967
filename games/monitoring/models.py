"""How the site does: signs of life of its workers, and how busy each hour was."""

from django.db import models


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
