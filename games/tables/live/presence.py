"""Recent page fetches per table, kept in this process until the live hub, which runs in the same one, stores them.

This saves a query per page.
"""

Fetch = tuple[str, str]  # public ids of table and person
RECORD_INTERVAL_SECONDS = 10
MAX_FETCHES = 10_000
_fetched: set[Fetch] = set()


def record_fetch(table: str, person: str) -> None:
    """Record that `person` was sent `table`. Limited to MAX_FETCHES, since without a hub no one collects them."""
    if len(_fetched) < MAX_FETCHES:
        _fetched.add((table, person))


def pop_fetches() -> set[Fetch]:
    """Return the fetches recorded since the last call, and forget them."""
    fetches = set[Fetch]()
    while _fetched:
        fetches.add(_fetched.pop())
    return fetches
