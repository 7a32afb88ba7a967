"""A seat's premoves: answers to questions that it has not been put yet, and what those said that have answered."""

from django.conf import settings
from django.db import models

from games.tables.models.seat import Seat


class SeatPremoves(models.Model):
    """The present premoves of the person who holds the seat, and of nobody after them. Deleted when they are over.

    The most secret row there is after the seed: shown to its person alone, in no log, record or admin page.
    """

    seat = models.OneToOneField(Seat, models.CASCADE, primary_key=True, related_name="premoves")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    body = models.TextField()  # canonical JSON: [{"scope": what it is for, "plan": the premove}]

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return "premoves"


class PlayedPremove(models.Model):
    """What a premove said that has answered, for its person's own log. Deleted with the match, as premoves are."""

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="+", db_index=False)  # `one_played_premove_per_event`
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    event_seq = models.PositiveIntegerField()
    words = models.TextField()  # in the person's language of then

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["seat", "event_seq"], name="one_played_premove_per_event")]

    def __str__(self) -> str:
        return "played premove"
