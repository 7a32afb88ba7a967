"""Presence: who is looking at which table, so that no one is notified of what they see.

The live hub (config.server.sse.hub) records a few times a minute whose streams are open and who was sent a table.
Without a hub nothing is recorded, and people get some unnecessary notifications.
"""

from collections.abc import Iterable
from datetime import timedelta

from django.db.models.functions import Now

from config.db.locking import write_transaction
from games.notifications.models import TablePresence
from games.tables.access import TableAccess
from games.tables.live.presence import RECORD_INTERVAL_SECONDS, Fetch, record_fetch

PRESENCE_TIMEOUT = timedelta(seconds=3 * RECORD_INTERVAL_SECONDS)  # how long a record counts
RETENTION = timedelta(hours=1)


def record_page_view(access: TableAccess) -> None:
    """Record that a person was sent a table with an open question of theirs."""
    own_seat = access.own_seat
    if own_seat is not None and own_seat.user is not None and access.question_seq is not None:
        record_fetch(access.table.public_id, own_seat.user.public_id)


def record_presence(pairs: Iterable[Fetch]) -> None:
    """Store that these people are looking at these tables now, by the database's clock."""
    rows = [
        TablePresence(table_public_id=table, user_public_id=person, seen_at=Now())
        for table, person in sorted(pairs)
        if person
    ]
    if rows:
        with write_transaction():
            TablePresence.objects.bulk_create(
                rows,
                update_conflicts=True,
                unique_fields=["table_public_id", "user_public_id"],
                update_fields=["seen_at"],
            )


def get_present(tables: Iterable[str]) -> set[Fetch]:
    """Return who is looking at these tables now. 1 query."""
    rows = TablePresence.objects.filter(table_public_id__in=tables, seen_at__gt=Now() - PRESENCE_TIMEOUT)
    return set(rows.values_list("table_public_id", "user_public_id"))


def delete_old_presence() -> None:
    """Delete expired records."""
    with write_transaction():
        TablePresence.objects.filter(seen_at__lt=Now() - RETENTION).delete()
