"""Results of people at tables, which lists, histories and statistics read without opening a match."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.tables.models.table import Table


class Result(models.Model):
    """The result of one person at one table. Derived from the log, and written with the event that ends it for them."""

    class Outcome(models.TextChoices):
        WON = "won", _("won")
        LOST = "lost", _("lost")
        RESIGNED = "resigned", _("resigned")
        VOID = "void", _("void")
        CLOSED = "closed", _("never begun")
        REMOVED = "removed", _("removed")
        BROKEN = "broken", _("called off")  # a strict table before the deal: neither won nor lost

    table = models.ForeignKey(Table, models.CASCADE, related_name="results", db_index=False)  # `result_person_once`
    # Indexed by `result_history`.
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="results", db_index=False)
    game_slug = models.CharField(max_length=24)
    outcome = models.CharField(max_length=8, choices=Outcome.choices)
    place = models.PositiveSmallIntegerField(null=True)  # for won and lost: 1 is best
    score = models.IntegerField(null=True)
    is_public = models.BooleanField()  # visible to others
    # Counts in statistics. Forks don't, since people have seen their cards.
    is_rated = models.BooleanField(default=True, db_default=True)
    ended_at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["table", "user"], name="result_person_once")]
        indexes = [models.Index(fields=["user", "-ended_at"], name="result_history")]

    def __str__(self) -> str:
        return self.outcome
