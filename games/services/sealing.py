"""Sealing: an ended table as one self-contained record that needs neither our database nor our rules to be read.

{"format": "tefuda-record-1", "table", "title", "rules", "options", "seats", "status", "seed": hex, "commitment",
 "phrases": [seat hashes], "digest": hex, "events": [{"body", "frame", "keyframe", "digest"}, …]}
"""

import zlib
from typing import Any

from games.engine.chain import text_hash
from games.engine.codec import canonical
from games.models import Record, Table
from games.services.locking import locked_table
from games.services.verifying import verification_due

FORMAT = "tefuda-record-1"


def table_seal(table_pk: int) -> bool:
    """Seal an ended table once, and have it verified. Says whether it did."""
    public_id = Table.objects.values_list("public_id", flat=True).get(pk=table_pk)
    with locked_table(public_id) as table:
        if not table.ended or Record.objects.filter(table=table).exists():
            return False
        text = canonical(_contents(table))
        Record.objects.create(table=table, data=zlib.compress(text.encode(), 9), sha256=text_hash(text))
        verification_due(table)
        return True


def _contents(table: Table) -> dict[str, Any]:
    events = table.events.order_by("seq").values("body", "frame", "keyframe", "digest")
    seats = list(table.seats.order_by("number"))
    return {
        "format": FORMAT,
        "table": table.public_id,
        "title": table.title,
        "rules": table.rules,
        "options": table.options,
        "seats": len(seats),
        "status": table.status,
        "seed": bytes(table.seed.value).hex(),
        "commitment": table.commitment,
        "phrases": [seat.phrase_hash for seat in seats],
        "digest": table.digest,
        "events": list(events),
    }
