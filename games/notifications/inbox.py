"""The list behind the bell: what somebody was told here, read or not, and where each entry leads.

A question stands there only as long as it is open: that is looked up with the list, so no move has to clear it.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Now

from accounts.models import User
from config.db.locking import write_transaction
from games.notifications.content import NotificationContent, get_path, load_contents
from games.notifications.models import Notification
from games.tables.models import Seat, Table
from games.tables.selectors.header_counts import get_header_counts

SHOWN = 50
Kind = Notification.Kind


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the list."""

    pk: int
    at: datetime
    is_unread: bool
    kind: str
    headline: str
    details: str


def count_unread(user_id: int) -> int:
    """1 query."""
    return get_header_counts(user_id)["unread"]


def build_unread_count(user: Any) -> Subquery:
    """For the header of every page, which asks it with its other counts."""
    unread = _list_rows(user).filter(read_at=None).order_by().values("recipient")
    return Subquery(unread.annotate(n=Count("pk")).values("n"))


def list_entries(person: User) -> list[Entry]:
    """The newest ones, in the active language. 3 queries, however many there are."""
    rows = list(_list_rows(person.pk).select_related("table", "actor").order_by("-created_at", "-pk")[:SHOWN])
    reminded = {(row.table_id, row.event_seq) for row in rows if row.kind == Kind.REMINDER}
    shown = [row for row in rows if row.kind != Kind.YOUR_TURN or (row.table_id, row.event_seq) not in reminded]
    contents = load_contents(shown, person, with_moves=False)
    return [_entry(row, contents[row.pk]) for row in shown if row.pk in contents]


def open_entry(person: User, pk: int) -> str | None:
    """The entry is read; where it leads. None: this person has none of that number."""
    row = Notification.objects.filter(recipient=person, pk=pk).select_related("table", "actor").first()
    if row is None:
        return None
    if row.read_at is None:
        with write_transaction():
            Notification.objects.filter(pk=pk).update(read_at=Now())
    return get_path(row)


def read_all(person: User) -> None:
    """Nothing is new any more."""
    with write_transaction():
        Notification.objects.filter(recipient=person, is_listed=True, read_at=None).update(read_at=Now())


def hide_answered(limit: int) -> int:
    """Take at most `limit` questions that are answered out of the lists for good. Returns how many."""
    old = Notification.objects.filter(is_listed=True, kind__in=Notification.ASKING).exclude(_IS_OPEN)
    found = list(old.values_list("pk", flat=True)[:limit])
    Notification.objects.filter(pk__in=found).update(is_listed=False)
    return len(found)


def _entry(row: Notification, told: NotificationContent) -> Entry:
    return Entry(row.pk, row.created_at, row.read_at is None, row.kind, told.headline, told.details)


_IS_OPEN = Exists(
    Seat.objects.filter(
        table=OuterRef("table"), user=OuterRef("recipient"), question_seq=OuterRef("event_seq"),
        played_by=Seat.PlayedBy.PERSON, act_at=None,
    )
)  # fmt: skip


_SITS_THERE = Exists(Seat.objects.filter(table=OuterRef("table"), user=OuterRef("recipient")))


def _list_rows(user: Any) -> "QuerySet[Notification]":
    rows = Notification.objects.filter(recipient=user, is_listed=True)
    awaited = ~Q(kind=Kind.OPENING) | Q(table__reveal_deadline__isnull=False)
    invited = ~Q(kind=Kind.INVITATION) | (Q(table__status=Table.Status.OPEN) & ~_SITS_THERE)
    return rows.filter(awaited, invited, ~Q(kind__in=Notification.ASKING) | _IS_OPEN)
