"""What the page has of the log is not sent again."""

import re

import pytest

from games.engine.chance import Rng
from tests.matches import fresh, running, seat, stretched, turn, waiting
from tests.refusals import CALL
from tests.site.test_query_counts import queries


@pytest.fixture
def table(alice, bob):
    return running("lombard", alice, bob)


def mark_in(response) -> str:
    return re.search(r'data-log="([^"]*)"', response.content.decode())[1]


def lines_in(response) -> list[int]:
    """The log's lines, not those of what happened since the last move."""
    (log,) = re.findall(r"<ol (?:id=\"log\"|hx-swap-oob=).*?</ol>", response.content.decode(), re.DOTALL) or [""]
    return [int(seq) for seq in re.findall(r'data-seq="(\d+)"', log)]


def is_whole(response) -> bool:
    return '<ol id="log" class="log" hx-swap-oob="true">' in response.content.decode()


def page_of(client, table):
    return client.get(f"/tables/{table.public_id}/")


def fetch(client, table, mark):
    return client.get(f"/tables/{table.public_id}/fragment/", {"log": mark})


def play_moves(table, moves=1):
    for n in range(moves):
        (at,) = waiting(table)
        turn(table, at, Rng(b"log", str(n)))


def test_only_what_came_after(table, alice, visit):
    client = visit(alice)
    page = page_of(client, table)
    assert lines_in(fetch(client, table, mark_in(page))) == []
    play_moves(table, 2)
    later_lines = fetch(client, table, mark_in(page))
    assert not is_whole(later_lines)
    assert lines_in(page) + lines_in(later_lines) == lines_in(page_of(client, table))
    assert lines_in(fetch(client, table, mark_in(later_lines))) == []


def test_a_moves_answer_too(table, visit):
    (at,) = waiting(table)
    client = visit(at.user)
    page = page_of(client, table)
    data = CALL | {"asked": at.question_seq, "key": "k"}
    address = f"/tables/{table.public_id}/move/?log={mark_in(page)}"
    response = client.post(address, data, headers={"hx-request": "true"})
    assert lines_in(response) != []
    assert lines_in(page) + lines_in(response) == lines_in(page_of(client, table))


@pytest.mark.parametrize(
    "mark", ["", "x", "5", "-", "5-", "0-{}", "-1-{}", "99999-{}", "99999999999-{}", "{}-5", "²-{}"]
)
def test_a_mark_of_nobodys_is_none(table, alice, visit, mark):
    client = visit(alice)
    reader = mark_in(page_of(client, table)).partition("-")[2]
    answer = fetch(client, table, mark.format(reader))
    assert is_whole(answer)
    assert lines_in(answer) == lines_in(page_of(client, table))


def test_other_words_are_sent_whole(table, alice, bob, charlie, visit):
    mark = mark_in(page_of(visit(alice), table))
    for client in (visit(bob), visit(charlie), visit(None), visit(alice, "ja")):
        assert is_whole(fetch(client, table, mark))
    assert not is_whole(fetch(visit(alice), table, mark))
    type(bob).objects.filter(pk=bob.pk).update(name="Robert")
    assert is_whole(fetch(visit(alice), table, mark))


@pytest.mark.parametrize(("events", "whole"), [(20, False), (31, True), (60, True)])
def test_too_much_for_a_page_is_the_newest_stretch(table, alice, visit, events, whole):
    client = visit(alice)
    mark = mark_in(page_of(client, table))
    table = fresh(table)
    play_moves(table)  # so that the last event says something to Alice
    table = fresh(table)
    stretched(table, table.last_seq + events)
    answer = fetch(client, table, mark)
    assert is_whole(answer) is whole
    if whole:
        assert lines_in(answer) == lines_in(page_of(client, table))
        assert len(lines_in(answer)) == 30


def test_a_page_without_scripts_shows_all(table, alice, visit):
    client = visit(alice)
    table_page = page_of(client, table)
    response = client.get(f"/tables/{table.public_id}/?log={mark_in(table_page)}")
    refused = client.post(
        f"/tables/{table.public_id}/move/?log={mark_in(table_page)}", CALL | {"asked": "1", "key": "k"}
    )
    assert refused.status_code == 409
    for page in (response, refused):
        assert lines_in(page) == lines_in(table_page) != []


def test_it_takes_no_query_more(table, visit):
    at = seat(table, 0)
    client = visit(at.user)
    mark = mark_in(page_of(client, table))
    with queries(4):
        fetch(client, table, mark)
