"""Where a table goes on from a position of another."""

from django.db import models

from games.tables.models.table import Table


class Fork(models.Model):
    """A table that begins where another stood after event `event`, and what it takes along of that (`engine.forks`)."""

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="fork")
    origin = models.ForeignKey(Table, models.PROTECT, related_name="forks")
    event = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True)  # what this one knew is kept; NULL: all hands, bots only
    taken = models.TextField()  # canonical JSON

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"fork at {self.event}"
