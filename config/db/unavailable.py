"""Detection of an unavailable database, and one log line for all its errors together.

Unavailable is a server that refuses, ends or cuts connections, has no resources, or doesn't answer in time; and an
SQLite file that is locked for too long, full or unreadable. Other database errors are bugs.
"""

import logging
import threading
import time

from django.db import DEFAULT_DB_ALIAS, InterfaceError, OperationalError, connections

logger = logging.getLogger("tefuda.database")
LOG_INTERVAL_SECONDS = 60.0  # at most one line is logged within this time
HANG_SECONDS = 3.0  # time in which no one waits for a database that didn't answer someone else
# Classes of PostgreSQL errors: connection, resources, operator intervention or timeout; and lock not available in time.
POSTGRESQL_ERROR_CODES = ("08", "53", "57", "55P03")
TIMEOUT_CODES = ("57014", "55P03")
SQLITE_ERROR_CODES = {5, 6, 8, 10, 13, 14}  # busy, locked, read-only, I/O error, full, can't open


def is_unavailable(problem: BaseException | None) -> bool:
    """Return whether the error means that the database is unavailable, rather than that the query is wrong."""
    if not isinstance(problem, (OperationalError, InterfaceError)):
        return False
    cause = problem.__cause__
    if (code := getattr(cause, "sqlite_errorcode", None)) is not None:
        return code & 0xFF in SQLITE_ERROR_CODES
    if type(cause).__module__.partition(".")[0] != "psycopg":
        return isinstance(problem, InterfaceError)  # Django's own: "connection already closed"
    state = getattr(cause, "sqlstate", None)
    if state is None:  # not from the server
        return getattr(cause, "pgconn", None) is not None or _is_connection_lost()
    return bool(state.startswith(POSTGRESQL_ERROR_CODES))


def _is_connection_lost() -> bool:
    """Return whether this thread has lost its connection. If it hasn't, the query itself couldn't be sent."""
    connection = connections[DEFAULT_DB_ALIAS].connection
    return connection is None or getattr(connection, "closed", True)


def is_timeout(problem: BaseException) -> bool:
    """Return whether this statement took too long: unlike one without a connection, it may do so every time."""
    return getattr(problem.__cause__, "sqlstate", None) in TIMEOUT_CODES


def concerns_everyone(problem: BaseException) -> bool:
    """Return whether others would get the same error.

    True if the database is unavailable, False if only one statement is slow.
    """
    return is_unavailable(problem) and not is_timeout(problem)


class _State:
    """The state of this process."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.logged_at = 0.0  # monotonic; 0: available
        self.hangs_until = self.answered_at = 0.0


_state = _State()


def log_unavailable(problem: BaseException) -> None:
    """Log that the database is unavailable, unless that was logged recently."""
    if type(problem.__cause__).__name__ == "ConnectionTimeout":
        record_hang(since=time.monotonic())
    with _state.lock:
        now = time.monotonic()
        if _state.logged_at and now - _state.logged_at < LOG_INTERVAL_SECONDS:
            return
        _state.logged_at = now
    words = str(problem).strip().splitlines()
    logger.warning("the database is away: %s", words[0] if words else type(problem).__name__)


def record_hang(*, since: float) -> None:
    """Record that a query or connection begun at `since` got no answer, unless the database has answered later ones."""
    if since > _state.answered_at:
        _state.hangs_until = time.monotonic() + HANG_SECONDS


def record_answer() -> None:
    """Record that a statement was answered, so that no one is turned away."""
    _state.answered_at, _state.hangs_until = time.monotonic(), 0.0


def is_hanging() -> bool:
    """Return whether the database recently failed to answer: others need not wait to find out."""
    return time.monotonic() < _state.hangs_until


def record_recovery() -> None:
    """Record that a new connection got an answer."""
    with _state.lock:
        was_away, _state.logged_at, _state.hangs_until = bool(_state.logged_at), 0.0, 0.0
        _state.answered_at = time.monotonic()
    if was_away:
        logger.warning("the database is back")


class UnavailableFilter(logging.Filter):
    """Drops from Django's own log what `log_unavailable` has logged in one line."""

    def filter(self, record: logging.LogRecord) -> bool:
        problem = record.exc_info[1] if record.exc_info else None
        return not is_unavailable(problem) and getattr(record, "status_code", None) != 503
