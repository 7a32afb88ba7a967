"""Locking: each write locks one row of a table first.

Rows are locked in this order: a table, a circle, people by key, and then what belongs to them (chat rooms, reports,
friendships). A foreign key locks its target as well, on PostgreSQL at the end of the transaction.

SQLite has one writer per file. Its own busy handler sleeps and can starve; a file lock taken before BEGIN makes the
writers of all processes queue instead, so all our writes, in any app, go through this module. The transaction's first
on-commit hook releases the lock, so nothing that runs on commit (a broker, a mail server) delays others. For databases
other than SQLite files there is no such lock, and this is `transaction.atomic`. Single statements of Django and allauth
that don't use it wait by SQLite's own timeout.
"""

import fcntl
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import connection, transaction


class _LockState(threading.local):
    """Whether this thread holds the file lock. Taking it twice would deadlock."""

    is_held = False


_lock_state = _LockState()


@contextmanager
def write_transaction() -> Iterator[None]:
    """Open a transaction that may write; also a decorator. Inside another one, open a savepoint."""
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


def lock_name(name: str) -> None:
    """Serialise transactions that lock the same name, until they end.

    For limits that count rows without a common row to lock. Call it inside `write_transaction()`, before locking any
    row. SQLite has one writer anyway.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [name])


@contextmanager
def write_lock() -> Iterator[None]:
    """Take the lock only, around one statement or code that opens its own transaction, such as Django's sessions."""
    if connection.in_atomic_block:
        yield
        return
    release = _file_lock()
    try:
        yield
    finally:
        release()


def _file_lock() -> Callable[[], None]:
    """Take the database file's lock, if it is a file. Return a function that releases it and may be called twice."""
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
