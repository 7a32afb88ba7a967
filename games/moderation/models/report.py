"""Reports, their evidence, and moderators' notes."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.tables.models import Table

TEXT_LENGTH = 500
ANSWER_LENGTH = 300
NOTE_LENGTH = 2000
WORDS_LENGTH = 1000  # of reported text
REF_LENGTH = 64


class Report(models.Model):
    """A report about a person. It keeps what was visible, which may be gone when a moderator reads it.

    Several about the same thing are merged: the first leads and is shown in the queue.
    """

    class Category(models.TextChoices):
        CHEATING = "cheating", _("Cheating or collusion")
        ABUSE = "abuse", _("Insults, hate or spam")
        STALLING = "stalling", _("Stalling on purpose")
        NAME = "name", _("Name or profile")
        HOUSE = "house", _("The cards seem rigged")
        ACCOUNT = "account", _("Someone else plays as this person")
        OTHER = "other", _("Something else")

    class Outcome(models.TextChoices):
        OPEN = "", _("open")
        UPHELD = "upheld", _("Upheld: action was taken")
        NO_ACTION = "no-action", _("Reviewed, no action needed")
        REJECTED = "rejected", _("Not against the rules")
        FALSE = "false", _("Reported in bad faith")

    reporter = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="reports_made")
    reported_user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="reports_about")
    target_type = models.CharField(max_length=12)  # a key of targets.TARGET_TYPES
    target_id = models.CharField(max_length=REF_LENGTH)  # as its type names it
    table = models.ForeignKey(Table, models.PROTECT, null=True, related_name="reports")
    first_event = models.PositiveIntegerField(null=True)  # surrounding events
    last_event = models.PositiveIntegerField(null=True)
    name_at_report = models.CharField(max_length=40)  # the reported person's
    quoted_text = models.CharField(max_length=WORDS_LENGTH, blank=True)  # the reported text, if any
    category = models.CharField(max_length=10, choices=Category.choices)
    text = models.CharField(max_length=TEXT_LENGTH, blank=True)  # by the reporter
    created_at = models.DateTimeField(_("time"), auto_now_add=True)
    priority = models.PositiveSmallIntegerField(default=0)  # sort key in the queue, highest first (submit.get_priority)
    duplicate_of = models.ForeignKey("self", models.PROTECT, null=True, related_name="duplicates")

    outcome = models.CharField(max_length=10, choices=Outcome.choices, blank=True)
    decided_at = models.DateTimeField(null=True)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="reports_decided")
    response = models.CharField(max_length=ANSWER_LENGTH, blank=True)  # to the reporter

    class Meta:
        verbose_name, verbose_name_plural = _("report"), _("reports")
        default_permissions = ("view",)
        permissions = [("handle_report", _("Can handle reports"))]
        constraints = [
            models.UniqueConstraint(
                fields=["reporter", "target_type", "target_id", "reported_user"],
                condition=Q(decided_at=None),
                name="report_once",
            ),
            models.UniqueConstraint(
                fields=["reported_user", "target_type", "target_id", "category"],
                condition=Q(decided_at=None, duplicate_of=None),
                name="report_leads",
            ),
        ]
        indexes = [
            models.Index(
                fields=["-priority", "created_at"], name="report_queue", condition=Q(decided_at=None, duplicate_of=None)
            ),
            models.Index(fields=["created_at"], name="report_age"),
            models.Index(fields=["created_at"], name="report_with_quoted_text", condition=~Q(quoted_text="")),
        ]

    def __str__(self) -> str:
        return f"{self.category} {self.pk}"


class ReportEvidence(models.Model):
    """A text near the reported one, as it was then. Deleted with its author."""

    report = models.ForeignKey(Report, models.CASCADE, related_name="evidence")
    source_type = models.CharField(max_length=12)
    source_id = models.CharField(max_length=REF_LENGTH)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    text = models.CharField(max_length=WORDS_LENGTH, blank=True)
    quick_message = models.CharField(max_length=16, blank=True)  # key of a quick message instead of `text`
    written_at = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return self.source_id


class ModerationCase(models.Model):
    """The moderator who is looking into a person, so that two don't do it simultaneously. The claim expires."""

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="moderation_case"
    )
    claimed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="claimed_cases")
    claimed_until = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"case {self.person_id}"


class CaseNote(models.Model):
    """A note about a person for other moderators."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="case_notes")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="case_notes_written")
    text = models.CharField(max_length=NOTE_LENGTH)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        default_permissions = ()
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"note {self.pk}"
