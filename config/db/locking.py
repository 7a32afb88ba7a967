"""One lock per write: a transaction locks one table's row, first.

SQLite has one writer for the whole file. Its own busy handler sleeps and starves; a file lock taken before BEGIN makes
the writers of all processes queue instead, so every write of ours goes through here, in whatever app. It is given back
by the transaction's first on-commit hook, so nothing that runs on commit (a broker, a mail server) is ever waited for
under the lock. Elsewhere than on SQLite's files there is no such lock, and this is `transaction.atomic`.

Single statements of Django and allauth that take no part in it wait by SQLite's own time-out, as always.
"""

import fcntl
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import connection, transaction


class _LockState(threading.local):
    """Whether this thread has the file lock. It isn't taken twice: that would wait for itself."""

    is_held = False


_lock_state = _LockState()


@contextmanager
def write_transaction() -> Iterator[None]:
    """A transaction that may write; as a decorator, too. Inside another one it is that one's savepoint."""
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


@contextmanager
def write_lock() -> Iterator[None]:
    """The lock alone, around one statement or around what begins its own transaction, such as Django's sessions."""
    if connection.in_atomic_block:
        yield
        return
    release = _file_lock()
    try:
        yield
    finally:
        release()


def _file_lock() -> Callable[[], None]:
    """Take the database file's lock, if it is a file. Returns what gives it back; calling that twice is harmless."""
    path = str(connection.settings_dict["NAME"])
    if _lock_state.is_held or connection.vendor != "sqlite" or not path or ":memory:" in path or "mode=memory" in path:
        return lambda: None
    handle = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(handle, fcntl.LOCK_EX)
    _lock_state.is_held, opened = True, [handle]

    def release() -> None:
        if opened:
            _lock_state.is_held = False
            os.close(opened.pop())

    return release
