"""Moderation actions, and proposals at tables where the moderator plays."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.tables.models import Table


class ModerationAction(models.Model):
    """An action of a moderator at a table, with its reason. The event itself names no person."""

    class Action(models.TextChoices):
        FREEZE = "freeze", _("Freeze")
        THAW = "thaw", _("Unfreeze")
        VOID = "void", _("Cancel match")
        SEAT_TO_BOT = "seat-to-bot", _("Seat to a bot")
        SEAT_BACK = "seat-back", _("Seat back to the player")
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
    """An action proposed by a moderator at a table where they play. It waits for all other players to agree.

    At most one per table. It is deleted when performed or expired. A refused one stays for a while, so that everyone
    learns of it and it can't be proposed again immediately.
    """

    table = models.OneToOneField(Table, models.CASCADE, related_name="proposed_action")
    moderator = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="proposed_actions")
    action = models.CharField(max_length=16, choices=ModerationAction.Action.choices)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    level = models.CharField(max_length=16, blank=True)
    parameters = models.JSONField(default=dict)  # other fields of `ActionOrder`
    reason = models.CharField(max_length=200)
    approved_by = models.JSONField(default=list)  # keys of the people who have agreed
    created_at = models.DateTimeField()
    rejected_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name, verbose_name_plural = _("proposal"), _("proposals")
        default_permissions = ()

    def __str__(self) -> str:
        return f"proposal {self.action}"


class LoneActionNotice(models.Model):
    """Shows the players of a table that a moderator with a conflict of interest acted without an approval.

    It names no one; the audit log has the moderator.
    """

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="lone_action_notice")
    actions = models.JSONField(default=list)  # pairs of the event's number and a ModerationAction.Action's value

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"notice of {len(self.actions)}"
