"""Requests that no form of ours makes, and addresses that lead nowhere."""

import pytest

from games.tables.models import Table
from tests.every_game import LANGUAGES
from tests.matches import snapshot
from tests.moderation.actions import table_void
from tests.refusals import CALL, post_refused, refused

pytestmark = pytest.mark.parametrize("language", LANGUAGES)


def test_a_megabyte(duel, language):
    table, at, client = duel
    data = {"asked": at.question_seq, "key": "k", "move": "x" * 1_000_000}
    post_refused(table, client, "move", data, 413, "Too large", language)


def test_thousands_of_fields(duel, language):
    table, at, client = duel
    data = {f"f{n}": "x" for n in range(1_500)} | CALL | {"asked": at.question_seq, "key": "k"}
    body = "&".join(f"{name}={value}" for name, value in data.items())
    before = snapshot(table)
    response = client.post(
        f"/tables/{table.public_id}/move/", body, content_type="application/x-www-form-urlencoded"
    )  # fmt: skip
    refused(table, response, 400, "The request could not be understood", language)
    assert snapshot(table) == before


def test_a_forged_form(duel, visit, language):
    table, at, _ = duel
    client = visit(at.user, language, enforce_csrf_checks=True)
    english = "This form has expired, or your browser blocks cookies. Please go back, reload the page and try again."
    for token in ({}, {"csrfmiddlewaretoken": "x" * 64}):
        data = {"asked": at.question_seq, "key": "k"} | CALL | token
        post_refused(table, client, "move", data, 403, english, language)


NOT_FOUND = "This page doesn’t exist, or you can’t open it."


NOWHERE = [
    "/tables/nosuchtable2/", "/tables/1/", "/tables/nosuchtable2/fragment/", "/tables/nosuchtable2/log/",
    "/replays/nosuchtable2/", "/replays/nosuchtable2/positions/1/", "/replays/nosuchtable2/verify/",
    "/tables/nosuchtable2/invitations/nosuchcode12/", "/games/chess/rules/", "/games/chess/new/",
]  # fmt: skip
ACTIONS = ("move", "join", "leave", "bots", "start")


def test_what_is_not_there(alice, visit, language):
    client = visit(alice, language)
    for address in NOWHERE:
        refused(None, client.get(address), 404, NOT_FOUND, language)


def test_acting_at_a_table_that_is_not_there(alice, visit, language):
    client = visit(alice, language)
    for action in ACTIONS:
        response = client.post(f"/tables/nosuchtable2/{action}/", CALL | {"key": "k"})
        refused(None, response, 404, NOT_FOUND, language)


def test_a_link_does_nothing_but_lead_to_the_table(table, alice, visit, language):
    before, client = snapshot(table), visit(alice, language)
    for action in ACTIONS:
        answer = client.get(f"/tables/{table.public_id}/{action}/")
        assert (answer.status_code, answer.url) == (302, f"/tables/{table.public_id}/"), action
        assert client.put(f"/tables/{table.public_id}/{action}/").status_code == 405, action
        assert snapshot(table) == before, action


def test_the_replay_of_a_running_match(table, charlie, visit, language):
    english, client = "The match is still running; you can replay it once it has ended.", visit(charlie, language)
    for at in ("", "verify/", "positions/3/"):
        refused(table, client.get(f"/replays/{table.public_id}/{at}"), 409, english, language)


def test_positions_that_are_not_there(sdc, alice, moderator, visit, language):
    table_void(public_id=sdc.public_id, moderator_id=moderator.pk, reason="a look")
    client = visit(alice, language)
    for query in ("0/", "1/", "99999/", "5/?seat=9", "5/?seat=x", "5/?seat=-1", "5/?seat=٣"):
        refused(sdc, client.get(f"/replays/{sdc.public_id}/positions/{query}"), 404, NOT_FOUND, language)


ODD_QUERIES = [
    "/games/lombard/new/?preset=%00", "/games/lombard/new/?like=%00", "/games/lombard/new/?like=nosuchtable2",
    "/tables/{}/fragment/?asked=%00", "/tables/{}/log/?page=%00", "/tables/{}/log/?page=0",
    "/tables/{}/log/?page=999999", "/tables/{}/?seat=1",
]  # fmt: skip


def test_odd_queries_are_as_good_as_none(sdc, alice, visit, language):
    client = visit(alice, language)
    for address in ODD_QUERIES:
        assert client.get(address.format(sdc.public_id)).status_code == 200, address


ODD_TARGETS = ["https://evil.example/", "//evil.example", "javascript:alert(1)", "", "\0", "nowhere", "tables:lobby"]


@pytest.mark.parametrize(("name", "choice"), [("theme", "dark"), ("coach", "off")])
def test_a_setting_of_the_browser_leads_nowhere_else(db, visit, language, name, choice):
    client = visit(None, language)
    for target in (*ODD_TARGETS, "/lobby/"):
        response = client.post(f"/settings/{name}/", {name: choice, "next": target})
        assert response["Location"] == ("/lobby/" if target == "/lobby/" else "/"), target
        assert response.cookies[name].value == choice


@pytest.mark.parametrize(
    "address",
    [
        "/games/lombard/quick-play/",
        "/settings/theme/",
        "/settings/coach/",
        "/settings/next-table/",
        "/settings/lesson-offer/",
    ],
)
def test_a_link_to_what_only_a_button_does_leads_to_the_front_page(alice, visit, language, address):
    """After a refusal there, the person changes the language or reloads the page."""
    answer = visit(alice, language).get(address)
    assert (answer.status_code, answer.url) == (302, "/")
    assert visit(alice, language).put(address).status_code == 405
    assert not Table.objects.exists()


@pytest.mark.parametrize("charset", ["utf-16", "idna"])
@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
def test_another_encoding_than_ours(duel, visit, language, charset, kind):
    table, at, _ = duel
    client = visit(at.user, language, enforce_csrf_checks=True)
    before = snapshot(table)
    address = f"/tables/{table.public_id}/move/"
    response = client.post(address, b"move=x", content_type=f"{kind}; charset={charset}")
    english = "The request was malformed, so nothing has been changed. Go back, reload the page and try again."
    refused(table, response, 400, english, language)
    assert snapshot(table) == before
