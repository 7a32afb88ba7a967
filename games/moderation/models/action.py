"""What moderators did to tables, and what they propose where they play themselves."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.tables.models import Table


class ModerationAction(models.Model):
    """What a moderator did to a table, and why. The event itself names no person."""

    class Action(models.TextChoices):
        FREEZE = "freeze", _("Freeze")
        THAW = "thaw", _("Unfreeze")
        VOID = "void", _("Cancel match")
        SEAT_TO_BOT = "seat-to-bot", _("Seat to a bot")
        SEAT_BACK = "seat-back", _("Seat back to its person")
        EXTEND = "extend", _("Give more time")
        PLAY = "play", _("Play for a seat")
        REMOVE = "remove", _("Remove a person")

    table = models.ForeignKey(Table, models.PROTECT, related_name="moderation_actions")
    event_seq = models.PositiveIntegerField()
    moderator = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="moderation_actions"
    )
    action = models.CharField(max_length=16, choices=Action.choices)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=200)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name, verbose_name_plural = _("moderation action"), _("moderation actions")
        default_permissions = ("view",)
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.action} {self.event_seq}"


class ProposedAction(models.Model):
    """What a moderator wants done at a table they play at. It waits until everybody else who plays there has agreed.

    There is none or one per table. It goes when it is carried out or has lapsed; a refused one stays for a while, so
    that everybody learns of it and nobody is asked again at once.
    """

    table = models.OneToOneField(Table, models.CASCADE, related_name="proposed_action")
    moderator = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="proposed_actions")
    action = models.CharField(max_length=16, choices=ModerationAction.Action.choices)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    level = models.CharField(max_length=16, blank=True)
    parameters = models.JSONField(default=dict)  # what else the action needs, as `ActionOrder` names it
    reason = models.CharField(max_length=200)
    approved_by = models.JSONField(default=list)  # the people (their keys) who have agreed so far
    created_at = models.DateTimeField()
    rejected_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name, verbose_name_plural = _("proposal"), _("proposals")
        default_permissions = ()

    def __str__(self) -> str:
        return f"proposal {self.action}"
