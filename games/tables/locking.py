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
from django.db.models.functions import Now

from games.tables.errors import NotFound
from games.tables.models import Table


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


@contextmanager
def locked_table(public_id: str) -> Iterator[Table]:
    """The table with its row locked until the transaction ends, `table.now` being the database's clock.

    Raises NotFound.
    """
    with write_transaction():
        # Not the position: having waited for the lock, PostgreSQL reads the locked row anew but a joined one as it
        # was before. It is read when asked for, under the lock.
        query = Table.objects.select_for_update(of=("self",), no_key=True).select_related("seed")
        try:
            table = query.annotate(clock=Now()).get(public_id=public_id)
        except Table.DoesNotExist:
            raise NotFound("no-such-table") from None
        table.now = table.clock
        yield table


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
