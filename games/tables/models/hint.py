"""Hints for people playing alone with bots."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.tables.models.seat import Seat


class Hint(models.Model):
    """The advice for one question of a seat. Asking for it is also an event of the match."""

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="hints", db_index=False)  # covered by `hint_once`
    question_seq = models.PositiveIntegerField()
    asked_at = models.DateTimeField()
    advice = models.TextField(blank=True)  # JSON (`games.engine.advice`); empty until it is computed

    class Meta:
        verbose_name, verbose_name_plural = _("hint"), _("hints")
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["seat", "question_seq"], name="hint_once")]

    def __str__(self) -> str:
        return f"hint at event {self.question_seq}"
