"""Handling reports: claiming a case, notes, merging, deciding.

Each act requires the claim and renews it; an expired claim leaves the case to others.
"""

from collections.abc import Sequence
from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from accounts.models import Sanction, User
from accounts.services import audit_log
from accounts.services.moderator_messages import notify_moderator_message
from accounts.signals import staff_work_changed
from accounts.staff import conflicts_of_interest
from config.db.locking import write_transaction
from games.moderation.models import ANSWER_LENGTH, NOTE_LENGTH, CaseNote, ModerationCase, Report
from games.moderation.reports.submit import join_report, update_priorities
from games.tables.errors import BadRequestError, ConflictError, ForbiddenError, UnprocessableError

LEASE = timedelta(minutes=30)
RELATED_PERIOD = timedelta(days=7)  # a report decided longer before a sanction led to other ones
Outcome = Report.Outcome


def claim_case(*, person: User, by: User) -> None:
    """Claim a person's case for half an hour. Raises ConflictError while someone else has it."""
    with write_transaction():
        _check_may(by, person)
        row, _ = ModerationCase.objects.get_or_create(person=person)
        row = ModerationCase.objects.select_for_update(no_key=True).get(pk=row.pk)
        if _is_claimed_by_other(row, by):
            raise ConflictError("report-claimed")
        is_new = row.claimed_by_id != by.pk or _lapsed(row)
        _renew_claim(row, by)
        if is_new:
            _record_action("report-claim", person, by)


def release_case(*, person: User, by: User) -> None:
    """Release the case for others. Idempotent."""
    with write_transaction():
        released = ModerationCase.objects.filter(person=person, claimed_by=by).update(
            claimed_by=None, claimed_until=None
        )
        if released:
            _record_action("report-release", person, by)


def add_case_note(*, person: User, by: User, text: str) -> None:
    """Add a note for other moderators. The person sees it only in their data export."""
    words = text.strip()
    if not 1 <= len(words) <= NOTE_LENGTH:
        raise BadRequestError("reason-needed", {"max": NOTE_LENGTH})
    with write_transaction():
        _check_may(by, person)
        CaseNote.objects.create(person=person, author=by, text=words)
        _record_action("report-note", person, by)


def merge_reports(*, report_pk: int, lead_pk: int, by: User) -> None:
    """Merge two reports about one person, to be decided together."""
    with write_transaction():
        report, lead = _open(report_pk), _open(lead_pk)
        if report.pk == lead.pk or report.reported_user_id != lead.reported_user_id:
            raise UnprocessableError("report-not-alike")
        _check_claim(by, report.reported_user)
        join_report(report, lead)
        staff_work_changed.send(sender=Report)
        _record_action("report-merge", report.reported_user, by, report=report.pk, into=lead.pk)


def decide_report(*, report_pk: int, by: User, outcome: str, answer: str) -> None:
    """Decide a report with all that were merged into it, and notify the reporters."""
    words = " ".join(answer.split())
    if outcome not in Outcome.values or not outcome or len(words) > ANSWER_LENGTH:
        raise UnprocessableError("report-bad", {"max": ANSWER_LENGTH})
    with write_transaction():
        _lock_reporters(report_pk)
        report = _open(report_pk)
        _check_claim(by, report.reported_user)
        matter = [report, *report.duplicates.select_related("reporter")]
        _check_not_own(by, matter)
        changed = {"outcome": outcome, "response": words, "decided_at": timezone.now(), "decided_by": by}
        Report.objects.filter(pk__in=[merged.pk for merged in matter]).update(**changed)
        reporters = {merged.reporter for merged in matter if merged.reporter.anonymised_at is None}
        update_priorities(reporters)
        _record_action(
            "report-decide", report.reported_user, by, reason=words, report=report.pk, outcome=outcome, of=len(matter)
        )
        for reporter in reporters:
            notify_moderator_message(reporter, "reports")
        staff_work_changed.send(sender=Report)


def get_involved_people(sanction: Sanction) -> set[int]:
    """Return the people who reported, or decided a report of, what the sanction is likely for. 1 query.

    Used by accounts.staff.permissions.
    """
    reports = Report.objects.filter(reported_user=sanction.person_id)
    then = reports.filter(Q(decided_at=None) | Q(decided_at__gte=sanction.started_at - RELATED_PERIOD))
    pairs = then.values_list("reporter", "decided_by")
    return {person for pair in pairs for person in pair if person is not None}


def _check_not_own(by: User, matter: Sequence[Report]) -> None:
    """Raise ForbiddenError if `by` reported the same, under any category or from another account."""
    about = matter[0].reported_user
    same = Q(decided_at=None)
    for report in matter:
        same |= Q(target_type=report.target_type, target_id=report.target_id)
    reporters = set(Report.objects.filter(same, reported_user=about).values_list("reporter", flat=True))
    conflicts = conflicts_of_interest.list_conflicts(by.pk, reporters)
    if by.pk in reporters or any(tie.is_strong and tie.kind != conflicts_of_interest.TABLE for tie in conflicts):
        raise ForbiddenError("own-report")


def _lock_reporters(pk: int) -> None:
    """Lock the reporters, who are notified at the end. People are locked before reports, as in `submit_report`."""
    reporters = Report.objects.filter(Q(pk=pk) | Q(duplicate_of=pk)).values("reporter")
    list(User.objects.select_for_update(no_key=True).filter(pk__in=reporters).order_by("pk").values_list("pk"))


def _open(pk: int) -> Report:
    """Return a pending lead report with its row locked."""
    rows = Report.objects.select_for_update(of=("self",), no_key=True).select_related("reported_user", "reporter")
    report = rows.filter(pk=pk, decided_at=None, duplicate_of=None).first()
    if report is None:
        raise ConflictError("report-over")
    return report


def _check_may(by: User, person: User) -> None:
    """Raise ForbiddenError without the permission, about oneself, or with a strong conflict (except for superusers)."""
    if not by.has_perm("moderation.handle_report"):
        raise ForbiddenError("not-a-moderator")
    if by.pk == person.pk or (not by.is_superuser and conflicts_of_interest.has_strong_conflict(by.pk, person.pk)):
        raise ForbiddenError("plays-with-them")


def _check_claim(by: User, person: User) -> None:
    _check_may(by, person)
    row = ModerationCase.objects.select_for_update(no_key=True).filter(person=person).first()
    if row is None or row.claimed_by_id != by.pk or _lapsed(row):
        raise ConflictError("report-not-claimed")
    _renew_claim(row, by)


def _is_claimed_by_other(row: ModerationCase, by: User) -> bool:
    return row.claimed_by_id not in (None, by.pk) and not _lapsed(row)


def _lapsed(row: ModerationCase) -> bool:
    return row.claimed_until is None or row.claimed_until <= timezone.now()


def _renew_claim(row: ModerationCase, by: User) -> None:
    row.claimed_by, row.claimed_until = by, timezone.now() + LEASE
    row.save(update_fields=["claimed_by", "claimed_until"])


def _record_action(action: str, person: User, by: User, reason: str = "", **details: object) -> None:
    audit_log.record(action, kind=audit_log.PERSON, target=person.public_id, by=by, reason=reason, details=details)
