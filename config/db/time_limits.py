"""How long a process waits for an answer of PostgreSQL.

The server ends a statement that takes too long, as one that waits for a lock does, and the connection goes on. A server
that answers nothing at all ends nothing either: then the connection is cut from here, and whoever waits gets an error
of the same kind as when it is lost.
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
GRACE_SECONDS = 0.25  # for the server to end the statement by itself


def limit_statements(seconds: float, *, on_server: bool) -> None:
    """From now on no connection that this process opens waits longer for an answer. 0 is no limit.

    `on_server`: the server is told, too, once for each connection. Not behind a PgBouncer in transaction mode, where
    the next transaction is on another one: there the role has to be given the limit.
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
                cursor.execute("SELECT 1")  # a PgBouncer takes connections for a server that is away
        unavailable.record_recovery()

    connection_created.connect(connected, weak=False, dispatch_uid="config.db.time_limits")


class _Watch:
    """A thread that looks at the connections of its process and cuts those that have waited too long for one answer."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.connections: WeakSet[Any] = WeakSet()
        self.asked: WeakKeyDictionary[Any, int] = WeakKeyDictionary()  # how many statements at a connection so far
        self.busy_since: WeakKeyDictionary[Any, tuple[int, float]] = WeakKeyDictionary()  # at which of them
        self.wrapped = threading.local()  # this thread's wrappers, by Django's connection, for as long as it lives
        self.thread: threading.Thread | None = None
        self.lock = threading.Lock()

    def over(self, connection: Any) -> None:
        """Watch what Django's connection has just opened."""
        wrapped = self.wrapped.__dict__
        if connection not in wrapped:
            wrapped[connection] = stack = ExitStack()
            stack.enter_context(connection.execute_wrapper(self._counted))
        with self.lock:
            self.connections.add(connection.connection)
            if self.thread is None or not self.thread.is_alive():  # never begun, or lost in a fork
                self.thread = threading.Thread(target=self._run, name="database-watch", daemon=True)
                self.thread.start()

    def _counted(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        """One statement after the other, however fast they come, is no long wait for one of them."""
        asked = context["connection"].connection
        self.asked[asked] = self.asked.get(asked, 0) + 1
        answer = execute(sql, params, many, context)
        unavailable.record_answer()
        return answer

    def _run(self) -> None:
        while True:
            time.sleep(POLL_SECONDS)
            with self.lock:
                connections = list(self.connections)
            for connection in connections:
                with suppress(Error, OSError):  # closed in between
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
            if at != number:  # the one before was answered in between
                self.busy_since[connection] = number, now
            elif now - since > self.seconds:
                unavailable.record_hang(since=since)
                _cut(connection)


def _cut(connection: Any) -> None:
    """Whoever waits at it finds it ended. The descriptor stays the connection's own to close."""
    with socket.socket(fileno=os.dup(connection.fileno())) as same:
        same.shutdown(socket.SHUT_RDWR)
