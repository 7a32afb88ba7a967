"""The list of notifications behind the bell.

A question is listed only while it is open. The query checks this, so that no move has to clean up.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, QuerySet, Subquery
from django.db.models.functions import Now

from accounts.models import User
from config.db.locking import write_transaction
from games.notifications.content import NotificationContent, get_path, load_contents
from games.notifications.models import Notification
from games.notifications.relevance import IS_ASKED, IS_LISTABLE
from games.tables.selectors.header_counts import get_header_counts

SHOWN = 50
Kind = Notification.Kind


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the list."""

    pk: int
    at: datetime
    is_unread: bool
    kind: str
    headline: str
    details: str


def count_unread(user_id: int) -> int:
    """Return the number of unread entries. 1 query."""
    return get_header_counts(user_id)["unread"]


def build_unread_count(user: Any) -> Subquery:
    """Return the number of unread entries, for the query behind every page's header."""
    unread = _list_rows(user).filter(read_at=None).order_by().values("recipient")
    return Subquery(unread.annotate(n=Count("pk")).values("n"))


def list_entries(person: User) -> list[Entry]:
    """List the newest entries in the active language. 3 queries."""
    rows = list(_list_rows(person.pk).select_related("table", "actor").order_by("-created_at", "-pk")[:SHOWN])
    reminded = {(row.table_id, row.event_seq) for row in rows if row.kind == Kind.REMINDER}
    current = [row for row in rows if row.kind != Kind.YOUR_TURN or (row.table_id, row.event_seq) not in reminded]
    contents = load_contents(current, person, with_moves=False)
    return [_entry(row, contents[row.pk]) for row in current if row.pk in contents]


def open_entry(person: User, pk: int) -> str | None:
    """Mark an entry as read, and return where it leads. None if the person has no such entry."""
    row = Notification.objects.filter(recipient=person, pk=pk).select_related("table", "actor").first()
    if row is None:
        return None
    if row.read_at is None:
        with write_transaction():
            Notification.objects.filter(pk=pk).update(read_at=Now())
    return get_path(row)


def read_all(person: User) -> None:
    """Mark all entries as read."""
    with write_transaction():
        Notification.objects.filter(recipient=person, is_listed=True, read_at=None).update(read_at=Now())


def hide_answered(limit: int) -> int:
    """Remove at most `limit` answered questions from the lists. Return how many."""
    old = Notification.objects.filter(is_listed=True, kind__in=Notification.ASKING).exclude(IS_ASKED)
    pks = list(old.values_list("pk", flat=True)[:limit])
    Notification.objects.filter(pk__in=pks).update(is_listed=False)
    return len(pks)


def _entry(row: Notification, content: NotificationContent) -> Entry:
    return Entry(row.pk, row.created_at, row.read_at is None, row.kind, content.headline, content.details)


def _list_rows(user: Any) -> "QuerySet[Notification]":
    rows = Notification.objects.filter(recipient=user, is_listed=True)
    return rows.filter(IS_LISTABLE)
