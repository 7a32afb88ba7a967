"""Who plays a game for the first time."""

from config.db.compiled_queries import CompiledQuery, QueryParam
from games.tables.models import Seat, Table

_FINISHED = CompiledQuery(
    lambda: Seat.objects.filter(
        user=QueryParam("user"), table__title=QueryParam("title"), table__status=Table.Status.FINISHED
    ).values_list("pk")[:1]
)


def is_first_match(user_id: int | None, slug: str) -> bool:
    """Whether this person has not finished a match of that game yet. 1 query."""
    return user_id is not None and _FINISHED.first(user=user_id, title=slug) is None
