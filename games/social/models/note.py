"""Private notes about positions of a match."""

from django.conf import settings
from django.db import models

from games.tables.models import Table

NOTE_LENGTH = 2000


class PositionNote(models.Model):
    """A person's private note about the position after event `event_seq`. Not even moderators can read it."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="position_notes")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="position_notes", db_index=False
    )  # covered by `position_note_once`
    event_seq = models.PositiveIntegerField()
    text = models.TextField(max_length=NOTE_LENGTH)

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["user", "table", "event_seq"], name="position_note_once")]

    def __str__(self) -> str:
        return f"note at {self.event_seq}"
