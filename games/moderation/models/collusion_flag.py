"""Collusion flags of tables."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.tables.models import Table


class CollusionFlag(models.Model):
    """A sign of possible collusion of two people at a table, for moderators.

    Not a proof; nothing follows automatically. For chips, `user_a` lost them; for folds, `user_a` folded. A table's
    flags are replaced when it is checked again, and deleted after a while.
    """

    class Kind(models.TextChoices):
        DEVICE = "device", _("Same browser")
        NETWORK = "network", _("Same network address")
        CHIPS = "chips", _("Chips flow one way")
        FOLDS = "folds", _("Winning hands folded to the other")
        TOGETHER = "together", _("Sit together often")
        QUICK = "quick", _("Answers within a second of each other")

    table = models.ForeignKey(
        Table, models.CASCADE, related_name="collusion_flags", db_index=False
    )  # covered by `collusion_flag_once`
    user_a = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    user_b = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    count = models.PositiveIntegerField()  # how often; for chips, how many
    sample_size = models.PositiveIntegerField(default=0)  # out of how many; 0: not applicable
    detected_at = models.DateTimeField()

    class Meta:
        verbose_name, verbose_name_plural = _("collusion flag"), _("collusion flags")
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["table", "user_a", "user_b", "kind"], name="collusion_flag_once")
        ]
        indexes = [models.Index(fields=["detected_at"], name="collusion_flag_age")]

    def __str__(self) -> str:
        return f"{self.kind} {self.count}"
