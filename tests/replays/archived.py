"""Tables sealed, verified and, if wanted, without their rows, as the jobs leave them."""

import json
from typing import Any

from games.replays.archive.services import archive_table, prune_events
from games.replays.verification.services import run_verification
from games.tables.models import Event, Record, Table
from games.tables.storage.archived_log import ArchivedLog
from tests.matches import fresh


def sealed_of(table: Table) -> ArchivedLog:
    """The sealed log; sealed now if it was not."""
    archive_table(table.pk)
    row = Record.objects.get(table=table)
    return ArchivedLog(bytes(row.data), row.lengths)


def record_of(table: Table) -> Any:
    """The record that is handed out."""
    return json.loads(sealed_of(table).text)


def proven(table: Table) -> Table:
    """Sealed and verified: the night may come."""
    archive_table(table.pk)
    assert run_verification(table.pk)
    return fresh(table)


def without_rows(table: Table) -> Table:
    """The same after the night."""
    proven(table)
    assert prune_events(10) > 0
    assert not Event.objects.filter(table=table).exists()
    return Table.objects.select_related("seed").get(pk=table.pk)
