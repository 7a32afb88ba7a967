"""A page's queries: exact numbers, independent of the length of lists and logs.

The session's query, which loads the person too, and the transaction's commands are left out: they depend on the
installation.
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

# Address, reader ("turn": the player to move; "": a stranger), queries.
COUNTS = [
    ("/", "alice", 6),
    ("/", "", 0),
    ("/lobby/", "alice", 13),
    ("/lobby/", "charlie", 11),
    ("/lobby/", "", 5),
    ("/tables/{table}/", "turn", 5),
    ("/tables/{table}/fragment/", "turn", 4),
    ("/tables/{table}/log/", "turn", 4),
    ("/games/lombard/rules/?table={table}", "turn", 4),
    ("/tables/{table}/log/?page=1", "turn", 4),
    *(
        (f"/replays/{{ended}}/positions/{n}/{query_string}", "alice", 9)
        for n in ("{start}", "50", "51", "{last}")
        for query_string in ("", "?seat=1", "?open=1", "?all=1")
    ),
    *((f"/replays/{{ended}}/guess/0/positions/{n}/", "alice", 4) for n in ("{start}", "50", "51", "{last}")),
    ("/replays/{ended}/guess/0/positions/{asked}/answer/", "alice", 4),
    ("/replays/{ended}/positions/50/?review={review}", "alice", 10),
    ("/replays/{ended}/analysis/0/", "alice", 4),
    ("/replays/{ended}/reviews/{review}/state/", "alice", 3),
    *(("{step}" + query_string, "alice", 3) for query_string in ("", "?seat=1", "?open=1", "?all=1")),
    *(("{log}" + query_string, "alice", 3) for query_string in ("", "?seat=1", "?open=1", "?all=1")),
]


@contextmanager
def queries(expected: int) -> Iterator[None]:
    with CaptureQueriesContext(connection) as captured:
        yield
    statements = [query["sql"] for query in captured.captured_queries]
    ours = [sql for sql in statements if not sql.upper().startswith(NOT_OURS) and "accounts_session" not in sql]
    assert len(ours) == expected, "\n".join(ours)


def crowd(alice, bob, count: int) -> None:
    """As many tables of every kind: open to Bob, Alice's own, running, ended."""
    for host in (alice, bob):
        alike(opened("lombard", host, seats_=4), *[host] * (count - 1))
    for _ in range(0, count, 3):
        running("lombard", alice, bob)
    finished("sdc", alice, bob)


@pytest.fixture(params=["few", "many"])
def many(request):
    return request.param == "many"


@pytest.fixture
def crowded(many, alice, bob):
    crowd(alice, bob, 12 if many else 1)


@pytest.fixture
def duel(many, alice, bob):
    """A Lombard table with a short or a long log, and the seat that has the turn."""
    table = stretched(running("lombard", alice, bob), 2_000 if many else 10)
    return table, waiting(table)[0]


@pytest.fixture
def ended(many, alice, bob):
    table = stretched(finished("lombard", alice, bob), 2_000 if many else 100)
    archive_table(table.pk)
    return fresh(table)


@pytest.mark.usefixtures("crowded")
def test_pages(duel, ended, alice, charlie, visit, subtests):
    table, at = duel
    readers = {"alice": visit(alice), "charlie": visit(charlie), "turn": visit(at.user), "": visit()}
    start = ended.events.get(kind="start").seq
    page = readers["alice"].get(f"/replays/{ended.public_id}/positions/{start}/")
    data = json.loads(page.context["replay"]["data"])
    readers["alice"].post(f"/replays/{ended.public_id}/reviews/", {"n": start})
    names = {
        "review": ended.reviews.get().code,
        "table": table.public_id, "ended": ended.public_id, "start": start, "last": ended.last_seq,
        "asked": ended.events.filter(kind="move", seat=0).order_by("seq").values_list("seq", flat=True)[0] - 1,
        "step": data["step"].format(n=start), "log": data["log"].format(n=1),
    }  # fmt: skip
    for address, reader, expected in COUNTS:
        with subtests.test(address=address, reader=reader), queries(expected):
            assert readers[reader].get(address.format(**names)).status_code == 200


def test_a_fragment_one_has(duel, visit):
    table, at = duel
    client = visit(at.user)
    address = f"/tables/{table.public_id}/fragment/?asked={at.question_seq}"
    etag = client.get(address)["ETag"]
    with queries(1):
        assert client.get(address, headers={"if-none-match": etag}).status_code == 304


@pytest.mark.parametrize(("by_htmx", "expected"), [(False, 9), (True, 12)])
def test_a_move(duel, visit, by_htmx, expected):
    table, at = duel
    client = visit(at.user)
    headers = {"hx-request": "true"} if by_htmx else {}
    data = CALL | {"asked": at.question_seq, "key": new_key()}
    with queries(expected):
        response = client.post(f"/tables/{table.public_id}/move/", data, headers=headers)
    assert response.status_code == (200 if by_htmx else 302)
    assert fresh(table).last_seq > table.last_seq
