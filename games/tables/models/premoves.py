"""Premoves of a seat: answers to questions it has not been asked yet, and descriptions of those already played."""

from django.conf import settings
from django.db import models

from games.tables.models.seat import Seat


class SeatPremoves(models.Model):
    """The current premoves of the person who holds the seat; not shown to any later holder. Deleted when obsolete.

    The most secret row after the seed: visible to its person only, and in no log, record or admin page.
    """

    seat = models.OneToOneField(Seat, models.CASCADE, primary_key=True, related_name="premoves")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    body = models.TextField()  # canonical JSON: [{"scope": what it is for, "plan": the premove}]

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return "premoves"


class PlayedPremove(models.Model):
    """A premove that has answered a question, in words, for its person's own log. Deleted with the match."""

    # Covered by `one_played_premove_per_event`.
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="+", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    event_seq = models.PositiveIntegerField()
    words = models.TextField()  # in the person's language at the time

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["seat", "event_seq"], name="one_played_premove_per_event")]

    def __str__(self) -> str:
        return "played premove"
