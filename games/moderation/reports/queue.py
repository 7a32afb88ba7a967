"""The queue of reports, and the data of a case's page."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Case, Count, Exists, F, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.http import urlencode

from accounts.admin.pagination import search_user_ids
from accounts.models import AuditLogEntry, Sanction, User
from accounts.services import browser_devices
from games.moderation.models import CaseNote, ModerationCase, Report, ReportEvidence
from games.moderation.reports.targets import get_redacted
from games.social.chat.quick_messages import QUICK_MESSAGES
from games.tables.models import Seat, Table

PAGE = 50
LIST_SIZE = 20  # of each list on a case's page
URGENCY_PER_REPORT = 10  # added to a report's priority for each further person who reports the same
AGED = ((timedelta(days=7), 60), (timedelta(days=3), 30), (timedelta(days=1), 10))  # waiting time, and what it adds
CLAIMS = ("free", "mine")
ORDERS = ("age",)
HIDDEN = "—"
Outcome = Report.Outcome


@dataclass(frozen=True, slots=True)
class Evidence:
    """A message near the reported one."""

    name: str
    words: str
    at: datetime
    is_reported: bool  # it is the reported one


@dataclass(frozen=True, slots=True)
class QueueFilter:
    """The filter of the queue, from a query string; invalid values are ignored."""

    category: str = ""
    claim: str = ""  # one of CLAIMS
    order: str = ""  # one of ORDERS; "": by severity and age
    q: str = ""  # prefix of a name, or public id of a person or table
    page: int = 1

    @classmethod
    def from_query(cls, query: Mapping[str, str]) -> "QueueFilter":
        page = query.get("page", "")
        plain = page.isascii() and page.isdecimal() and len(page) < 6
        return cls(
            category=_one_of(query.get("category"), Report.Category.values),
            claim=_one_of(query.get("claim"), CLAIMS),
            order=_one_of(query.get("order"), ORDERS),
            q="".join(sign for sign in query.get("q", "") if sign.isprintable()).strip()[:80],
            page=min(max(int(page), 1), 10_000) if plain else 1,
        )

    @property
    def query(self) -> str:
        """Return the query string; "" for the whole queue."""
        return urlencode({name: value for name, value in asdict(self).items() if value not in ("", 1)})

    @property
    def is_narrow(self) -> bool:
        return bool(self.category or self.claim or self.q)

    def narrow(self, reports: "QuerySet[Report]", by: User) -> "QuerySet[Report]":
        """Apply the filter. 1 query if a name is searched."""
        if self.category:
            reports = reports.filter(category=self.category)
        if self.q:
            reports = reports.filter(Q(reported_user__in=search_user_ids(self.q)) | Q(table__public_id=self.q))
        case = "reported_user__moderation_case"
        held = Q(**{f"{case}__claimed_until__gt": timezone.now(), f"{case}__claimed_by__isnull": False})
        if self.claim == "free":
            reports = reports.exclude(held)
        elif self.claim == "mine":
            reports = reports.filter(held, **{f"{case}__claimed_by": by.pk})
        return reports.order_by("created_at", "pk") if self.order == "age" else reports


def _one_of(value: str | None, offered: Sequence[str]) -> str:
    return value if value is not None and value in offered else ""


def list_open_reports(by: User) -> "QuerySet[Report]":
    """Return the reports of `list_visible_reports`, most urgent first, with what the queue shows."""
    joined = (
        Report.objects.filter(duplicate_of=OuterRef("pk"))
        .order_by()
        .values("duplicate_of")
        .annotate(n=Count("pk"))
        .values("n")
    )
    return (
        list_visible_reports(by)
        .select_related("reported_user__moderation_case__claimed_by", "reporter", "table")
        .annotate(more=Coalesce(Subquery(joined), 0))
        .annotate(urgency=F("priority") + URGENCY_PER_REPORT * F("more") + _get_age_bonus())
        .order_by("-urgency", "created_at")
    )


def list_visible_reports(by: User) -> "QuerySet[Report]":
    """Return the pending reports that `by` may see: not about themselves, and not from a match they play."""
    playing = Seat.objects.filter(table=OuterRef("table"), user=by.pk, table__status=Table.Status.RUNNING)
    return list_pending_reports().exclude(reported_user=by.pk).exclude(Exists(playing))


def _get_age_bonus() -> Case:
    """Return an expression for age: severe reports come first, but none waits forever."""
    now = timezone.now()
    return Case(*(When(created_at__lte=now - age, then=Value(bonus)) for age, bonus in AGED), default=Value(0))


def get_queue_page(by: User, queue_filter: QueueFilter) -> tuple[list[Report], bool]:
    """Return a page of reports, and whether there are more. 2 queries, 3 if a name is searched."""
    rows = list(
        queue_filter.narrow(list_open_reports(by), by)[(queue_filter.page - 1) * PAGE : queue_filter.page * PAGE + 1]
    )
    reports = rows[:PAGE]
    _add_accuracy(reports)
    return reports, len(rows) > PAGE


def list_open_appeals() -> "QuerySet[Sanction]":
    """List open appeals, oldest first."""
    waiting = Sanction.objects.filter(closed_at=None, answered_at=None, appealed_at__isnull=False)
    return waiting.select_related("person").order_by("appealed_at")


def list_pending_reports() -> "QuerySet[Report]":
    """Return all pending reports, without those merged into another."""
    return Report.objects.filter(decided_at=None, duplicate_of=None)


def get_case(person: User, by: User) -> dict[str, Any]:
    """Return the data of a case's page. Constant number of queries."""
    reports = list(list_open_reports(by).filter(reported_user=person)[:LIST_SIZE])
    past = Report.objects.filter(reported_user=person).exclude(decided_at=None).select_related("reporter", "decided_by")
    reports_made = (
        Report.objects.filter(reporter=person)
        .select_related("reported_user")
        .exclude(reported_user=by.pk)
        .order_by("-pk")
    )
    _add_accuracy(reports)
    _add_evidence(reports)
    return {
        "claim": get_claim(person),
        "reports": reports,
        "past": list(past.order_by("-decided_at")[:LIST_SIZE]),
        "made": list(reports_made[:LIST_SIZE]),
        "notes": list(CaseNote.objects.filter(person=person).select_related("author")[:LIST_SIZE]),
        "sanctions": list(
            Sanction.objects.filter(person=person).select_related("issued_by").order_by("-pk")[:LIST_SIZE]
        ),
        "seats": list(Seat.objects.filter(user=person).select_related("table").order_by("-table_id")[:LIST_SIZE]),
        "beside": list(_list_device_sharers(person, by)),
        "audit": AuditLogEntry.objects.filter(target_type="person", target_id=person.public_id).select_related("actor"),
    }


