"""Tables in trouble, for monitoring. Each query uses an index made for it."""

from datetime import timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from games.tables.models import Seat, Table

LATE = timedelta(seconds=60)  # overdue questions are resolved every second


def list_overdue_seats() -> "QuerySet[Seat]":
    """Return seats whose deadline passed a minute ago without a move being played."""
    return Seat.objects.in_play().filter(deadline__lt=timezone.now() - LATE, question_seq__isnull=False)


def list_stuck_tables() -> "QuerySet[Table]":
    """Return running tables without an open question."""
    waiting_seats = Seat.objects.filter(table=OuterRef("pk"), question_seq__isnull=False)
    return Table.objects.filter(~Exists(waiting_seats), status=Table.Status.RUNNING)


def list_orphaned_seats() -> "QuerySet[Seat]":
    """Return seats of running tables without a bot or an active user to play them."""
    seats_of_people = Seat.objects.filter(table__status=Table.Status.RUNNING, played_by=Seat.PlayedBy.PERSON)
    return seats_of_people.filter(Q(user=None) | Q(user__is_active=False))
