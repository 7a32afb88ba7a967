"""Guests: made when one sits down, kept when one wants, never let where they don't belong."""

import html

import pytest

from accounts.models import Session, User
from accounts.services.users import GUEST_SESSION_SECONDS, create_guest
from config import settings as site
from tests.accounts.conftest import PASSWORD, who

FORM = {"username": "Robin", "name": "Robin", "email": "", "password1": PASSWORD, "password2": PASSWORD}


def upgrade(client, **changes):
    return client.post("/account/claim-guest/", FORM | changes)


def test_whoever_sits_down_becomes_one_guest(client):
    first = client.post("/test/sit/").content.decode()
    assert client.post("/test/sit/").content.decode() == first
    guest = User.objects.get()
    assert (guest.public_id, guest.is_guest, guest.has_usable_password()) == (first, True, False)
    assert 1 <= len(guest.name) <= 24
    assert GUEST_SESSION_SECONDS - 60 < client.session.get_expiry_age() <= GUEST_SESSION_SECONDS


def test_a_guests_session_ends_when_it_was_to_end_whatever_is_done_with_it(client, guest):
    """The login date alone doesn't show who is still logged in (games.tables.services.cleanup)."""
    expiry_date = client.session.get_expiry_date()
    session = client.session
    session["more"] = "something"
    session.save()
    assert client.session.get_expiry_date() == expiry_date
    assert Session.objects.get(pk=session.session_key).expire_date <= expiry_date


def test_looking_makes_no_guest(client):
    with pytest.raises(ValueError, match="POST"):
        client.get("/test/sit/")
    assert not User.objects.exists()


def test_a_person_who_is_logged_in_stays_that_person(client, anna):
    client.force_login(anna)
    assert client.post("/test/sit/").content.decode() == anna.public_id


@pytest.mark.parametrize(("language", "latin"), [("ja", False), ("en", True)])
def test_a_guest_is_named_in_the_browsers_language(client, language, latin):
    client.post("/test/sit/", headers={"accept-language": language})
    assert User.objects.get().name.replace(" ", "").isascii() is latin


def test_two_guests_never_share_a_name():
    names = [create_guest(language="en").name for _ in range(60)]
    assert len(set(names)) == len(names)


def test_keeping_the_account_keeps_row_session_and_name(client, guest, settings):
    settings.PASSWORD_HASHERS = site.PASSWORD_HASHERS
    name = guest.name
    answer = upgrade(client, name=name, email="Robin@Example.org")
    assert (answer.status_code, answer.url) == (302, "/")
    user = who(client)
    assert (user.pk, user.public_id, user.name, user.is_guest) == (guest.pk, guest.public_id, name, False)
    assert (user.username, user.email) == ("robin", "robin@example.org")
    assert user.password.startswith("argon2$")
    assert User.objects.count() == 1
    assert GUEST_SESSION_SECONDS - 60 < client.session.get_expiry_age() <= GUEST_SESSION_SECONDS


def test_the_form_offers_the_guests_name(client, guest):
    assert f'value="{guest.name}"' in client.get("/account/claim-guest/").content.decode()


def test_a_kept_account_logs_in_from_another_browser(client, guest, other, at_door):
    upgrade(client, email="robin@example.org")
    at_door(other, "robin")
    assert who(other).pk == guest.pk


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"username": "ANNA"}, "username"),
        ({"username": ""}, "username"),
        ({"username": "robin@example.org"}, "username"),
        ({"username": "x" * 41}, "username"),
        ({"name": "anna"}, "name"),
        ({"name": "x" * 25}, "name"),
        ({"email": "nowhere"}, "email"),
        ({"password2": "something-else"}, "password2"),
        ({"password1": "password", "password2": "password"}, "password1"),
        ({"password1": "robin-ro", "password2": "robin-ro"}, "password1"),
    ],
)
def test_a_bad_form_changes_nothing(client, anna, guest, changes, field):
    answer = upgrade(client, **changes)
    assert list(answer.context["form"].errors) == [field]
    assert User.objects.get(pk=guest.pk).is_guest
    assert who(client).pk == guest.pk


@pytest.mark.parametrize(("wanted", "got"), [("/lobby/", "/lobby/"), ("https://evil.example/", "/"), ("nowhere", "/")])
def test_keeping_leads_back_but_only_into_this_site(client, guest, wanted, got):
    assert upgrade(client, next=wanted).url == got


def test_only_guests_keep(client, anna):
    assert client.get("/account/claim-guest/").url.startswith("/account/login/")
    client.force_login(anna)
    assert upgrade(client).url == "/settings/profile/"
    anna.refresh_from_db()
    assert anna.username == "anna"


def test_a_guest_who_signs_up_is_led_to_keeping(client, guest):
    assert client.get("/account/signup/?next=/lobby/").url == "/account/claim-guest/?next=%2Flobby%2F"
    client.post("/account/signup/", FORM)
    assert User.objects.count() == 1


def test_a_guest_is_warned_before_becoming_somebody_else(client, anna, guest, at_door):
    assert f"the guest {guest.name}" in client.get("/account/login/").content.decode()
    at_door(client, "anna")
    assert who(client) == anna
    assert User.objects.get(pk=guest.pk).is_guest


def test_a_guest_is_warned_before_logging_out(client, guest):
    for answer in (client.get("/account/logout/"), client.post("/account/logout/")):
        assert "A guest who logs out can't come back" in html.unescape(answer.content.decode())
        assert who(client).pk == guest.pk
    client.post("/account/logout/", {"sure": "1"})
    assert who(client).is_anonymous


def test_a_guest_has_no_password_to_change(client, guest):
    answer = client.get("/account/password/change/", follow=True)
    assert answer.redirect_chain[-1][0] == "/account/claim-guest/"


def test_guests_never_reach_the_admin(client, guest):
    answer = client.get("/admin/", follow=True)
    assert (answer.redirect_chain, answer.status_code) == ([("/admin/login/?next=/admin/", 302)], 403)
    assert client.get("/admin/accounts/user/", follow=True).status_code == 403


SHORT = {"short": "1", "username": "Robin", "password1": PASSWORD, "next": "/lobby/"}


def test_a_name_and_a_password_are_enough(client, guest):
    assert client.post("/account/claim-guest/", SHORT).url == "/lobby/"
    user = who(client)
    assert (user.pk, user.username, user.name, user.email, user.is_guest) == (guest.pk, "robin", "Robin", "", False)
    assert user.check_password(PASSWORD)


@pytest.mark.parametrize("changes", [{"username": "Anna"}, {"username": "a b"}, {"password1": "short"}])
def test_what_does_not_fit_is_said_in_the_same_short_form(client, guest, anna, changes):
    answer = client.post("/account/claim-guest/", SHORT | changes)
    form = answer.context["form"]
    assert list(form.errors) == list(changes)
    assert list(form.fields) == ["username", "password1", "time_zone"]
    assert 'name="short"' in answer.content.decode()
    assert User.objects.get(pk=guest.pk).is_guest
