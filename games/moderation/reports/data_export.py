"""What reports keep of somebody: for them to take along, and to be forgotten."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db.models import Q
from django.db.models.functions import Now

from accounts.models import User
from accounts.services.data_export import rows_to_dicts
from config.db.locking import write_transaction
from games.moderation.models import CaseNote, ModerationCase, Report, ReportEvidence

EXPORTED_FIELDS = ("kind", "ref", "name", "category", "text", "made_at", "outcome", "answer", "decided_at")


def export_reports(person: User) -> dict[str, Any]:
    """What they reported. Not who reported them, nor in which words: that is somebody else's."""
    about = Report.objects.filter(about=person).order_by("pk")
    return {
        "made": rows_to_dicts(Report.objects.filter(reporter=person).order_by("pk"), *EXPORTED_FIELDS),
        "about_me": rows_to_dicts(about, "kind", "category", "made_at", "outcome", "decided_at"),
        "notes_about_me": rows_to_dicts(CaseNote.objects.filter(person=person).order_by("pk"), "text", "made_at"),
    }


def anonymize_reports(person: User) -> None:
    """Words by them and of them go; that there were reports, and what came of them, stays."""
    Report.objects.filter(about=person).update(name="", words="")
    Report.objects.filter(reporter=person).update(text="", answer="")
    ReportEvidence.objects.filter(Q(person=person) | Q(report__about=person)).delete()
    CaseNote.objects.filter(person=person).delete()
    ModerationCase.objects.filter(person=person).delete()


def prune_evidence() -> int:
    """What was said is kept for CHAT_RETENTION_DAYS, here too. Returns how many lines went."""
    before = Now() - timedelta(days=settings.CHAT_RETENTION_DAYS)
    with write_transaction():
        gone, _ = ReportEvidence.objects.filter(report__made_at__lte=before).delete()
        Report.objects.filter(made_at__lte=before).exclude(words="").update(words="")
    return gone
