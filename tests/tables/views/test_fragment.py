"""The fragment: what changes while one looks, and nothing when nothing has."""

import re

import pytest
from django.db import connection
from django.test import Client

from games.engine.chance import Rng
from tests.html import page
from tests.matches import running, seat, turn, waiting
from tests.refusals import CALL
from tests.sentences import sentence, squeezed


@pytest.fixture
def duel(alice, bob):
    table = running("lombard", alice, bob)
    return table, waiting(table)[0]


def fetch(client, table, question_seq="", etag=""):
    headers = {"if-none-match": etag} if etag else {}
    return client.get(f"/tables/{table.public_id}/fragment/", {"asked": question_seq}, headers=headers)


def test_it_is_part_of_the_page(duel, visit):
    table, at = duel
    text = fetch(visit(at.user), table, at.question_seq).content.decode()
    assert "<html" not in text
    assert 'id="zone"' in text


def test_nothing_new_is_no_content(duel, visit):
    table, at = duel
    client = visit(at.user)
    first = fetch(client, table, at.question_seq)
    second = fetch(client, table, at.question_seq, first["ETag"])
    assert (first.status_code, second.status_code, second.content) == (200, 304, b"")
    assert first["ETag"] == second["ETag"]
    assert first["Cache-Control"] == "private, no-cache"
    assert {"Cookie", "Accept-Language"} <= {part.strip() for part in first["Vary"].split(",")}


@pytest.mark.parametrize("weakly", [True, False])
def test_the_tag_is_the_states_not_the_bytes(duel, visit, weakly):
    table, at = duel
    client = visit(at.user)
    tags = {fetch(client, table, question_seq)["ETag"] for question_seq in ("", at.question_seq)}
    (tag,) = tags
    assert tag.startswith('W/"')
    assert fetch(client, table, at.question_seq, tag if weakly else tag.removeprefix("W/")).status_code == 304


def test_who_shows_another_question_has_not_this_state(duel, visit):
    table, at = duel
    client = visit(at.user)
    etag = fetch(client, table, at.question_seq)["ETag"]
    for question_seq in ("", "1", "x"):
        assert fetch(client, table, question_seq, etag).status_code == 200


def test_a_moves_answer_has_the_tag_too(duel, visit):
    table, at = duel
    client = visit(at.user)
    answer = post(client, table, asked=at.question_seq, key="k")
    question_seq = seat(table, at.number).question_seq or ""
    assert fetch(client, table, question_seq, answer["ETag"]).status_code == 304
    assert "ETag" not in post(client, table, asked="1", key="k2")


def test_any_event_is_something_new(duel, visit):
    table, at = duel
    client = visit(at.user)
    etag = fetch(client, table, at.question_seq)["ETag"]
    turn(table, at, Rng(b"fragment", "x"))
    assert fetch(client, table, at.question_seq, etag).status_code == 200


def test_what_one_reader_has_is_nothing_for_another(duel, alice, bob, charlie, visit):
    table, _ = duel
    readers = [visit(alice), visit(bob), visit(charlie), visit(alice, "ja")]
    tags = [fetch(client, table)["ETag"] for client in readers]
    assert len(set(tags)) == len(tags)


def test_a_new_name_is_something_new(duel, alice, bob, visit):
    table, _ = duel
    client = visit(alice)
    etag = fetch(client, table)["ETag"]
    type(bob).objects.filter(pk=bob.pk).update(name="Robert")
    assert fetch(client, table, etag=etag).status_code == 200


def test_the_hand_is_left_alone_while_the_question_is_the_same(sdc, alice, bob, visit):
    alices_seat = seat(sdc, 0)
    assert not page(fetch(visit(alice), sdc, alices_seat.question_seq)).has_form("/move/")
    turn(sdc, seat(sdc, 1), Rng(b"fragment", "x"))
    assert not page(fetch(visit(alice), sdc, alices_seat.question_seq)).has_form("/move/")


@pytest.mark.parametrize("shown", ["", "1", "x"])
def test_the_hand_is_sent_when_another_question_is_shown(duel, visit, shown):
    table, at = duel
    form = page(fetch(visit(at.user), table, shown)).form("/move/")
    assert form.data()["asked"] == [str(at.question_seq)]


def post(client, table, mark="", **fields):
    address = f"/tables/{table.public_id}/move/?log={mark}"
    return client.post(address, CALL | fields, headers={"hx-request": "true"})


def test_without_a_refusal_its_place_is_quite_empty(duel, visit):
    """The style sheet hides it by that: not even white space may be in it."""
    table, at = duel
    text = fetch(visit(at.user), table, "another").content.decode()
    assert re.search(r'<div id="refusal"[^>]*></div>', text)


def test_a_move_by_htmx_is_answered_with_it(duel, visit):
    table, at = duel
    response = post(visit(at.user), table, asked=at.question_seq, key="k")
    assert response.status_code == 200
    assert 'id="zone"' in response.content.decode()
    assert "<html" not in response.content.decode()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_refused_move_by_htmx_gets_it_with_the_reason(duel, visit, language):
    table, at = duel
    response = post(visit(at.user, language), table, asked="1", key="k")
    english = "The table has moved on since this page was shown. This is its current state."
    assert response.status_code == 409
    assert sentence(english, language) in squeezed(page(response).text)
    assert page(response).form("/move/").data()["asked"] == [str(at.question_seq)]


def test_it_has_its_places_in_the_page_of_somebody_not_yet_known(duel, visit):
    """A guest who sat down is known by the time the previous page asks for news again."""
    table, at = duel
    fragment = fetch(visit(at.user), table).content.decode()
    places = set(re.findall(r'id="([a-z-]+)"[^>]* hx-swap-oob', fragment))
    html = Client().get(f"/tables/{table.public_id}/").content.decode()
    assert {"log", "receipt", "hand", "turns"} <= places
    assert [place for place in sorted(places) if f'id="{place}"' not in html] == []


def test_a_move_between_two_queries_is_read_whole_or_not_at_all(duel, visit):
    """The next question never comes with the board before it: its form would be missing, and nothing would bring it."""
    table, at = duel
    other = next(candidate for candidate in table.seats.all() if candidate.pk != at.pk)
    client, moved = visit(other.user), []

    def moves_before_the_seats_are_read(execute, sql, params, is_many, context):
        if "table_revision" in sql and not moved:
            moved.append(post(visit(at.user), table, asked=at.question_seq, key="between"))
        return execute(sql, params, is_many, context)

    with connection.execute_wrapper(moves_before_the_seats_are_read):
        fragment = page(fetch(client, table))
    assert [answer.status_code for answer in moved] == [200]
    assert fragment.form("/move/").data()["asked"] == [str(seat(table, other.number).question_seq)]
