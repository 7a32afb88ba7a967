"""Who has which table in view, so that nobody is notified of what they see.

The live hub (config.server.sse.hub) notes a few times a minute whose streams are open and who was sent a table. Where
pages are served without a hub nothing is noted, and people are told a little more than they need.
"""

from collections.abc import Iterable
from datetime import timedelta

from django.db.models.functions import Now

from config.db.locking import write_transaction
from games.notifications.models import TablePresence
from games.tables.access import TableAccess
from games.tables.live.presence import RECORD_INTERVAL_SECONDS, Fetch, record_fetch

PRESENCE_TIMEOUT = timedelta(seconds=3 * RECORD_INTERVAL_SECONDS)  # so long a look counts
RETENTION = timedelta(hours=1)


def record_page_view(access: TableAccess) -> None:
    """Somebody is sent a table with a question of theirs on it."""
    own = access.own_seat
    if own is not None and own.user is not None and access.question_seq is not None:
        record_fetch(access.table.public_id, own.user.public_id)


def record_presence(pairs: Iterable[Fetch]) -> None:
    """Write that these people look at these tables now, by the database's clock."""
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
    """Who looks at these tables at present. 1 query."""
    rows = TablePresence.objects.filter(table_public_id__in=tables, seen_at__gt=Now() - PRESENCE_TIMEOUT)
    return set(rows.values_list("table_public_id", "user_public_id"))


def delete_old_presence() -> None:
    """Drop what no longer counts."""
    with write_transaction():
        TablePresence.objects.filter(seen_at__lt=Now() - RETENTION).delete()
