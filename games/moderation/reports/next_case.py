"""Taking a case out of the queue: the one that was chosen, or the most urgent one that may be taken."""

from accounts.models import User
from games.moderation.models import Report
from games.moderation.reports import queue, resolve
from games.tables.errors import ConflictError, ServiceError

TRIED = 20  # of which others may have claimed some, or the moderator be tied to some


def take_report(*, report_pk: int, by: User) -> Report:
    """Claim the person it is about. Raises a ServiceError, for one that is decided by now as well."""
    report = queue.list_open_reports(by).filter(pk=report_pk).first()
    if report is None:
        raise ConflictError("report-over")
    resolve.claim_case(person=report.reported_user, by=by)
    return report


def take_next(*, by: User, wanted: queue.QueueFilter, after: int | None = None) -> Report | None:
    """Claim the first that nobody else looks into, of that part of the queue; None: there is none for this moderator.

    `after`: the report that is left for now. Those behind it come first, so that nobody goes to and fro.
    """
    found = list(wanted.narrow(queue.list_open_reports(by), by)[:TRIED])
    left = next((place for place, report in enumerate(found) if report.pk == after), -1)
    for report in found[left + 1 :] + found[: max(left, 0)]:
        try:
            resolve.claim_case(person=report.reported_user, by=by)
        except ServiceError:
            continue
        return report
    return None
