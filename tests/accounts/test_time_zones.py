"""The device's time zone: stored with a new account, and asked about once where it is another later."""

import html
import json

import pytest

from accounts.models import User
from tests.accounts.conftest import PASSWORD, who
from tests.html import page

SIGN_UP = {"username": "robin", "password1": PASSWORD, "password2": PASSWORD}
ADDRESS = "/settings/availability/time-zone/"


def question(client) -> dict:
    """Return what the page passes to the script."""
    text = client.get("/games/").text
    question_form = next(form for form in page(client.get("/games/")).forms if form.action == ADDRESS)
    assert {name for name, _value in question_form.buttons} == {"answer"}
    kept_value = text.split('data-zone-question-kept-value="')[1].split('"')[0]
    account = text.split('data-zone-question-account-value="')[1].split('"')[0]
    return {"account": account, "kept": json.loads(html.unescape(kept_value))}


@pytest.mark.parametrize(("sent", "stored"), [("Europe/Berlin", "Europe/Berlin"), ("", ""), ("Moon/Far_Side", "")])
def test_a_new_account_has_the_devices_zone(client, sent, stored):
    field = next(
        candidate
        for candidate in page(client.get("/account/signup/")).form("/signup/").fields
        if candidate.name == "time_zone"
    )
    assert (field.kind, field.values, field.attributes["data-controller"]) == ("hidden", [""], "timezone")
    assert client.post("/account/signup/", SIGN_UP | {"time_zone": sent}).status_code == 302
    assert User.objects.get(username="robin").time_zone == stored


@pytest.mark.parametrize("short", [{}, {"short": "1"}])
def test_a_guest_who_becomes_an_account_has_it_too(client, guest, short):
    claim_page = page(client.get("/account/claim-guest/"))
    assert any(field.name == "time_zone" for field in claim_page.form("/account/claim-guest/").fields)
    form = SIGN_UP | {"name": guest.name, "time_zone": "America/New_York"} | short
    assert client.post("/account/claim-guest/", form).status_code == 302
    guest.refresh_from_db()
    assert not guest.is_guest
    assert guest.time_zone == "America/New_York"


def test_the_devices_zone_can_be_used_from_now_on(client, anna):
    client.force_login(anna)
    User.objects.filter(pk=anna.pk).update(time_zone="Asia/Tokyo")
    assert question(client) == {"account": "Asia/Tokyo", "kept": []}
    answer = client.post(ADDRESS, {"zone": "Europe/Berlin", "answer": "use", "next": "/games/"}, follow=True)
    assert answer.request["PATH_INFO"] == "/games/"
    assert "Your time zone is now Europe/Berlin." in page(answer).text
    assert who(client).time_zone == "Europe/Berlin"
    assert question(client) == {"account": "Europe/Berlin", "kept": []}


def test_a_no_is_remembered_for_that_zone(client, anna, settings):
    client.force_login(anna)
    assert question(client) == {"account": settings.TIME_ZONE, "kept": []}
    for zone in ("Europe/Berlin", "Europe/Paris", "Europe/Berlin"):
        answer = client.post(ADDRESS, {"zone": zone, "answer": "keep", "next": "/games/"})
        assert (answer.status_code, answer.url) == (302, "/games/")
    assert who(client).time_zone == ""
    assert question(client)["kept"] == ["Europe/Berlin", "Europe/Paris"]


def test_only_zones_are_stored_and_only_own_pages_come_next(client, anna):
    client.force_login(anna)
    assert client.post(ADDRESS, {"zone": "<b>", "answer": "use"}).status_code == 400
    answer = client.post(ADDRESS, {"zone": "Europe/Berlin", "answer": "keep", "next": "https://evil.example/"})
    assert answer.url == "/settings/availability/"
    assert client.get(ADDRESS).url == "/settings/availability/"


def test_guests_and_strangers_are_not_asked(client, other, guest):
    assert "zone-question" not in client.get("/games/").text
    assert "zone-question" not in other.get("/games/").text
