"""Whose pages they are, what a log-in lets a device keep, and moves that say who sends them."""

import re

import pytest

from games.tables.models import Event
from tests.matches import new_key, running, waiting

READER = "Tefuda-Reader"


@pytest.fixture
def duel(alice, bob, visit):
    """A Lombard table for two, the seat that has the turn, and its person's browser."""
    table = running("lombard", alice, bob)
    (at,) = waiting(table)
    return table, at, visit(at.user)


def send_move(client, table, at, **changes):
    fields = {
        "move": '{"type":"fold"}',
        "asked": at.question_seq,
        "key": new_key(),
        "person": at.user.public_id,
    } | changes
    return client.post(f"/tables/{table.public_id}/move/", fields, headers={"accept": "application/json"})


def test_pages_say_whose_they_are(duel, alice, visit):
    table, _, _ = duel
    for address in (
        "/",
        "/lobby/",
        f"/tables/{table.public_id}/",
        f"/tables/{table.public_id}/fragment/",
        "/games/sdc/rules/",
        "/none/",
    ):
        assert visit(alice).get(address)[READER] == alice.public_id
        assert visit().get(address)[READER] == "none"


def test_a_log_in_may_keep_nothing(alice, client, settings):
    answers = {"login": "alice", "password": "seven-quiet-herons"}
    client.post("/account/login/", answers | {"keep_nothing": "on"})
    page = client.get("/lobby/")
    assert page[READER] == "none"
    assert 'data-keeps="nothing"' in page.content.decode()
    assert client.get("/offline/session/").json()["keeps"] is False
    client.post("/account/logout/")
    client.post("/account/login/", answers)
    assert client.get("/lobby/")[READER] == alice.public_id


def test_a_guest_may_keep_nothing(client, db):
    guest = client.post("/games/sdc/quick-play/", follow=True)[READER]
    assert client.get("/lobby/")[READER] == guest != "none"
    assert 'action="/settings/devices/"' in client.get("/settings/devices/").content.decode()
    client.post("/settings/devices/", {"keep_nothing": "on"})
    assert client.get("/lobby/")[READER] == "none"
    assert re.search(r'name="keep_nothing"[^>]*checked', client.get("/settings/devices/").content.decode())
    client.post("/settings/devices/", {})
    assert client.get("/lobby/")[READER] == guest


def test_hello_says_who_and_brings_a_token(alice, visit):
    client = visit(alice, enforce_csrf_checks=True)
    answer = client.get("/offline/session/")
    assert "no-store" in answer["Cache-Control"]
    data = answer.json()
    assert (data["person"], data["keeps"]) == (alice.public_id, True)
    assert client.post("/settings/devices/", headers={"x-csrftoken": "x" * 64}).status_code == 403
    assert client.post("/settings/devices/", headers={"x-csrftoken": data["token"]}).status_code == 302
    assert visit().get("/offline/session/").json()["person"] == ""


def test_a_move_that_waited_gets_its_receipt_once_however_often_it_comes(duel):
    table, at, browser = duel
    key, before = new_key(), Event.objects.filter(table=table).count()
    first = send_move(browser, table, at, key=key)
    assert first.status_code == 200
    count = Event.objects.filter(table=table).count()
    assert count > before
    response = send_move(browser, table, at, key=key)
    assert (
        response.json()
        == first.json()
        == {"seq": first.json()["seq"], "digest": Event.objects.get(table=table, seq=first.json()["seq"]).digest}
    )
    assert Event.objects.filter(table=table).count() == count


def test_a_move_of_somebody_else_changes_nothing(duel, alice, bob, visit):
    table, at, _ = duel
    other = bob if at.user_id == alice.pk else alice
    before = Event.objects.filter(table=table).count()
    for browser, person in ((visit(at.user), other), (visit(other), at.user)):
        answer = send_move(browser, table, at, person=person.public_id)
        assert answer.status_code == 409
        assert answer.json()["code"] == "somebody-else"
        fields = {"move": '{"type":"fold"}', "asked": at.question_seq, "key": new_key(), "person": person.public_id}
        plain = browser.post(f"/tables/{table.public_id}/move/", fields)
        assert plain.status_code == 409
        by_htmx = browser.post(f"/tables/{table.public_id}/move/", fields, headers={"hx-request": "true"})
        assert (by_htmx.status_code, by_htmx["HX-Refresh"]) == (409, "true")
        assert "Someone else has logged in" in browser.get("/lobby/").content.decode()
    assert Event.objects.filter(table=table).count() == before


def test_the_table_moved_on_is_said_in_a_sentence(duel):
    table, at, browser = duel
    answer = send_move(browser, table, at, asked=at.question_seq + 1)
    assert answer.status_code == 409
    assert answer.json() == {
        "code": "stale",
        "sentence": "The table has moved on since this page was shown. This is its current state.",
    }


def test_a_titles_own_refusal_is_said_in_words(duel):
    table, at, browser = duel
    answer = send_move(browser, table, at, move='{"type":"call","card":7}')
    assert answer.status_code == 422
    assert answer.json()["sentence"]
    assert "<" not in answer.json()["sentence"]


def test_signed_out_is_told_apart_from_a_refusal(duel, visit):
    table, at, _ = duel
    assert send_move(visit(), table, at).status_code == 401
    assert send_move(visit(at.user), table, at).status_code == 200


def test_no_such_table(duel, visit):
    table, at, browser = duel
    table.public_id = "nonenonenone"
    answer = send_move(browser, table, at)
    assert (answer.status_code, answer.json()["code"]) == (404, "no-such-table")
