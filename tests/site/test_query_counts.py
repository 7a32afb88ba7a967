"""What a page asks the database: exact numbers, whatever the length of lists and logs.

The query for the session, which brings its person along, and the transaction's commands are left out: they depend on
the installation, not on us.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.replays.archive.services import archive_table
from tests.many_tables import alike
from tests.matches import finished, fresh, new_key, opened, running, stretched, waiting
from tests.refusals import CALL

NOT_OURS = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "SELECT PG_NOTIFY")


@contextmanager
def queries(expected: int) -> Iterator[None]:
    with CaptureQueriesContext(connection) as captured:
        yield
    asked = [query["sql"] for query in captured.captured_queries]
    ours = [sql for sql in asked if not sql.upper().startswith(NOT_OURS) and "accounts_session" not in sql]
    assert len(ours) == expected, "\n".join(ours)


def crowd(alice, bob, count: int) -> None:
    """As many tables of every kind: open to Bob, Alice's own, running, ended."""
    for host in (alice, bob):
        alike(opened("lombard", host, seats_=4), *[host] * (count - 1))
    for _ in range(0, count, 3):
        running("lombard", alice, bob)
    finished("sdc", alice, bob)


@pytest.mark.parametrize("count", [1, 12])
def test_the_lobby(alice, bob, charlie, visit, count):
    crowd(alice, bob, count)
    for user, expected in ((alice, 15), (charlie, 13), (None, 7)):
        client = visit(user)
        with queries(expected):
            assert client.get("/lobby/").status_code == 200


@pytest.mark.parametrize("count", [1, 12])
def test_the_front_page(alice, bob, visit, count):
    crowd(alice, bob, count)
    for user, expected in ((alice, 7), (None, 0)):
        client = visit(user)
        with queries(expected):
            assert client.get("/").status_code == 200


@pytest.fixture(params=[10, 2_000])
def duel(request, alice, bob):
    """A Lombard table with a short or a long log, and the seat that has the turn."""
    table = stretched(running("lombard", alice, bob), request.param)
    return table, waiting(table)[0]


def test_the_table(duel, visit, subtests):
    table, at = duel
    client = visit(at.user)
    for part, expected in (("", 5), ("fragment/", 4), ("log/", 4), ("log/?page=1", 4)):
        with subtests.test(part=part), queries(expected):
            assert client.get(f"/tables/{table.public_id}/{part}").status_code == 200


def test_a_fragment_one_has(duel, visit):
    table, at = duel
    client = visit(at.user)
    address = f"/tables/{table.public_id}/fragment/?asked={at.question_seq}"
    etag = client.get(address)["ETag"]
    with queries(1):
        assert client.get(address, headers={"if-none-match": etag}).status_code == 304


@pytest.mark.parametrize(("by_htmx", "expected"), [(False, 9), (True, 11)])
def test_a_move(duel, visit, by_htmx, expected):
    table, at = duel
    client = visit(at.user)
    headers = {"hx-request": "true"} if by_htmx else {}
    data = CALL | {"asked": at.question_seq, "key": new_key()}
    with queries(expected):
        response = client.post(f"/tables/{table.public_id}/move/", data, headers=headers)
    assert response.status_code == (200 if by_htmx else 302)
    assert fresh(table).last_seq > table.last_seq


@pytest.mark.parametrize("length", [100, 2_000])
def test_the_replay_at_any_position(alice, bob, visit, subtests, length):
    table = stretched(finished("lombard", alice, bob), length)
    archive_table(table.pk)
    client = visit(alice)
    start = table.events.get(kind="start").seq
    for query in ("", "?seat=1", "?open=1", "?all=1"):
        with subtests.test(query=query):
            for n in (start, start + 1, 50, 51, 99, length):
                with queries(8):
                    page = client.get(f"/replays/{table.public_id}/positions/{n}/{query}")
                given = json.loads(page.context["replay"]["data"])
                with queries(3):
                    assert client.get(given["step"].format(n=n) + query).status_code == 200
            with queries(3):
                assert client.get(given["log"].format(n=1) + query).status_code == 200
