"""A record laid down as the rows of an ended table of this site, as they stood before it was sealed."""

from typing import Any

from accounts.models import User
from games.replays.audit.foreign_record import parse_event_rows
from games.tables.models import Event, Seat, Seed, Table


def restored(record: dict[str, Any], host: User) -> Table:
    """Return the table, with that person at seat 0 and no one in the others."""
    rows = parse_event_rows(record)
    started = next(row.created_at for row in rows if row.kind == "start")
    table = Table.objects.create(
        public_id=record["table"], game_slug=record["title"], options=record["options"], status=record["status"],
        commitment=record["commitment"], digest=record["digest"], last_seq=len(rows), host=host,
        created_at=rows[0].created_at, started_at=started, changed_at=rows[-1].created_at,
        ended_at=rows[-1].created_at,
    )  # fmt: skip
    Seed.objects.create(table=table, value=bytes.fromhex(record["seed"]))
    Seat.objects.bulk_create(
        Seat(
            table=table,
            number=number,
            user=None if number else host,
            client_seed_hash=phrase,
            played_by="nobody" if number else "person",
        )
        for number, phrase in enumerate(record["phrases"])
    )
    Event.objects.bulk_create((Event(table=table, **row._asdict()) for row in rows), batch_size=200)
    return table