def get_claim(person: User) -> ModerationCase | None:
    """Return the current claim of the person's case; None if unclaimed. 1 query."""
    rows = ModerationCase.objects.filter(person=person, claimed_by__isnull=False, claimed_until__gt=timezone.now())
    return rows.select_related("claimed_by").first()


def list_own_reports(person: User) -> list[Report]:
    """List the person's own reports. 1 query."""
    return list(Report.objects.filter(reporter=person).select_related("reported_user", "table").order_by("-pk")[:PAGE])


def _list_device_sharers(person: User, by: User) -> "QuerySet[User]":
    """List others who have used the same browsers, with their numbers of reports and sanctions."""
    people = browser_devices.get_users_sharing_devices(person).exclude(pk=by.pk).filter(anonymised_at=None)
    about = Count("reports_about", distinct=True)
    return people.annotate(reported=about, sanctioned=Count("sanctions", distinct=True)).order_by("-pk")[:LIST_SIZE]


def _add_accuracy(reports: Sequence[Report]) -> None:
    """Set `of_all` and `upheld`: the reporters' decided reports, and how many of them were upheld. 1 query."""
    decided = Report.objects.filter(reporter__in={report.reporter_id for report in reports}).exclude(
        outcome__in=("", Outcome.NO_ACTION)
    )
    counts = decided.values("reporter").annotate(all=Count("pk"), right=Count("pk", filter=Q(outcome=Outcome.UPHELD)))
    by_reporter = {row["reporter"]: row for row in counts}
    for report in reports:
        row = by_reporter.get(report.reporter_id, {"all": 0, "right": 0})
        report.of_all, report.upheld = row["all"], row["right"]  # type: ignore[attr-defined]


def _add_evidence(reports: Sequence[Report]) -> None:
    """Set `others` (who reported the same), `redacted` and `shown_evidence`, without text that is redacted now.

    One query per list, for any number of reports.
    """
    leads = {report.pk: report for report in reports}
    duplicates: dict[int, list[Report]] = {pk: [] for pk in leads}
    for duplicate in Report.objects.filter(duplicate_of__in=leads).select_related("reporter").order_by("pk"):
        duplicates[duplicate.duplicate_of_id or 0].append(duplicate)
    lines: dict[int, list[ReportEvidence]] = {pk: [] for pk in leads}
    for row in ReportEvidence.objects.filter(report__in=leads).select_related("author").order_by("written_at", "pk"):
        lines[row.report_id].append(row)
    every = [(row.source_type, row.source_id) for of in lines.values() for row in of]
    hidden = get_redacted([*every, *((report.target_type, report.target_id) for report in reports)])
    for pk, report in leads.items():
        report.others, report.redacted = duplicates[pk], (report.target_type, report.target_id) in hidden  # type: ignore[attr-defined]
        report.shown_evidence = [_build_evidence(row, report, hidden) for row in lines[pk]]  # type: ignore[attr-defined]


def _build_evidence(row: ReportEvidence, report: Report, hidden: set[tuple[str, str]]) -> Evidence:
    words = str(QUICK_MESSAGES.get(row.quick_message, row.quick_message)) if row.quick_message else row.text
    words = HIDDEN if (row.source_type, row.source_id) in hidden else words
    return Evidence(str(row.author), words, row.written_at, row.source_id == report.target_id)
