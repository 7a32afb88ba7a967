"""Submitting a report with its evidence and priority."""

from collections.abc import Collection
from datetime import timedelta

from django.conf import settings
from django.db import IntegrityError
from django.db.models import Count, Q
from django.db.models.functions import Now

from accounts.models import Sanction, User
from accounts.services import browser_devices
from accounts.signals import staff_work_changed
from config.db.locking import write_transaction
from games.moderation.models import TEXT_LENGTH, WORDS_LENGTH, Report, ReportEvidence
from games.moderation.reports.targets import ReportTarget
from games.social.chat.sanitize import sanitize_text
from games.tables.errors import ForbiddenError, LimitExceededError, UnprocessableError
from games.tables.services.quotas import get_limit, lock_person

Category, Outcome = Report.Category, Report.Outcome
WEIGHT = {
    Category.CHEATING: 100, Category.ACCOUNT: 90, Category.ABUSE: 80, Category.STALLING: 60, Category.NAME: 50,
    Category.HOUSE: 40, Category.OTHER: 30,
}  # fmt: skip
EVENTS_BEFORE = 30
TRIES = 3  # the leading report may be decided in between and another one may lead


def submit_report(subject: ReportTarget, *, reporter: User, about: str, category: str, text: str) -> Report:
    """Submit a report about the person with the public id `about`. Repeating it returns the first report.

    Raises a ServiceError if nothing was reported.
    """
    person, words = _about(subject, about), sanitize_text(text)
    if category not in Category.values or len(words) > TEXT_LENGTH:
        raise UnprocessableError("report-bad", {"max": TEXT_LENGTH})
    with write_transaction():
        guest = lock_person(reporter.pk)
        if Sanction.objects.in_force().filter(person=reporter, kind=Sanction.Kind.NO_REPORTS).exists():
            raise ForbiddenError("report-barred")
        same = _same_reporters(reporter, guest)
        today = Report.objects.filter(reporter__in=same, created_at__gt=Now() - timedelta(days=1))
        if today.count() >= get_limit(settings.MAX_REPORTS_PER_DAY, guest=guest):
            raise LimitExceededError("report-too-many")
        report, is_new = _get_or_create(
            subject, reporter, person, _report_fields(subject, person, category, words, same)
        )
        if is_new:
            _save_evidence(report, subject)
            staff_work_changed.send(sender=Report)
    return report


def get_priority(category: str, reporters: Collection[int]) -> int:
    """Return the weight of the category times the share of these people's reports that were upheld. 1 query.

    Two reports, one upheld and one not, are added, so that a first report counts as one of two.
    """
    decided = Report.objects.filter(reporter__in=reporters).exclude(outcome__in=("", Outcome.NO_ACTION))
    count = decided.aggregate(all=Count("pk"), right=Count("pk", filter=Q(outcome=Outcome.UPHELD)))
    return int(WEIGHT[Category(category)] * 2 * (count["right"] + 1) // (count["all"] + 2))


def update_priorities(reporters: Collection[User]) -> None:
    """Update the priorities of these people's other open reports after a decision."""
    for reporter in reporters:
        same = _same_reporters(reporter, reporter.is_guest)
        for category in Report.objects.filter(reporter=reporter, decided_at=None).values_list("category", flat=True):
            priority = get_priority(category, same)
            Report.objects.filter(reporter=reporter, decided_at=None, category=category).update(priority=priority)


def _about(subject: ReportTarget, public_id: str) -> User:
    person = next((candidate for candidate in subject.people if candidate.public_id == public_id), None)
    if person is None and len(subject.people) == 1 and not public_id:
        person = subject.people[0]
    if person is None:
        raise ForbiddenError("report-only-you") if not subject.people else UnprocessableError("report-nobody")
    return person


def _same_reporters(reporter: User, is_guest: bool) -> list[int]:
    """Return the reporter's key; for a guest also those of other guests in the same browser."""
    beside = (
        browser_devices.get_users_sharing_devices(reporter).filter(is_guest=True).values_list("pk", flat=True)
        if is_guest
        else ()
    )
    return [reporter.pk, *beside]


def _get_or_create(
    subject: ReportTarget, reporter: User, person: User, evidence: dict[str, object], tries: int = TRIES
) -> tuple[Report, bool]:
    """Return the report, and whether it is new. It is merged into the leading report about the same, or leads itself.

    If two are submitted simultaneously, the unique constraint lets one lead, and the other tries again.
    """
    same_target = {"reported_user": person, "target_type": subject.kind, "target_id": subject.ref}
    leading = Report.objects.filter(**same_target, category=evidence["category"], duplicate_of=None, decided_at=None)
    lead = leading.exclude(reporter=reporter).select_for_update(no_key=True).first()
    try:
        with write_transaction():
            return Report.objects.get_or_create(
                **same_target, reporter=reporter, decided_at=None, defaults={**evidence, "duplicate_of": lead}
            )
    except IntegrityError:
        if not tries:
            raise
    return _get_or_create(subject, reporter, person, evidence, tries - 1)


def _report_fields(subject: ReportTarget, person: User, category: str, text: str, same: list[int]) -> dict[str, object]:
    seq = subject.table.last_seq if subject.table else None
    return {
        "table": subject.table, "last_event": seq, "first_event": None if seq is None else max(1, seq - EVENTS_BEFORE),
        "name_at_report": person.name, "quoted_text": subject.words[:WORDS_LENGTH], "category": category, "text": text,
        "priority": get_priority(category, same),
    }  # fmt: skip


def _save_evidence(report: Report, subject: ReportTarget) -> None:
    ReportEvidence.objects.bulk_create(
        ReportEvidence(
            report=report,
            source_type=message.kind,
            source_id=message.ref,
            author_id=message.person_pk,
            text=message.text,
            quick_message=message.phrase,
            written_at=message.at,
        )
        for message in subject.context
    )


def join_report(report: Report, lead: Report) -> None:
    """Merge a report, and those merged into it, into another one."""
    Report.objects.filter(Q(pk=report.pk) | Q(duplicate_of=report.pk)).update(duplicate_of=lead)
