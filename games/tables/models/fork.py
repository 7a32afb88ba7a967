"""Where a table goes on from a position of another, or of a record from elsewhere."""

from django.db import models

from games.tables.models.table import ID_LENGTH, Table


class Fork(models.Model):
    """A table that begins where another stood after event `event`, and what it takes along of that (`engine.forks`)."""

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="fork")
    origin = models.ForeignKey(Table, models.PROTECT, null=True, related_name="forks")  # NULL: a record, brought along
    record = models.CharField(max_length=ID_LENGTH, blank=True)  # the id of that, which may be gone
    event = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True)  # what this one knew is kept; NULL: all hands, bots only
    taken = models.TextField()  # canonical JSON

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"fork at {self.event}"

    @property
    def origin_public_id(self) -> str:
        """As events tell of it."""
        return self.origin.public_id if self.origin else self.record
