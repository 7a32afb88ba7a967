"""Whose turn it is where many wait: every host's first before anybody's second, among no more than are looked at."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from django.db.models import QuerySet

Waiting = TypeVar("Waiting")


def order_by_hosts(waiting: Iterable[Waiting], get_host: Callable[[Waiting], int | None]) -> list[Waiting]:
    """Every host's first before anybody's second, so that no one's many tables keep the others waiting."""
    seen, ranked = Counter[int | None](), list[tuple[int, int, Waiting]]()
    for one in waiting:
        host = get_host(one)
        seen[host] += 1
        ranked.append((seen[host], len(ranked), one))
    return [one for *_, one in sorted(ranked, key=lambda entry: entry[:2])]


def read_both_ends(waiting: "QuerySet[Any, tuple[Any, ...]]", field: str, limit: int) -> list[tuple[Any, ...]]:
    """So many of the oldest and so many of the newest, the oldest first, of rows that begin with their key. 2 queries,
    1 where there are no more.

    Who has just come must not wait for one host's thousand, and at the other end it goes forward.
    """
    oldest = list(waiting.order_by(field)[:limit])
    if len(oldest) < limit:
        return oldest
    newest = list(waiting.order_by(f"-{field}")[:limit])
    return list({row[0]: row for row in (*oldest, *reversed(newest))}.values())
