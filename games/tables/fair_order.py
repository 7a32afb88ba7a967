"""Fair ordering of queues: the first item of every host before the second item of any."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from django.db.models import QuerySet

Waiting = TypeVar("Waiting")


def order_by_hosts(waiting: Iterable[Waiting], get_host: Callable[[Waiting], int | None]) -> list[Waiting]:
    """Sort so that the first item of every host precedes the second of any.

    A host with many tables can't keep the others waiting.
    """
    counts, ranked = Counter[int | None](), list[tuple[int, int, Waiting]]()
    for item in waiting:
        host = get_host(item)
        counts[host] += 1
        ranked.append((counts[host], len(ranked), item))
    return [item for *_, item in sorted(ranked, key=lambda entry: entry[:2])]


def read_both_ends(waiting: "QuerySet[Any, tuple[Any, ...]]", field: str, limit: int) -> list[tuple[Any, ...]]:
    """Return the oldest `limit` and the newest `limit` rows, oldest first. 2 queries; 1 if there are no more rows.

    Reading the newest too keeps new arrivals from waiting behind one host's thousand. Rows begin with their key.
    """
    oldest = list(waiting.order_by(field)[:limit])
    if len(oldest) < limit:
        return oldest
    newest = list(waiting.order_by(f"-{field}")[:limit])
    return list({row[0]: row for row in (*oldest, *reversed(newest))}.values())
