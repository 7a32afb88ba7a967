"""Replay checks requested by moderators."""

from django.db import models
from django.utils import timezone

from games.tables.models import Table


class ReplayCheck(models.Model):
    """A check that replays a table and compares it with the stored log: its progress and result."""

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="replay_check")
    leased_until = models.DateTimeField(null=True)  # a job is queued or running until then; NULL: done
    events_done = models.PositiveIntegerField(default=0)
    events_total = models.PositiveIntegerField()
    report = models.JSONField(null=True)  # written by `audit.report`; NULL: none yet, or the job failed
    finished_at = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"rebuild {self.events_done} / {self.events_total}"

    @property
    def pending(self) -> bool:
        return self.leased_until is not None and self.leased_until > timezone.now()
