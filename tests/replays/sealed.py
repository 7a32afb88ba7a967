"""Tables sealed, verified and, if wanted, without their rows, as the jobs leave them."""

import json
from typing import Any

from games.replays.archive.services import rows_dropped, table_seal
from games.replays.verification.services import table_verify
from games.tables.models import Event, Record, Table
from games.tables.storage.archived_log import Sealed
from tests.matches import fresh


def sealed_of(table: Table) -> Sealed:
    """The sealed log; sealed now if it was not."""
    table_seal(table.pk)
    row = Record.objects.get(table=table)
    return Sealed(bytes(row.data), row.lengths)


def record_of(table: Table) -> Any:
    """The record that is handed out."""
    return json.loads(sealed_of(table).text)


def proven(table: Table) -> Table:
    """Sealed and verified: the night may come."""
    table_seal(table.pk)
    assert table_verify(table.pk)
    return fresh(table)


def without_rows(table: Table) -> Table:
    """The same after the night."""
    proven(table)
    assert rows_dropped(10) > 0
    assert not Event.objects.filter(table=table).exists()
    return Table.objects.select_related("seed").get(pk=table.pk)
