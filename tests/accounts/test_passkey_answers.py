"""Answers of passkeys: each challenge accepts one answer, and a counter never goes back.

An answer can arrive twice: from a cloned device, or replayed while the first request is running.
"""

import json
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from accounts import passkeys
from tests.accounts.conftest import who
from tests.accounts.software_passkey import SoftwarePasskey
from tests.accounts.test_name_races import at_once

HOST = "cards.example.org"
HTTPS = {"secure": True, "HTTP_HOST": HOST}
LOGIN, ADD, SECURITY = "/account/passkeys/log-in/", "/account/passkeys/add/", "/settings/security/"
CONFIRM = "/account/passkeys/reauthenticate/"


@pytest.fixture(autouse=True)
def _name(settings):
    settings.ALLOWED_HOSTS = [HOST, "testserver"]


def begin_registration(client: Client) -> dict[str, Any]:
    return json.loads(client.get(ADD, **HTTPS).context["passkey_options"])


def begin_login(client: Client) -> dict[str, Any]:
    return client.get(LOGIN, headers={"accept": "application/json"}, **HTTPS).json()["request_options"]


def post(client: Client, path: str, answer: dict[str, Any], **fields: str) -> Any:
    return client.post(path, {"credential": json.dumps(answer), **fields}, **HTTPS)


@pytest.fixture
def register(anna, at_door):
    """Add a passkey to Anna's account in a separate browser and return it."""

    def add(counter: int = 0) -> SoftwarePasskey:
        client, key = Client(), SoftwarePasskey(HOST, counter=counter)
        at_door(client, "anna", **HTTPS)
        assert post(client, ADD, key.register(begin_registration(client)), name="Phone").url == SECURITY
        return key

    return add


def log_in(key: SoftwarePasskey) -> Client:
    client = Client()
    post(client, LOGIN, key.authenticate(begin_login(client)))
    return client


def test_a_passkey_logs_in_again_and_again(register, anna):
    for counter in (0, 3):
        key = register(counter)
        for _ in range(3):
            key.counter += bool(counter)
            assert who(log_in(key)) == anna


def test_an_added_passkey_is_mailed(register, worker, mailoutbox):
    register()
    worker()
    assert [letter.subject for letter in mailoutbox] == ["[Tefuda] A passkey was added to your account"]


@pytest.mark.parametrize(("before", "after"), [(5, 4), (5, 5), (5, 0), (1, 0)])
def test_a_counter_that_does_not_grow_is_refused(register, before, after):
    key = register(before)
    key.counter = after
    assert who(log_in(key)).is_anonymous
    key.counter = before + 1
    assert not who(log_in(key)).is_anonymous


@pytest.mark.parametrize(("first", "second", "is_accepted"), [(7, 8, True), (7, 7, False), (7, 3, False), (0, 0, True)])
def test_the_counter_of_the_last_log_in_counts(register, first, second, is_accepted):
    key = register(0)
    key.counter = first
    assert not who(log_in(key)).is_anonymous
    key.counter = second
    assert who(log_in(key)).is_anonymous != is_accepted


def test_a_refused_counter_is_said_like_any_wrong_answer(register, client):
    key = register(5)
    answer = client.post(LOGIN, {"credential": json.dumps(key.authenticate(begin_login(client)))}, follow=True, **HTTPS)
    assert "This passkey was not accepted" in answer.text


def test_the_counter_counts_where_the_password_is_asked_for_again(register, anna):
    key = register(5)
    client = Client()
    client.force_login(anna)
    options = json.loads(client.get(CONFIRM, **HTTPS).context["passkey_options"])
    assert (
        "was not accepted"
        in client.post(CONFIRM, {"credential": json.dumps(key.authenticate(options))}, follow=True, **HTTPS).text
    )
    key.counter = 6
    options = json.loads(client.get(CONFIRM, **HTTPS).context["passkey_options"])
    assert (
        "was not accepted"
        not in client.post(CONFIRM, {"credential": json.dumps(key.authenticate(options))}, follow=True, **HTTPS).text
    )


def test_a_passkey_is_added_once(register, client, anna, at_door):
    """Even where a browser makes the site forget that it excludes the ones there are."""
    key = register()
    at_door(client, "anna", **HTTPS)
    response = post(client, ADD, key.register(begin_registration(client)), name="Again")
    assert response.status_code == 200
    assert "This passkey was not accepted" in response.text
    assert Authenticator.objects.count() == 1


@pytest.mark.thorough
@pytest.mark.django_db(transaction=True)
def test_an_answer_sent_many_times_at_once_adds_one_passkey(client, anna, at_door):
    at_door(client, "anna", **HTTPS)
    answer = SoftwarePasskey(HOST).register(begin_registration(client))
    at_once(lambda _: copy_of(client).post(ADD, {"name": "x", "credential": json.dumps(answer)}, **HTTPS))
    assert Authenticator.objects.count() == 1


@pytest.mark.thorough
@pytest.mark.django_db(transaction=True)
def test_two_passkeys_do_not_answer_one_challenge(client, anna, at_door):
    at_door(client, "anna", **HTTPS)
    options = begin_registration(client)
    answers = [SoftwarePasskey(HOST).register(options) for _ in range(12)]
    at_once(lambda n: copy_of(client).post(ADD, {"name": "x", "credential": json.dumps(answers[n])}, **HTTPS))
    assert Authenticator.objects.count() == 1


@pytest.mark.thorough
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("counter", [0, 5])
def test_an_answer_sent_many_times_at_once_logs_in_once(client, register, anna, counter):
    """Repeat the request with the cookie of the browser that was asked, as an eavesdropper would."""
    key = register(counter)
    key.counter += bool(counter)
    answer = key.authenticate(begin_login(client))
    browsers = [copy_of(client) for _ in range(12)]
    at_once(lambda n: post(browsers[n], LOGIN, answer))
    assert sum(not who(browser).is_anonymous for browser in browsers) == 1


@pytest.mark.thorough
@pytest.mark.django_db(transaction=True)
def test_there_is_no_room_for_more_than_twenty(monkeypatch, anna, at_door):
    monkeypatch.setattr(passkeys, "MAX_PASSKEYS", 2)
    browsers = [Client() for _ in range(6)]
    answers = []
    for browser in browsers:
        at_door(browser, "anna", **HTTPS)
        answers.append(SoftwarePasskey(HOST).register(begin_registration(browser)))
    at_once(lambda n: post(browsers[n], ADD, answers[n], name="x"), len(browsers))
    assert Authenticator.objects.count() == 2


def copy_of(client: Client) -> Client:
    """Another browser with the same cookies."""
    other = Client()
    other.cookies.load({name: cookie.value for name, cookie in client.cookies.items()})
    return other
