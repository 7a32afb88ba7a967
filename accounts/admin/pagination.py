"""Lists of the administration that stay fast however long they are."""

from typing import Any

from django.core.paginator import Paginator
from django.db.models import Q
from django.utils.functional import cached_property

from accounts.models import User
from accounts.names import confusables

COUNTED = 1_000
FOUND = 50  # people, by the beginning of a name


class BoundedPages(Paginator):  # type: ignore[type-arg]  # generic for the type checker only
    """Counts no further than anybody turns pages: a count of millions takes seconds, with every list."""

    @cached_property
    def count(self) -> int:
        rows: Any = self.object_list
        return int(rows[:COUNTED].count())


def people_named(words: str) -> list[int]:
    """The keys of at most FOUND people: with that public id, or whose display name or username begins so.

    Beginnings are found by an index; a name that merely contains the words takes a look at everybody's.
    """
    key = confusables.key(words)
    begins = Q(name_key__startswith=key) if key else Q()
    found = User.objects.filter(begins | Q(username__startswith=words.lower()) | Q(public_id=words))
    return list(found.order_by().values_list("pk", flat=True)[:FOUND])
