"""Taking a case from the queue: the chosen one, or the most urgent one available."""

from accounts.models import User
from games.moderation.models import Report
from games.moderation.reports import queue, resolve
from games.tables.errors import ConflictError, ServiceError

TRIED = 20  # others may have claimed some of them, or the moderator has conflicts


def take_report(*, report_pk: int, by: User) -> Report:
    """Claim the case of a report. Raises a ServiceError, also if it has been decided."""
    report = queue.list_open_reports(by).filter(pk=report_pk).first()
    if report is None:
        raise ConflictError("report-over")
    resolve.claim_case(person=report.reported_user, by=by)
    return report


def take_next(*, by: User, queue_filter: queue.QueueFilter, after: int | None = None) -> Report | None:
    """Claim the first available case of the filtered queue; None without any for this moderator.

    `after` is the report to skip. Those behind it come first, so that moderators don't go back and forth.
    """
    reports = list(queue_filter.narrow(queue.list_open_reports(by), by)[:TRIED])
    index = next((place for place, report in enumerate(reports) if report.pk == after), -1)
    for report in reports[index + 1 :] + reports[: max(index, 0)]:
        try:
            resolve.claim_case(person=report.reported_user, by=by)
        except ServiceError:
            continue
        return report
    return None
