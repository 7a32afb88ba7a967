"""Before a request PostgreSQL is asked nothing, and a connection that the server has ended is noticed all the same."""

import psycopg
import pytest
from django.db import connection, connections

from tests.needs import needs

pytestmark = [
    pytest.mark.servers,
    needs(connection.vendor == "postgresql", "PostgreSQL: SQLite's files don't go away"),
]


@pytest.fixture
def other(transactional_db):
    """A separate connection, like that of a page's thread."""
    duplicate = connections["default"].copy()
    duplicate.connect()
    yield duplicate
    duplicate.close()


def statements_of(pid: int) -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT query FROM pg_stat_activity WHERE pid = %s", [pid])
        return cursor.fetchone()[0]


def test_a_connection_that_is_well_is_not_asked(other):
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        pid = cursor.fetchone()[0]
    assert other.is_usable()
    assert statements_of(pid) == "SELECT pg_backend_pid()"


def test_one_that_the_server_has_ended_is_not_usable_and_made_anew(other):
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        pid = cursor.fetchone()[0]
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])
    assert not other.is_usable()
    other.health_check_enabled, other.health_check_done = True, False
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        assert cursor.fetchone()[0] != pid


def test_one_in_a_transaction_that_has_failed_is_not_usable(other):
    other.set_autocommit(False)
    with pytest.raises(Exception, match="nowhere"), other.cursor() as cursor:
        cursor.execute("SELECT * FROM nowhere")
    assert not other.is_usable()
    other.rollback()
    assert other.is_usable()


def test_a_notice_that_came_is_no_end(other):
    with other.cursor() as cursor:
        cursor.execute("LISTEN usable")
    with psycopg.connect(other.connection.info.dsn, autocommit=True) as teller:
        teller.execute("NOTIFY usable")
    assert other.is_usable()
