"""A page shows a table at one moment, whatever is played between two queries."""

from collections.abc import Callable
from typing import Any

from django.db import connection

from accounts.models import User
from games.engine.chance import Rng
from games.tables.access import get_table_access
from games.tables.models import Table
from tests.matches import fresh, seat, turn


def test_a_move_made_while_a_table_is_read_is_read_as_well(sdc: Table, alice: User) -> None:
    """A question with the position before it made a hand without a form, which nothing renewed."""
    before, interrupted_queries = fresh(sdc).revision, []

    def meanwhile(execute: Callable[..., Any], sql: str, *arguments: Any) -> Any:
        if not interrupted_queries and 'FROM "tables_seat"' in sql:  # the table has been read
            interrupted_queries.append(sql)
            turn(sdc, seat(sdc, 0), Rng(b"meanwhile", "x"))
        return execute(sql, *arguments)

    with connection.execute_wrapper(meanwhile):
        access = get_table_access(sdc.public_id, alice.pk)
    assert access is not None
    assert interrupted_queries
    assert access.table.revision == fresh(sdc).revision > before
    assert access.question_seq == seat(sdc, 0).question_seq
