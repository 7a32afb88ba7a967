"""Origin of a table that continues from a position of another table or of an imported record."""

from django.db import models

from games.tables.models.table import ID_LENGTH, Table


class Fork(models.Model):
    """A table that starts from the state of another after event `origin_seq`.

    `carried_state` is what it takes from there (`games.engine.forks`).
    """

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="fork")
    origin = models.ForeignKey(Table, models.PROTECT, null=True, related_name="forks")  # NULL: an imported match
    import_id = models.CharField(max_length=ID_LENGTH, blank=True)  # of the imported match, which may be deleted
    origin_seq = models.PositiveIntegerField()
    # The seat whose knowledge is carried over; NULL: all hands, against bots only.
    perspective_seat = models.PositiveSmallIntegerField(null=True)
    carried_state = models.TextField()  # canonical JSON

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"fork at {self.origin_seq}"

    @property
    def origin_public_id(self) -> str:
        """The origin's id as events name it."""
        return self.origin.public_id if self.origin else self.import_id
