"""Pagination and search for admin lists that stay fast however long they get."""

from typing import Any

from django.core.paginator import Paginator
from django.db.models import Q
from django.utils.functional import cached_property

from accounts.models import User
from accounts.names import confusables

MAX_COUNTED = 1_000
MAX_FOUND = 50  # people found by the beginning of a name


class BoundedPaginator(Paginator):  # type: ignore[type-arg]  # generic for the type checker only
    """Counts at most MAX_COUNTED rows: counting millions would take seconds for every page."""

    @cached_property
    def count(self) -> int:
        rows: Any = self.object_list
        return int(rows[:MAX_COUNTED].count())


def search_user_ids(words: str) -> list[int]:
    """Return the keys of at most MAX_FOUND people with that public id, or whose display name or username begins so.

    Prefixes use an index; a search inside names would scan the whole table.
    """
    key = confusables.fold_name(words)
    begins = Q(folded_name__startswith=key) if key else Q()
    matches = User.objects.filter(begins | Q(username__startswith=words.lower()) | Q(public_id=words))
    return list(matches.order_by().values_list("pk", flat=True)[:MAX_FOUND])
