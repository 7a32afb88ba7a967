"""Relations of the people in a case: tables shared by reported person and reporter, and their collusion flags."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from games.moderation.models import CollusionFlag, Report
from games.tables.models import Seat, Table

LATEST = 5


@dataclass(frozen=True, slots=True)
class SharedHistory:
    """What two people have in common, for a moderator."""

    count: int
    latest: list[Table]
    flags: list[CollusionFlag]
    reports_before: int  # decided ones by this reporter about this person


def get_shared_history(report: Report, reader: User) -> SharedHistory:
    """Return the shared history, without flags about the reader. 4 queries."""
    person, reporter = report.reported_user_id, report.reporter_id
    tables = _tables_of(person).filter(Exists(Seat.objects.filter(table=OuterRef("pk"), user=reporter)))
    flags = CollusionFlag.objects.filter(
        Q(user_a=person) | Q(user_b=person), user_a__in=_about(report), user_b__in=_about(report)
    ).exclude(Q(user_a=reader.pk) | Q(user_b=reader.pk))
    before = Report.objects.filter(reporter=reporter, reported_user=person).exclude(decided_at=None)
    return SharedHistory(
        count=tables.count(),
        latest=list(tables.order_by("-pk")[:LATEST]),
        flags=list(flags.select_related("user_a", "user_b")),
        reports_before=before.count(),
    )


def _tables_of(person: int) -> "QuerySet[Table]":
    return Table.objects.filter(Exists(Seat.objects.filter(table=OuterRef("pk"), user=person)))


def _about(report: Report) -> "QuerySet[User]":
    """Return everyone at the reported table, and the reporter."""
    seated = Seat.objects.filter(table=report.table_id, user__isnull=False).values("user")
    return User.objects.filter(Q(pk__in=seated) | Q(pk__in=(report.reported_user_id, report.reporter_id)))
