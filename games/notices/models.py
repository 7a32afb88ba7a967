"""What people are told, or are still to be told."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.tables.models import Table


class Notice(models.Model):
    """An outbox row: tell somebody that a question waits or a match has ended. Written with the event itself."""

    class Kind(models.TextChoices):
        YOUR_TURN = "your-turn", _("your turn")
        ENDED = "ended", _("match ended")

    recipient = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices")
    table = models.ForeignKey(Table, models.CASCADE, related_name="notices")
    seq = models.PositiveIntegerField()  # of the event that put the question
    kind = models.CharField(max_length=12, choices=Kind.choices)
    created_at = models.DateTimeField(auto_now_add=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    next_try_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name, verbose_name_plural = _("notice"), _("notices")
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["recipient", "table", "seq", "kind"], name="notice_once"),
        ]
        indexes = [
            models.Index(fields=["next_try_at"], name="notice_due", condition=Q(next_try_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.seq}"
