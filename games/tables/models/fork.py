"""Where a table goes on from a position of another, or of a record from elsewhere."""

from django.db import models

from games.tables.models.table import ID_LENGTH, Table


class Fork(models.Model):
    """A table that begins where another stood after event `origin_seq`, and what it takes along (`engine.forks`)."""

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="fork")
    origin = models.ForeignKey(Table, models.PROTECT, null=True, related_name="forks")  # NULL: an imported match
    import_id = models.CharField(max_length=ID_LENGTH, blank=True)  # of the imported match, which may be gone
    origin_seq = models.PositiveIntegerField()
    # What this one knew is kept; NULL: all hands, bots only.
    perspective_seat = models.PositiveSmallIntegerField(null=True)
    carried_state = models.TextField()  # canonical JSON

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"fork at {self.origin_seq}"

    @property
    def origin_public_id(self) -> str:
        """As events tell of it."""
        return self.origin.public_id if self.origin else self.import_id
