"""Reports in a person's data export, and their anonymisation."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db.models import Q
from django.db.models.functions import Now

from accounts.models import User
from accounts.services.data_export import rows_to_dicts
from config.db.locking import write_transaction
from games.moderation.models import CaseNote, ModerationCase, Report, ReportEvidence

EXPORTED_FIELDS = (
    "target_type",
    "target_id",
    "name_at_report",
    "category",
    "text",
    "created_at",
    "outcome",
    "response",
    "decided_at",
)


def export_reports(person: User) -> dict[str, Any]:
    """Export the person's reports. Of reports about them, neither reporter nor text, which belong to others."""
    about = Report.objects.filter(reported_user=person).order_by("pk")
    return {
        "made": rows_to_dicts(Report.objects.filter(reporter=person).order_by("pk"), *EXPORTED_FIELDS),
        "about_me": rows_to_dicts(about, "target_type", "category", "created_at", "outcome", "decided_at"),
        "notes_about_me": rows_to_dicts(CaseNote.objects.filter(person=person).order_by("pk"), "text", "created_at"),
    }


def anonymize_reports(person: User) -> None:
    """Delete texts by and about the person; reports and outcomes stay."""
    Report.objects.filter(reported_user=person).update(name_at_report="", quoted_text="")
    Report.objects.filter(reporter=person).update(text="", response="")
    ReportEvidence.objects.filter(Q(author=person) | Q(report__reported_user=person)).delete()
    CaseNote.objects.filter(person=person).delete()
    ModerationCase.objects.filter(person=person).delete()


def prune_evidence() -> int:
    """Delete quoted messages after CHAT_RETENTION_DAYS. Return how many rows were deleted."""
    before = Now() - timedelta(days=settings.CHAT_RETENTION_DAYS)
    with write_transaction():
        deleted, _ = ReportEvidence.objects.filter(report__created_at__lte=before).delete()
        Report.objects.filter(created_at__lte=before).exclude(quoted_text="").update(quoted_text="")
    return deleted
