"""What the header counts for whoever is logged in, by one query for all: at how many tables it is their turn, and what
apps above add (from their `AppConfig.ready`)."""

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
# Every page counts somebody's. Made when it is first asked, with all parts.
_COUNTS: CompiledQuery[tuple[int, ...]] = CompiledQuery(
    lambda user: User.objects.filter(pk=user).values_list(
        *(Coalesce(count(user), Value(0), output_field=IntegerField()) for count in _PARTS.values())
    )
)


def register(name: str, count: Callable[[Any], Subquery]) -> None:
    """Something more to count of a person, by their key; NULL is none."""
    _PARTS[name] = count


def get_header_counts(user_id: int | None) -> dict[str, int]:
    """By name; nobody has any. 1 query."""
    found = _COUNTS.first(user=user_id) if user_id is not None else None
    return dict(zip(_PARTS, found or (0,) * len(_PARTS), strict=True))


def count_turns(user_id: int) -> int:
    """At how many tables it is this person's turn. 1 query."""
    return get_header_counts(user_id)[TURNS]
