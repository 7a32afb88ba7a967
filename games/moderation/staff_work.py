"""Work waiting for a member of staff: open reports, appeals and approvals that they may decide."""

from collections.abc import Mapping
from datetime import datetime

from django.core.cache import cache
from django.db import transaction
from django.urls import reverse
from django.utils.crypto import get_random_string

from accounts.models import User
from accounts.staff import approvals, permissions
from accounts.staff.conflicts_of_interest import TABLE, cache_conflicts, list_conflicts
from games.moderation.reports.queue import list_open_appeals, list_pending_reports, list_visible_reports
from games.notifications import staff_work
from games.notifications.models import Notification

Kind = Notification.Kind
REPORTS_COUNTED = 100  # newest ones
LOOKED_AT = 20  # of appeals and approvals, which take several queries each
CACHE_SECONDS = 60
VERSION = "staff-work"  # cache key of a value that changes with every change of waiting work
PATHS = {
    Kind.REPORTS: lambda: reverse("admin:moderation_report_queue"),
    Kind.APPEALS: lambda: reverse("admin:accounts_sanction_changelist") + "?state=appeal",
    Kind.OPINIONS: lambda: reverse("admin:accounts_approval_changelist"),
}


def find_waiting(person: User) -> dict[str, list[datetime]]:
    """Return when each thing that this person may decide began to wait, by kind of notification.

    About 15 queries for reports, and a few for each appeal and approval, of which LOOKED_AT are checked.
    """
    if not (person.is_active and person.is_staff):
        return {kind: [] for kind in Notification.STAFF}
    return {
        Kind.REPORTS: _find_reports(person),
        Kind.APPEALS: _find_appeals(person),
        Kind.OPINIONS: _find_opinions(person),
    }


def count_waiting(person: User) -> Mapping[str, int]:
    """Return how much waits for this person, by kind. Cached for up to a minute, so most pages cost no query."""
    key = f"{VERSION}:{cache.get(VERSION, '')}:{person.pk}"
    counts: Mapping[str, int] | None = cache.get(key)
    if counts is None:
        counts = {kind: len(times) for kind, times in find_waiting(person).items()}
        cache.set(key, counts, CACHE_SECONDS)
    return counts


def forget_counts() -> None:
    """Drop the cached counts after a change. Processes without a shared cache notice within a minute."""
    transaction.on_commit(lambda: cache.set(VERSION, get_random_string(8), None), robust=True)


def notify_staff() -> None:
    """Notify staff of work that began to wait since they were last notified.

    May run at any time and any number of times. Costs 4 queries if nothing waits and nothing is listed.
    """
    is_idle = not (
        list_pending_reports().exists() or list_open_appeals().exists() or approvals.list_open_approvals().exists()
    )
    if is_idle and not staff_work.is_anything_listed():
        return
    for person in User.objects.filter(is_active=True, is_staff=True).order_by("pk"):
        newest = {kind: max(times, default=None) for kind, times in find_waiting(person).items()}
        staff_work.tell(person.pk, newest)


def _find_reports(by: User) -> list[datetime]:
    if not (by.has_perm("moderation.handle_report") and by.has_perm("moderation.view_report")):
        return []
    rows = list_visible_reports(by).exclude(reporter=by.pk).order_by("-created_at")[:REPORTS_COUNTED]
    reports = list(rows.values_list("reported_user", "reporter", "created_at"))
    if not reports:
        return []
    ties = list_conflicts(by.pk, {pk for about, reporter, _at in reports for pk in (about, reporter)})
    strong = {tie.person for tie in ties if tie.is_strong}
    same_person = {tie.person for tie in ties if tie.is_strong and tie.kind != TABLE}
    return [
        at
        for about, reporter, at in reports
        if reporter not in same_person and (by.is_superuser or about not in strong)
    ]


def _find_appeals(by: User) -> list[datetime]:
    if not by.has_perm("accounts.view_sanction"):
        return []
    rows = list(list_open_appeals().exclude(person=by.pk).exclude(issued_by=by.pk)[:LOOKED_AT])
    people = {row.person_id for row in rows}.union(
        *({row.issued_by_id, *parties_of(row)} for row in rows for parties_of in permissions.PARTY_PROVIDERS)
    )
    with cache_conflicts(by.pk, people):
        return [row.appealed_at for row in rows if row.appealed_at and permissions.can_decide_appeal(by, row)]


def _find_opinions(by: User) -> list[datetime]:
    if not by.has_perm("accounts.view_approval"):
        return []
    rows = list(approvals.list_open_approvals().exclude(requested_by=by.pk)[:LOOKED_AT])
    with cache_conflicts(by.pk, {row.requested_by_id for row in rows}):
        return [row.requested_at for row in rows if approvals.can_answer(by, row)]


def connect() -> None:
    staff_work.register(lambda person: {kind: len(at) for kind, at in find_waiting(person).items()}, PATHS)
