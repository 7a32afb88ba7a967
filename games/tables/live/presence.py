"""Who was sent which table lately, remembered in this process until the live hub, which runs in the same one, notes it.

So a page costs no query for it.
"""

Pair = tuple[str, str]  # public ids of table and person
NOTED_EVERY_SECONDS = 10
MOST = 10_000
_fetched: set[Pair] = set()


def fetched(table: str, person: str) -> None:
    """`person` was sent `table`. Without a hub nobody takes it, and so there is an end to it."""
    if len(_fetched) < MOST:
        _fetched.add((table, person))


def fetched_taken() -> set[Pair]:
    """Who was sent what since this was last asked."""
    taken = set[Pair]()
    while _fetched:
        taken.add(_fetched.pop())
    return taken
