"""Rate limits per address and per account, and attempts to get around them."""

import re

import pytest

from accounts.adapters import get_network
from accounts.models import User
from tests.accounts.conftest import PASSWORD, who

FORM = {"username": "", "email": "", "password1": "", "password2": ""}


def sit(other_client, ip="192.0.2.1", **headers):
    return other_client().post("/test/sit/", REMOTE_ADDR=ip, headers=headers)


@pytest.fixture
def fresh(client):
    """Return clients without cookies."""
    return type(client)


@pytest.fixture
def three(settings):
    """Guests that an address may make in a minute, where it does not matter how many these are."""
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"guest": "3/m/ip"}
    return 3


def test_one_address_makes_twenty_guests_a_minute(fresh):
    for _ in range(20):
        assert sit(fresh).status_code == 200
    refused = sit(fresh)
    assert refused.status_code == 429
    assert "Too many" in refused.content.decode()
    assert User.objects.count() == 20
    assert sit(fresh, ip="192.0.2.2").status_code == 200


def test_whoever_has_a_person_needs_no_guest(client, fresh, anna, three):
    for _ in range(three + 1):
        sit(fresh)
    client.force_login(anna)
    assert client.post("/test/sit/", REMOTE_ADDR="192.0.2.1").status_code == 200


def test_neighbours_in_one_ipv6_network_count_together(fresh, three):
    for number in range(three):
        sit(fresh, ip=f"2001:db8::{number:x}")
    assert sit(fresh, ip="2001:db8::ffff").status_code == 429
    assert sit(fresh, ip="2001:db8:0:1::1").status_code == 200


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8::7", "2001:db8::"),
        ("2001:db8:0:1:2:3:4:5", "2001:db8:0:1::"),
        ("fe80::1%eth0", "fe80::"),
        ("unix:", "unix:"),
    ],
)
def test_what_one_visitor_can_call_their_own(address: str, network: str):
    assert get_network(address) == network


@pytest.mark.parametrize(
    ("one", "another"), [("::ffff:192.0.2.1", "::ffff:192.0.2.2"), ("::ffff:c000:201", "192.0.2.2")]
)
def test_a_socket_for_both_kinds_of_address_tells_ipv4_clients_apart(fresh, three, one, another):
    for _ in range(three):
        sit(fresh, ip=one)
    assert sit(fresh, ip=one).status_code == 429
    assert sit(fresh, ip="192.0.2.1").status_code == 429
    assert sit(fresh, ip=another).status_code == 200


def test_a_neighbour_by_cable_is_a_client_like_others(fresh):
    assert sit(fresh, ip="fe80::1%eth0").status_code == 200


def test_who_comes_past_one_of_the_proxies_is_counted_by_the_connection(fresh, three, settings):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 2
    for number in range(three):
        assert sit(fresh, **{"x-forwarded-for": f"203.0.113.{number}"}).status_code == 200
    assert sit(fresh, **{"x-forwarded-for": "203.0.113.99"}).status_code == 429


def test_a_header_that_anybody_can_send_is_not_believed(fresh, three):
    for number in range(three):
        sit(fresh, **{"x-forwarded-for": f"198.51.100.{number}"})
    assert sit(fresh, **{"x-forwarded-for": "203.0.113.9"}).status_code == 429


def test_behind_our_proxy_the_last_address_counts(fresh, three, settings):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    for number in range(three):
        sit(fresh, **{"x-forwarded-for": f"203.0.113.{number}, 198.51.100.7"})
    assert sit(fresh, **{"x-forwarded-for": "203.0.113.99, 198.51.100.7"}).status_code == 429
    assert sit(fresh, **{"x-forwarded-for": "198.51.100.8"}).status_code == 200


@pytest.mark.parametrize(("page", "most"), [("signup", 20), ("login", 30)])
def test_doors_close_for_an_address_that_knocks_too_often(client, page, most):
    answers = [client.post(f"/account/{page}/", FORM).status_code for _ in range(most + 1)]
    assert answers == [200] * most + [429]
    assert client.get(f"/account/{page}/").status_code == 200


