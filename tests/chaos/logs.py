"""The log of a table from its rows or its record: a match's rows are deleted when its record is verified."""

from games.replays.audit.rows import EventRow, parse_event_row
from games.tables.models import Table


def list_events(table: Table) -> list[EventRow]:
    """From its rows or, where these have gone, from its record, which has no keys."""
    rows = [EventRow(*row) for row in table.events.order_by("seq").values_list(*EventRow._fields)]
    if rows:
        return rows
    vars(table).pop("archived_log", None)  # looked for before it was there
    record = table.archived_log
    return [parse_event_row(n, event) for n, event in enumerate(record.full_events(), 1)] if record else []
