"""One lock per write: a transaction locks one table's row, first.

SQLite has one writer for the whole file. Its own busy handler sleeps and starves; a file lock taken before BEGIN makes
the writers queue instead. It is released by the transaction's first on-commit hook, so nothing that runs on commit (a
broker, a mail server) is ever waited for under the lock.
"""

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def write_transaction() -> Iterator[None]:
    """A transaction that may write. Inside another one it is that one's savepoint."""
    if connection.in_atomic_block:
        with transaction.atomic():
            yield
        return
    release = _file_lock()
    try:
        with transaction.atomic():
            transaction.on_commit(release)
            yield
    finally:
        release()


def _file_lock() -> Callable[[], None]:
    """Take the database file's lock, if it is a file. Returns what gives it back; calling that twice is harmless."""
    path = str(connection.settings_dict["NAME"])
    if connection.vendor != "sqlite" or not path or ":memory:" in path or "mode=memory" in path:
        return lambda: None
    handle = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(handle, fcntl.LOCK_EX)
    held = [handle]

    def release() -> None:
        if held:
            os.close(held.pop())

    return release
