"""Time limits for answers from PostgreSQL.

The server ends a statement that takes too long, including waiting for a lock, and the connection stays usable. A server
that doesn't respond at all can't do that: then the connection is cut from this side, and its user gets the same kind of
error as for a lost connection.
"""

import os
import socket
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

from django.db import Error
from django.db.backends.signals import connection_created

from config.db import unavailable

POLL_SECONDS = 0.25
GRACE_SECONDS = 0.25  # for the server to end the statement itself


def limit_statements(seconds: float, *, on_server: bool) -> None:
    """Limit the time that connections opened from now on wait for an answer. 0 is no limit.

    `on_server`: also set the limit on the server, once per connection. Not behind a PgBouncer in transaction mode,
    where the next transaction uses another connection: there the role needs the limit.
    """
    if not seconds:
        return
    watch = _Watch(seconds + GRACE_SECONDS)

    def connected(connection: Any, **_: Any) -> None:
        if connection.vendor != "postgresql":
            return
        watch.over(connection)
        with connection.cursor() as cursor:
            if on_server:
                cursor.execute("SELECT set_config('statement_timeout', %s, false)", [str(int(seconds * 1000))])
            else:
                cursor.execute("SELECT 1")  # a PgBouncer accepts connections even if the server is down
        unavailable.record_recovery()

    connection_created.connect(connected, weak=False, dispatch_uid="config.db.time_limits")


class _Watch:
    """A thread that watches this process's connections and cuts those that wait too long for an answer."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.connections: WeakSet[Any] = WeakSet()
        self.asked: WeakKeyDictionary[Any, int] = WeakKeyDictionary()  # number of statements by connection
        # The current statement, and since when.
        self.busy_since: WeakKeyDictionary[Any, tuple[int, float]] = WeakKeyDictionary()
        self.wrapped = threading.local()  # this thread's wrappers, by Django's connection, for its lifetime
        self.thread: threading.Thread | None = None
        self.lock = threading.Lock()

    def over(self, connection: Any) -> None:
        """Watch the connection that Django has just opened."""
        wrapped = self.wrapped.__dict__
        if connection not in wrapped:
            wrapped[connection] = stack = ExitStack()
            stack.enter_context(connection.execute_wrapper(self._counted))
        with self.lock:
            self.connections.add(connection.connection)
            if self.thread is None or not self.thread.is_alive():  # not started yet, or lost in a fork
                self.thread = threading.Thread(target=self._run, name="database-watch", daemon=True)
                self.thread.start()

    def _counted(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        """Count statements, so that many short ones aren't mistaken for one slow one."""
        raw_connection = context["connection"].connection
        self.asked[raw_connection] = self.asked.get(raw_connection, 0) + 1
        answer = execute(sql, params, many, context)
        unavailable.record_answer()
        return answer

    def _run(self) -> None:
        while True:
            time.sleep(POLL_SECONDS)
            with self.lock:
                connections = list(self.connections)
            for connection in connections:
                with suppress(Error, OSError):  # closed in the meantime
                    self._look(connection)

    def _look(self, connection: Any) -> None:
        from psycopg.pq import TransactionStatus

        if connection.closed:
            self.connections.discard(connection)
        elif connection.info.transaction_status != TransactionStatus.ACTIVE:
            self.busy_since.pop(connection, None)
        else:
            now, number = time.monotonic(), self.asked.get(connection, 0)
            at, since = self.busy_since.setdefault(connection, (number, now))
            if at != number:  # the previous one was answered in the meantime
                self.busy_since[connection] = number, now
            elif now - since > self.seconds:
                unavailable.record_hang(since=since)
                _cut(connection)


def _cut(connection: Any) -> None:
    """Shut down the socket, so that its user gets an error. The descriptor is closed by the connection itself."""
    with socket.socket(fileno=os.dup(connection.fileno())) as same:
        same.shutdown(socket.SHUT_RDWR)
