"""`manage.py verify_matches`, of tables named and of all: what they print and how they end."""

import io

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.catalog import registry
from games.tables.services.seats import leave_seat
from tests.matches import finished, opened, running, snapshot
from tests.replays.audit.forging import first_wrong, forge, forge_row, of_kind


def run(*words: str) -> str:
    out = io.StringIO()
    call_command(*words, stdout=out, stderr=io.StringIO())
    return out.getvalue()


def run_failing(*words: str) -> tuple[str, str]:
    out = io.StringIO()
    with pytest.raises(CommandError) as raised:
        call_command(*words, stdout=out, stderr=io.StringIO())
    return out.getvalue(), str(raised.value)


@pytest.fixture
def match(alice, bob):
    return finished("lombard", alice, bob)


def test_one_that_agrees(match):
    before = snapshot(match)
    assert run("verify_matches", match.public_id) == f"{match.public_id} lombard, {match.last_seq} events: yes\n"
    assert snapshot(match) == before


def test_one_that_does_not(match):
    move = of_kind(match, "move")
    forge(match, move.seq, digest="f" * 64)
    printed, problem = run_failing("verify_matches", match.public_id)
    assert f"{match.public_id} lombard, {match.last_seq} events: no\n" in printed
    assert f"  log: differs, chain at event {move.seq} (move)\n" in printed
    assert problem == "1 of 1 tables do not agree with themselves"


def test_a_table_that_runs_can_be_looked_at(alice, bob):
    table = running("lombard", alice, bob)
    assert run("verify_matches", table.public_id).endswith(": yes\n")


def test_none_of_that_name(match):
    assert run_failing("verify_matches", match.public_id, "nosuchtable2") == ("", "no such table: nosuchtable2")


def test_all(match, alice, bob):
    other = finished("sdc", alice, bob)
    table = opened("sdc", alice)
    leave_seat(public_id=table.public_id, user_id=alice.pk)
    running("sdc", alice, bob)
    assert run("verify_matches", "--all") == "3 tables: 3 yes\n"
    assert run("verify_matches", "--all", "--title", "lombard") == "1 tables: 1 yes\n"
    assert run("verify_matches", "--all", "--last", "2", "--no-bots") == "2 tables: 2 yes\n"
    forge_row(other, options=other.options | {"stage_limit": 40})
    printed, problem = run_failing("verify_matches", "--all")
    assert printed.startswith(
        f"{other.public_id} sdc, {other.last_seq} events: no\n  columns: differs, table-options at event "
    )
    assert printed.endswith("3 tables: 2 yes, 1 no\n")
    assert problem == "1 of 3 tables do not agree with themselves"
    assert first_wrong(other)[1] == "table-options"


def test_none_at_all(db):
    assert run("verify_matches", "--all") == "0 tables: none\n"


def test_a_title_that_fails_is_named_and_the_others_go_on(match, alice, bob, monkeypatch):
    finished("sdc", alice, bob)

    def crash(*args):
        raise ValueError("the ten of crowns")

    monkeypatch.setattr(registry.get_game("lombard").rules, "advance", crash)
    printed, problem = run_failing("verify_matches", "--all")
    assert f"{match.public_id} lombard, {match.last_seq} events: failed\n  ValueError\n" in printed
    assert printed.endswith("2 tables: 1 yes, 1 failed\n")
    assert "crowns" not in printed + problem


def test_queries_grow_with_the_tables_alone(alice, bob):
    """Not with their logs: a table costs its seats, position, events, results, hints, merged guests and two looks for
    its record, the second one after its events are read."""
    counts = []
    for _ in range(2):
        finished("sdc", alice, bob)
        with CaptureQueriesContext(connection) as captured:
            run("verify_matches", "--all")
        counts.append(sum(query["sql"].startswith("SELECT") for query in captured.captured_queries))
    assert counts[1] - counts[0] == 8


def test_neither_or_both_is_refused() -> None:
    assert run_failing("verify_matches") == ("", "name tables by their public ids, or say --all")
    assert run_failing("verify_matches", "sometable123", "--all") == (
        "",
        "name tables by their public ids, or say --all",
    )
