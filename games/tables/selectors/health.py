"""Tables where something has gone wrong, for those who watch the site. Each is a query over an index made for it."""

from datetime import timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from games.tables.models import Seat, Table

LATE = timedelta(seconds=60)  # overdue questions are resolved every second


def list_overdue_seats() -> "QuerySet[Seat]":
    """Those whose time was up a minute ago, and nothing was played for them."""
    return Seat.objects.in_play().filter(deadline__lt=timezone.now() - LATE, question_seq__isnull=False)


def list_stuck_tables() -> "QuerySet[Table]":
    """Running ones where nobody is asked anything."""
    asked = Seat.objects.filter(table=OuterRef("pk"), question_seq__isnull=False)
    return Table.objects.filter(~Exists(asked), status=Table.Status.RUNNING)


def list_orphaned_seats() -> "QuerySet[Seat]":
    """Of running tables: nobody's who may play, and no bot there."""
    theirs = Seat.objects.filter(table__status=Table.Status.RUNNING, played_by=Seat.PlayedBy.PERSON)
    return theirs.filter(Q(user=None) | Q(user__is_active=False))
