"""Signing up, logging in and out: what works, what is refused, and what no answer may reveal."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from config import settings as site
from tests.accounts.conftest import PASSWORD, who
from tests.accounts.hashing import CountingHasher

FORM = {"username": "Robin", "email": "", "password1": PASSWORD, "password2": PASSWORD}


def sign_up(client, **changes):
    return client.post("/account/signup/", FORM | changes)


def text(answer) -> str:
    """A page without what differs by chance (the CSRF token)."""
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"|data-now="\d+"', "", answer.content.decode())


def test_signing_up_needs_no_mail_address(client, settings, mailoutbox):
    settings.PASSWORD_HASHERS = site.PASSWORD_HASHERS
    answer = sign_up(client)
    assert (answer.status_code, answer.url) == (302, "/")
    robin = who(client)
    assert (robin.username, robin.name, robin.email, robin.is_guest) == ("robin", "Robin", "", False)
    assert robin.password.startswith("argon2$argon2id$")
    assert mailoutbox == []


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"username": "ANNA"}, "username"),
        ({"username": "ａｎｎａ"}, "username"),
        ({"username": "robin@example.org"}, "username"),
        ({"username": "a b"}, "username"),
        ({"username": ""}, "username"),
        ({"username": "\u3164"}, "username"),
        ({"username": "an\u1160na"}, "username"),
        ({"email": "nowhere"}, "email"),
        ({"password1": ""}, "password1"),
        ({"password2": "something-else"}, "password2"),
        ({"password1": "12345678901", "password2": "12345678901"}, "password1"),
    ],
)
def test_a_bad_form_makes_nobody(client, anna, changes, field):
    answer = sign_up(client, **changes)
    assert list(answer.context["form"].errors) == [field]
    assert User.objects.count() == 1
    assert who(client).is_anonymous


def test_a_name_that_is_taken_gets_a_number(client, anna):
    User.objects.create_user("robin2", name="Robin")
    sign_up(client)
    assert who(client).name == "Robin 2"


def test_signing_up_doesnt_tell_whose_address_it_is(client, other, anna):
    known_answer = sign_up(client, email=anna.email)
    unknown_answer = sign_up(other, username="bob", email="bob@example.org")
    assert (
        (known_answer.status_code, known_answer.url) == (unknown_answer.status_code, unknown_answer.url) == (302, "/")
    )
    assert who(client).email == anna.email


@pytest.mark.parametrize("login", ["anna", "ANNA", " anna ", "ａｎｎａ", "anna@example.org", "Anna@Example.ORG"])
def test_logging_in_by_username_or_address(client, anna, at_door, login):
    answer = at_door(client, login)
    assert (answer.status_code, answer.url) == (302, "/")
    assert who(client) == anna


def test_an_address_stands_for_the_account_that_confirmed_it_whoever_else_claims_it(client, other, anna, at_door):
    sign_up(client, email=anna.email, password1="nine-loud-otters", password2="nine-loud-otters")
    client.post("/account/logout/")
    assert at_door(client, anna.email, "nine-loud-otters").status_code == 200
    assert who(client).is_anonymous
    at_door(other, anna.email)
    assert who(other) == anna


def test_an_address_that_nobody_confirmed_logs_nobody_in(client, other, at_door):
    sign_up(other, email="robin@example.org")
    assert at_door(client, "robin@example.org").status_code == 200
    assert who(client).is_anonymous
    at_door(client, "robin")
    assert who(client).username == "robin"


def test_a_refused_log_in_doesnt_tell_whose_address_it_is(client, anna, at_door):
    known_answer = at_door(client, "anna@example.org", "wrong")
    unknown_answer = at_door(client, "nobody@example.org", "wrong")
    assert known_answer.status_code == unknown_answer.status_code == 200
    assert text(known_answer).replace("anna@", "nobody@") == text(unknown_answer)
    assert known_answer.context["form"].non_field_errors()
    assert who(client).is_anonymous


def test_a_refused_log_in_takes_as_much_hashing_either_way(client, anna, at_door, settings):
    """The time of an answer must not tell either: one hash for an address, however many claim it."""
    for number in range(3):
        User.objects.create_user(f"claimant{number}", password=PASSWORD, email="claimed@example.org")
    settings.PASSWORD_HASHERS = ["tests.accounts.hashing.CountingHasher"]
    anna.set_password(PASSWORD)
    anna.save()
    counts = []
    for login in ("anna@example.org", "nobody@example.org", "claimed@example.org", "anna", "nobody"):
        CountingHasher.count = 0
        with CaptureQueriesContext(connection) as queries:
            at_door(client, login, "wrong")
        counts.append((CountingHasher.count, len(queries)))
    assert len(set(counts[:3])) == len(set(counts[3:])) == 1
    assert {hashes for hashes, _ in counts} == {1}


@pytest.mark.parametrize(
    ("wanted", "got"), [("/lobby/", "/lobby/"), ("https://evil.example/", "/"), ("//evil.example", "/")]
)
def test_logging_in_leads_only_into_this_site(client, anna, wanted, got):
    answer = client.post("/account/login/", {"login": "anna", "password": PASSWORD, "next": wanted})
    assert answer.url == got


def test_remembered_or_until_the_browser_closes(client, anna):
    client.post("/account/login/", {"login": "anna", "password": PASSWORD, "remember": "on"})
    assert not client.session.get_expire_at_browser_close()
    client.post("/account/logout/")
    client.post("/account/login/", {"login": "anna", "password": PASSWORD})
    assert client.session.get_expire_at_browser_close()


def test_whoever_is_logged_in_needs_no_door(client, anna):
    client.force_login(anna)
    assert client.get("/account/login/?next=nowhere").url == "/"
    assert client.get("/account/login/?next=/lobby/").url == "/lobby/"
    assert client.get("/account/signup/").url == "/"


def test_only_a_post_logs_out(client, anna):
    client.force_login(anna)
    assert client.get("/account/logout/").status_code == 200
    assert who(client) == anna
    assert client.post("/account/logout/").url == "/"
    assert who(client).is_anonymous


def test_a_suspended_person_gets_no_further_than_a_page_that_says_so(client, anna, at_door):
    User.objects.update(is_active=False)
    answer = at_door(client, "anna")
    assert answer.url == "/account/status/"
    assert "suspended" in client.get(answer.url).content.decode()
    assert who(client).is_anonymous


@pytest.mark.parametrize("page", ["login", "signup", "password/reset"])
def test_the_doors_ask_the_database_nothing(client, page, django_assert_num_queries):
    client.get(f"/account/{page}/")
    with django_assert_num_queries(0):
        assert client.get(f"/account/{page}/").status_code == 200


@pytest.mark.parametrize(
    "path", ["confirm-email/x/", "2fa/webauthn/", "passkeys/signup/", "social/signup/", "3rdparty/"]
)
def test_what_we_dont_offer_isnt_there(client, path):
    assert client.get(f"/account/{path}").status_code == 404


def test_the_forms_guide_password_managers(client):
    page = client.get("/account/signup/").content.decode()
    assert page.count('autocomplete="new-password"') == 2
    assert 'autocomplete="username"' in page
    login = client.get("/account/login/").content.decode()
    assert 'autocomplete="current-password"' in login
    assert 'autocomplete="username"' in login
    for html in (page, login):
        assert " style=" not in html
        assert "placeholder=" not in html


@pytest.mark.parametrize("email", ["x" * 243 + "@example.org", "x" * 300 + "@example.org", "e\u017f@example.org"])
def test_an_address_that_can_not_be_kept_is_refused_wherever_one_is_given(client, other, anna, guest, email):
    """Longer than any is, or with a letter that only a regular expression takes for an s. PostgreSQL would raise."""
    other.force_login(anna)
    answers = [
        sign_up(type(client)(), email=email),
        client.post("/account/claim-guest/", FORM | {"name": "Robin", "email": email}),
        other.post("/account/email/", {"email": email, "password": PASSWORD}),
    ]
    for answer in answers:
        assert answer.context["form"].errors == {"email": ["Enter a valid email address."]}
    assert not User.objects.filter(username="robin").exists()
    assert User.objects.get(pk=anna.pk).email == "anna@example.org"
