"""Who was sent which table lately, remembered in this process until the live hub, which runs in the same one, notes it.

So a page costs no query for it.
"""

Fetch = tuple[str, str]  # public ids of table and person
RECORD_INTERVAL_SECONDS = 10
MAX_FETCHES = 10_000
_fetched: set[Fetch] = set()


def record_fetch(table: str, person: str) -> None:
    """`person` was sent `table`. Without a hub nobody takes it, and so there is an end to it."""
    if len(_fetched) < MAX_FETCHES:
        _fetched.add((table, person))


def pop_fetches() -> set[Fetch]:
    """Who was sent what since this was last asked."""
    taken = set[Fetch]()
    while _fetched:
        taken.add(_fetched.pop())
    return taken
