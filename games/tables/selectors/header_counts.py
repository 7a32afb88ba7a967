"""Counters in the header of a signed-in user, read with one query.

At how many tables it is the user's turn, and the counters that other apps register in `AppConfig.ready`.
"""

from collections.abc import Callable
from typing import Any

from django.db.models import Count, IntegerField, Subquery, Value
from django.db.models.functions import Coalesce

from accounts.models import User
from config.db.compiled_queries import CompiledQuery
from games.tables.models import Seat
from games.tables.selectors.table_lists import IS_TO_ACT

TURNS = "turns"


def _count_turns(user: Any) -> Subquery:
    turns = Seat.objects.filter(IS_TO_ACT, user=user).order_by().values("user")
    return Subquery(turns.annotate(n=Count("pk")).values("n"))


_PARTS: dict[str, Callable[[Any], Subquery]] = {TURNS: _count_turns}
# Runs on every page. Compiled on first use, when all counters are registered.
_COUNTS: CompiledQuery[tuple[int, ...]] = CompiledQuery(
    lambda user: User.objects.filter(pk=user).values_list(
        *(Coalesce(count(user), Value(0), output_field=IntegerField()) for count in _PARTS.values())
    )
)


def register(name: str, count: Callable[[Any], Subquery]) -> None:
    """Register a counter: an expression on the user's key; NULL counts as 0."""
    _PARTS[name] = count


def get_header_counts(user_id: int | None) -> dict[str, int]:
    """Return the counters by name; 0 for anonymous users. 1 query."""
    counts = _COUNTS.first(user=user_id) if user_id is not None else None
    return dict(zip(_PARTS, counts or (0,) * len(_PARTS), strict=True))
