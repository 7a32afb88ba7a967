"""Permission to see an ended match, checked by each of its addresses."""

from games.tables.access import TableAccess, get_table_access
from games.tables.errors import ConflictError, NotFoundError


def get_ended_access(public_id: str, user_id: int | None) -> TableAccess:
    """An ended table, as its people share it. Raises NotFoundError, ConflictError for one that has not ended. 2
    queries."""
    access = get_table_access(public_id, user_id)
    if access is None:
        raise NotFoundError("no-such-table")
    if not access.table.is_ended:
        raise ConflictError("not-ended")
    return access
