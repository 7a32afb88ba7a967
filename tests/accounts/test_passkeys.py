"""Passkeys: where they are offered, and what comes of answers that no browser gives. Real ones: tests/browser."""

import json

import pytest
from allauth.mfa.models import Authenticator

from accounts import passkeys, two_factor
from tests.accounts.conftest import PASSWORD, who
from tests.accounts.sanctioned import suspend
from tests.second_factor import code as app_code
from tests.second_factor import enrolled

LOGIN, ADD, SECURITY = "/account/passkeys/log-in/", "/account/passkeys/add/", "/settings/security/"
JSON = {"accept": "application/json"}
HTTPS = {"secure": True, "HTTP_HOST": "cards.example.org"}


@pytest.fixture(autouse=True)
def _names(settings):
    settings.ALLOWED_HOSTS = ["cards.example.org", "localhost", "192.0.2.7", "testserver", "[2001:db8::7]"]


def key(person, name="Phone") -> Authenticator:
    """A row as a browser's answer leaves it, but for the answer."""
    data = {"name": name, "credential": {"clientExtensionResults": {"credProps": {"rk": True}}}}
    return Authenticator.objects.create(user=person, type=Authenticator.Type.WEBAUTHN, data=data)


@pytest.mark.parametrize(
    ("where", "offered"),
    [
        (HTTPS, True),
        ({"HTTP_HOST": "localhost:8000"}, True),
        ({"HTTP_HOST": "cards.example.org"}, False),
        ({"HTTP_HOST": "192.0.2.7:8000"}, False),
        ({"HTTP_HOST": "192.0.2.7", "secure": True}, False),
        ({"HTTP_HOST": "[2001:db8::7]", "secure": True}, False),
    ],
)
def test_they_are_offered_where_browsers_have_them(client, anna, at_door, where, offered):
    assert ("with a passkey" in client.get("/account/login/", **where).text) == offered
    assert client.get(LOGIN, headers=JSON, **where).status_code == (200 if offered else 404)
    client.force_login(anna)
    assert ("Add a passkey" in client.get(SECURITY, **where).text) == offered
    assert client.get(ADD, **where).status_code == (302 if offered else 404)
    assert client.post(LOGIN, {"credential": "{}"}, **where).status_code == (302 if offered else 404)


def test_a_guest_has_none(client, guest):
    assert client.get(ADD, **HTTPS).url == "/account/claim-guest/"


def test_adding_one_takes_a_fresh_password(client, anna, at_door):
    client.force_login(anna)
    assert client.get(ADD, **HTTPS).url.startswith("/account/reauthenticate/")
    client.post("/account/reauthenticate/", {"password": PASSWORD}, **HTTPS)
    page = client.get(ADD, **HTTPS)
    assert page.status_code == 200
    options = json.loads(page.context["passkey_options"])["publicKey"]
    assert options["rp"]["id"] == "cards.example.org"
    assert options["user"]["name"] == "anna"
    assert "example.org" not in options["user"]["name"]


PARTS = {"userHandle": "_w", "clientDataJSON": "e30", "authenticatorData": "AA", "signature": "AA"}
WHOLE = json.dumps({"id": "eA", "rawId": "eA", "type": "public-key", "response": PARTS})
ODD = ["", "{}", "[]", "null", "1", '"x"', "{", '{"id": "x"}', '{"response": {}}', WHOLE]


@pytest.mark.parametrize("answer", ODD)
def test_an_odd_answer_opens_nothing(client, anna, answer):
    client.get(LOGIN, headers=JSON, **HTTPS)
    answered = client.post(LOGIN, {"credential": answer}, follow=True, **HTTPS)
    assert "This passkey was not accepted" in answered.text
    assert who(client).is_anonymous


@pytest.mark.parametrize("answer", ODD)
def test_an_odd_answer_adds_nothing(client, anna, at_door, answer):
    at_door(client, "anna", **HTTPS)
    client.get(ADD, **HTTPS)
    assert client.post(ADD, {"name": "x", "credential": answer}, **HTTPS).status_code == 200
    assert not Authenticator.objects.exists()


TOO_DEEP = ['{"a":' * 3_000, "[" * 3_000, '{"a":' * 30 + "1" + "}" * 30, '{"id": ' + "9" * 5_000 + "}"]


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("answer", TOO_DEEP)
def test_json_that_no_browser_would_send_is_a_bad_request(client, anna, at_door, answer, language):
    sentences = {"en": "The request could not be understood", "ja": "要求を理解できませんでした"}
    client.get(LOGIN, headers=JSON, **HTTPS)
    refused = [client.post(LOGIN, {"credential": answer}, headers={"accept-language": language}, **HTTPS)]
    at_door(client, "anna", **HTTPS)
    client.get(ADD, **HTTPS)
    for address in (ADD, "/account/passkeys/reauthenticate/"):
        key(anna)
        refused.append(
            client.post(address, {"name": "x", "credential": answer}, headers={"accept-language": language}, **HTTPS)
        )
    assert [page.status_code for page in refused] == [400] * 3
    assert all(sentences[language] in page.text for page in refused)


def test_a_passkey_is_no_second_step(client, anna, at_door):
    """A person who added a passkey on a phone can still log in by password elsewhere."""
    key(anna)
    at_door(client, "anna")
    assert who(client) == anna
    assert not two_factor.has_app(anna)


def test_with_the_app_the_password_asks_for_its_code_and_takes_no_passkey(client, anna, at_door):
    key(anna)
    enrolled(anna)
    assert at_door(client, "anna").url == "/account/2fa/authenticate/"
    assert client.post("/account/2fa/authenticate/", {"credential": "{}"}).status_code == 200
    assert who(client).is_anonymous


def test_recovery_codes_go_with_the_app_and_leave_the_passkey(client, anna, at_door):
    row = key(anna)
    enrolled(anna)
    client.post(at_door(client, "anna").url, {"code": app_code()})
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    assert client.post("/account/2fa/totp/deactivate/").status_code == 302
    assert list(Authenticator.objects.all()) == [row]


def test_staff_with_a_passkey_alone_still_set_up_the_app(client, boss, at_door):
    key(boss)
    at_door(client, "boss")
    assert client.get("/admin/").url.startswith("/account/2fa/totp/activate/")


def test_one_is_removed_by_its_person_alone(client, other, anna, boss, at_door):
    row = key(anna)
    remove = f"/account/passkeys/{row.pk}/remove/"
    at_door(other, "boss", **HTTPS)
    assert other.post(remove, **HTTPS).status_code == 404
    at_door(client, "anna", **HTTPS)
    assert "Phone" in client.get(SECURITY, **HTTPS).text
    assert "Phone" in client.get(remove, **HTTPS).text
    assert client.post(remove, **HTTPS).url == SECURITY
    assert not Authenticator.objects.exists()


def test_a_suspended_person_with_a_passkey_reads_why_by_password(client, anna, boss, at_door):
    key(anna)
    suspend(anna, boss)
    assert at_door(client, "anna").url == "/account/status/"


def test_there_is_an_end_to_them(client, anna, at_door, monkeypatch):
    monkeypatch.setattr(passkeys, "MAX_PASSKEYS", 0)
    at_door(client, "anna", **HTTPS)
    assert "the maximum number of passkeys" in client.post(ADD, {"credential": "{}"}, **HTTPS).text


def test_another_way_to_confirm_is_named_where_it_works(client, anna):
    key(anna)
    client.force_login(anna)
    assert "Use a passkey instead" in client.get("/account/reauthenticate/", **HTTPS).text
    assert "Use a passkey instead" not in client.get("/account/reauthenticate/").text