def test_upgrading_counts_as_signing_up(client, guest):
    answers = [client.post("/account/claim-guest/", FORM).status_code for _ in range(21)]
    assert answers == [422] * 20 + [429]


@pytest.mark.parametrize("login", ["anna", "ANNA", "anna@example.org"])
def test_guessing_one_persons_password_locks_out_only_who_guesses(client, other, anna, at_door, login):
    for _ in range(5):
        at_door(client, login, "wrong", REMOTE_ADDR="198.51.100.1")
    answer = at_door(client, login.lower(), PASSWORD, REMOTE_ADDR="198.51.100.1")
    assert "Too many" in answer.content.decode()
    assert who(client).is_anonymous
    User.objects.create_user("bob", password=PASSWORD)
    assert at_door(client, "bob", REMOTE_ADDR="198.51.100.1").status_code == 302
    assert at_door(other, login, REMOTE_ADDR="198.51.100.2").status_code == 302
    assert who(other) == anna


def test_nobody_keeps_the_owner_from_the_address_form(client, other, anna, at_door):
    for _ in range(5):
        at_door(other, "anna", "wrong", REMOTE_ADDR="198.51.100.1")
    client.force_login(anna)
    form = {"email": "new@example.org", "password": PASSWORD}
    assert client.post("/account/email/", form, REMOTE_ADDR="198.51.100.2").status_code == 302


def test_nobody_keeps_the_owner_from_a_reset(client, other, anna, mailoutbox, worker):
    reset = {"email": anna.email}
    answers = [other.post("/account/password/reset/", reset, REMOTE_ADDR="198.51.100.1") for _ in range(6)]
    assert [answer.status_code for answer in answers] == [302] * 5 + [429]
    assert client.post("/account/password/reset/", reset, REMOTE_ADDR="198.51.100.2").status_code == 302
    worker()
    assert len(mailoutbox) == 6


def test_a_mailbox_gets_twenty_mails_a_day_and_nobody_hears_of_it(client, anna, mailoutbox, worker):
    """The owner gets twenty links, each good for a day."""
    for email, mails in ((anna.email, 20), ("nobody@example.org", 0)):
        answers = [
            client.post("/account/password/reset/", {"email": email}, REMOTE_ADDR=f"198.51.100.{number}")
            for number in range(22)
        ]
        assert {(answer.status_code, answer.url) for answer in answers} == {(302, "/account/password/reset/done/")}
        worker()
        assert sum(mail.to == [email] for mail in mailoutbox) == mails
    link = re.search(r"http://testserver(\S+)", mailoutbox[0].body)[1]
    assert "token_fail" not in client.get(link, follow=True).context


def test_guessing_many_persons_passwords_from_one_address(client, anna, at_door):
    for number in range(10):
        at_door(client, f"somebody{number}", "wrong")
    assert "Too many" in at_door(client, "anna").content.decode()
    assert at_door(client, "anna", REMOTE_ADDR="198.51.100.1").status_code == 302


def test_guessing_the_old_password_while_logged_in(client, anna):
    client.force_login(anna)
    form = {"oldpassword": "wrong", "password1": "nine-loud-otters", "password2": "nine-loud-otters"}
    answers = [client.post("/account/password/change/", form).status_code for _ in range(6)]
    assert answers == [200] * 5 + [429]


def test_guessing_the_password_at_the_address_form(client, anna):
    client.force_login(anna)
    for _ in range(5):
        client.post("/account/email/", {"email": "eve@example.org", "password": "wrong"})
    answer = client.post("/account/email/", {"email": "eve@example.org", "password": PASSWORD})
    assert "Too many" in answer.content.decode()
    anna.refresh_from_db()
    assert anna.email == "anna@example.org"
