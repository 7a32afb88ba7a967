"""Who may look at what is left of a match: asked for every address of it."""

from games.tables.access import Access, table_access
from games.tables.errors import Conflict, NotFound


def ended_access(public_id: str, user_id: int | None) -> Access:
    """An ended table, as its people share it. Raises NotFound, Conflict for one that has not ended. 2 queries."""
    access = table_access(public_id, user_id)
    if access is None:
        raise NotFound("no-such-table")
    if not access.table.ended:
        raise Conflict("not-ended")
    return access
