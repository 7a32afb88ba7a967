"""When the database can't be asked: which errors say so, and one line in the log for all of them together.

Away is a server that refuses, ends or cuts a connection, has no room, or answers nothing in time; and SQLite's file
when it is locked for too long, full or unreadable. Other errors of a database are faults of ours.
"""

import logging
import threading
import time

from django.db import DEFAULT_DB_ALIAS, InterfaceError, OperationalError, connections

logger = logging.getLogger("tefuda.database")
LOG_INTERVAL_SECONDS = 60.0  # so long one line stands for all that comes after it
HANG_SECONDS = 3.0  # so long nobody waits for a database that didn't answer somebody else
# Classes of PostgreSQL's errors: connection, resources, what an operator or a time-out ended; and no lock in time.
POSTGRESQL_ERROR_CODES = ("08", "53", "57", "55P03")
TIMEOUT_CODES = ("57014", "55P03")
SQLITE_ERROR_CODES = {5, 6, 8, 10, 13, 14}  # busy, locked, read-only, I/O error, full, can't open


def is_unavailable(problem: BaseException | None) -> bool:
    """Whether this error says that the database can't be asked at present, rather than that we asked wrongly."""
    if not isinstance(problem, (OperationalError, InterfaceError)):
        return False
    cause = problem.__cause__
    if (code := getattr(cause, "sqlite_errorcode", None)) is not None:
        return code & 0xFF in SQLITE_ERROR_CODES
    if type(cause).__module__.partition(".")[0] != "psycopg":
        return isinstance(problem, InterfaceError)  # Django's own: "connection already closed"
    state = getattr(cause, "sqlstate", None)
    if state is None:  # no word of the server's
        return getattr(cause, "pgconn", None) is not None or _is_connection_lost()
    return bool(state.startswith(POSTGRESQL_ERROR_CODES))


def _is_connection_lost() -> bool:
    """Whether this thread has no connection any more. Where it has one, our question was what couldn't be sent."""
    connection = connections[DEFAULT_DB_ALIAS].connection
    return connection is None or getattr(connection, "closed", True)


def is_timeout(problem: BaseException) -> bool:
    """Whether this statement took too long: unlike one without a connection, it may do so every time."""
    return getattr(problem.__cause__, "sqlstate", None) in TIMEOUT_CODES


def concerns_everyone(problem: BaseException) -> bool:
    """Whether whoever comes next would meet the same: the database is away, and not one statement too slow."""
    return is_unavailable(problem) and not is_timeout(problem)


class _State:
    """Of this process."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.logged_at = 0.0  # monotonic; 0: nothing is wrong
        self.hangs_until = self.answered_at = 0.0


_state = _State()


def log_unavailable(problem: BaseException) -> None:
    """Say in the log that the database is away, unless it has just been said."""
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
    """The database has taken a question at that moment, or a connection, and answered nothing. No news if it has
    answered somebody else after that."""
    if since > _state.answered_at:
        _state.hangs_until = time.monotonic() + HANG_SECONDS


def record_answer() -> None:
    """A statement has been given an answer, so nobody has to be turned away."""
    _state.answered_at, _state.hangs_until = time.monotonic(), 0.0


def is_hanging() -> bool:
    """Whether it did so to somebody just now: whoever comes in these seconds need not wait to be told the same."""
    return time.monotonic() < _state.hangs_until


def record_recovery() -> None:
    """A new connection has been given an answer."""
    with _state.lock:
        was_away, _state.logged_at, _state.hangs_until = bool(_state.logged_at), 0.0, 0.0
        _state.answered_at = time.monotonic()
    if was_away:
        logger.warning("the database is back")


class UnavailableFilter(logging.Filter):
    """Leaves out of Django's own log what `note` has said in one line."""

    def filter(self, record: logging.LogRecord) -> bool:
        problem = record.exc_info[1] if record.exc_info else None
        return not is_unavailable(problem) and getattr(record, "status_code", None) != 503
