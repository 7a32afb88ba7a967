"""A suspended person can't return as a new one in the same browser; others are unaffected."""

import html

import pytest
from django.utils import timezone

from accounts.models import KnownDevice, User
from accounts.services import browser_devices
from tests.accounts.conftest import PASSWORD, who
from tests.accounts.sanctioned import restore, suspend

FORM = {"username": "robin", "name": "Robin", "email": "", "password1": PASSWORD, "password2": PASSWORD}


def without_session(client):
    """Clear the session cookie, as a person or their browser might."""
    client.cookies.pop("sessionid", None)
    return client


def test_a_browser_gets_a_cookie_that_scripts_and_other_sites_dont(client, anna, at_door, settings):
    settings.SESSION_COOKIE_SECURE = True
    cookie = at_door(client, "anna").cookies["device"]
    assert (cookie["httponly"], cookie["samesite"], cookie["secure"]) == (True, "Lax", True)
    assert cookie["max-age"] == 90 * 24 * 60 * 60
    token = cookie.value.split(":")[0]
    device = KnownDevice.objects.get()
    assert device.user == anna
    assert token not in device.token_hash
    assert len(token) == 32


def test_guests_get_one_too_and_each_browser_its_own(client, other, guest, anna, at_door):
    at_door(other, "anna")
    assert client.cookies["device"].value != other.cookies["device"].value
    assert KnownDevice.objects.count() == 2


def test_a_browser_keeps_its_token(client, anna, at_door):
    for _ in range(3):
        at_door(client, "anna")
        client.post("/account/logout/")
    assert KnownDevice.objects.count() == 1


@pytest.mark.parametrize("cleared", [False, True])
def test_a_suspended_guest_gets_no_new_guest(client, guest, boss, cleared):
    suspend(guest, boss)
    if cleared:
        without_session(client)
    answer = client.post("/test/sit/", headers={"accept-language": "en"})
    if cleared:
        assert answer.status_code == 403
        assert "An account used in this browser is suspended." in html.unescape(answer.content.decode())
    else:
        assert answer.url == "/account/status/"
    assert User.objects.count() == 2
    assert who(client).is_anonymous


def test_nor_by_the_session_alone(client, guest, boss):
    """Sessions from before there were devices."""
    del client.cookies["device"]
    KnownDevice.objects.all().delete()
    suspend(guest, boss)
    assert client.post("/test/sit/").url == "/account/status/"
    assert User.objects.count() == 2


@pytest.mark.parametrize("cleared", [False, True])
@pytest.mark.parametrize("method", ["get", "post"])
def test_nor_signs_up(client, anna, boss, at_door, cleared, method):
    at_door(client, "anna")
    suspend(anna, boss)
    if cleared:
        without_session(client)
    led = method == "post" and not cleared  # to the page that says why
    assert getattr(client, method)("/account/signup/", FORM).status_code == (302 if led else 403)
    assert User.objects.count() == 2


def test_nor_keeps_a_second_guest(client, guest, anna, boss, at_door):
    """A guest made before, in the same browser as the account that is suspended now."""
    session = client.cookies["sessionid"].value
    at_door(client, "anna")
    suspend(anna, boss)
    client.cookies["sessionid"] = session
    client.force_login(guest)
    assert client.post("/account/claim-guest/", FORM).status_code == 403
    assert User.objects.get(pk=guest.pk).is_guest


@pytest.mark.parametrize(("language", "words"), [("en", "is suspended"), ("ja", "停止")])
def test_the_page_says_so_in_both_languages(client, guest, boss, language, words):
    suspend(guest, boss)
    answer = without_session(client).post("/test/sit/", headers={"accept-language": language})
    assert words in html.unescape(answer.content.decode())


def test_after_a_log_out_too(client, anna, boss, at_door):
    at_door(client, "anna")
    client.post("/account/logout/")
    suspend(anna, boss)
    assert client.post("/test/sit/").status_code == 403


def test_others_in_the_same_browser_log_in_as_ever(client, anna, boss, at_door):
    """A family has one computer."""
    User.objects.create_user("mother", password=PASSWORD)
    at_door(client, "anna")
    client.post("/account/logout/")
    suspend(anna, boss)
    assert at_door(client, "mother").url == "/"
    assert client.post("/test/sit/").status_code == 200


def test_other_browsers_are_nobodys_business(client, other, guest, boss):
    suspend(guest, boss)
    assert other.post("/test/sit/").status_code == 200


def test_lifting_the_suspension_opens_the_browser(client, anna, boss, at_door):
    at_door(client, "anna")
    suspend(anna, boss)
    restore(anna, boss)
    client.post("/account/logout/")
    assert client.post("/test/sit/").status_code == 200


@pytest.mark.parametrize("forged", ["", "x", "a" * 32, "a" * 32 + ":1tABCD:" + "b" * 43, "\x01", ":::"])
def test_a_forged_cookie_is_none(client, guest, boss, forged):
    suspend(guest, boss)
    without_session(client).cookies["device"] = forged
    assert client.post("/test/sit/").status_code == 200


def test_devices_are_forgotten_after_ninety_days(client, other, guest, anna, boss, at_door):
    suspend(guest, boss)
    KnownDevice.objects.update(expires_at=timezone.now())
    assert without_session(client).post("/test/sit/").status_code == 200
    assert guest.known_devices.count() == 0  # swept by the next log-in


def test_nobody_fills_the_database_with_devices(client, anna, settings, at_door):
    settings.ACCOUNT_RATE_LIMITS = False
    for _ in range(browser_devices.MAX_DEVICES_PER_USER + 3):
        type(client)().force_login(anna)
    assert anna.known_devices.count() == browser_devices.MAX_DEVICES_PER_USER


def test_whoever_comes_for_the_first_time_costs_no_query(client, db, django_assert_num_queries):
    client.get("/account/signup/")
    with django_assert_num_queries(0):
        assert client.get("/account/signup/").status_code == 200
