"""The page about security: which log-ins are open, and ending them."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Session
from accounts.services.login_sessions import parse_user_agent
from tests.accounts.conftest import PASSWORD, who

PAGE, END = "/settings/security/", "/settings/security/sessions/end/"
PHONE = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36"
DESK = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
END_BUTTON = re.compile(r'name="session" value="([0-9a-f]{24})"')


@pytest.fixture
def both(client, other, anna, at_door):
    """Anna at a desk, `client`, and with a phone, `other`."""
    at_door(client, "anna", headers={"user-agent": DESK})
    at_door(other, "anna", headers={"user-agent": PHONE})


def test_it_says_where_one_is_logged_in(client, both):
    page = client.get(PAGE).text
    this_device, rest = page.split("this device</span>")
    assert "Firefox on Linux" in this_device
    assert "Chrome on Android" in rest
    assert timezone.localdate().strftime("%Y") in rest


def test_one_ends_a_log_in_from_elsewhere(client, other, anna, both):
    (phone,) = END_BUTTON.findall(client.get(PAGE).text)
    assert client.post(END, {"session": phone}).url == f"{PAGE}#sessions"
    assert who(other).is_anonymous
    assert who(client) == anna
    assert "already logged out" in client.post(END, {"session": phone}, follow=True).text


def test_one_ends_all_others(client, other, anna, both):
    client.post(END, {"session": "others"})
    assert (who(client), who(other).is_anonymous) == (anna, True)
    assert "End all others" not in client.get(PAGE).text


def test_nobody_ends_somebody_elses(client, other, anna, boss, at_door):
    at_door(client, "anna")
    at_door(other, "boss")
    third = type(client)()
    at_door(third, "anna")
    (hers,) = END_BUTTON.findall(client.get(PAGE).text)
    other.post(END, {"session": hers})
    other.post(END, {"session": "others"})
    assert who(third) == anna
    for odd in ("", "x", "ü" * 24):
        assert client.post(END, {"session": odd}).status_code == 302
    assert who(third) == anna


def test_the_page_names_no_key(client, other, both):
    page = client.get(PAGE).text
    assert not any(row.session_key in page for row in Session.objects.all())


def test_what_a_new_password_has_ended_is_not_listed(client, other, anna, both):
    new = "eleven-loud-herons"
    client.post("/account/password/change/", {"oldpassword": PASSWORD, "password1": new, "password2": new})
    assert not END_BUTTON.findall(client.get(PAGE).text)


def test_a_device_that_is_ended_gets_no_push_messages(client, other, anna, both, settings):
    settings.VAPID_KEY, settings.SITE_URL = "A" * 42 + "E", "https://cards.example.org"
    keys = {"p256dh": "B" + "A" * 86, "auth": "A" * 22}
    other.post("/settings/notifications/push-subscription/", {"endpoint": "https://push.example.org/1", **keys})
    assert anna.push_subscriptions.count() == 1
    client.post(END, {"session": "others"})
    assert anna.push_subscriptions.count() == 0


def test_a_visit_is_noted_once_a_day(client, anna, at_door, django_assert_num_queries):
    at_door(client, "anna")
    before = timezone.now() - timedelta(days=3)
    Session.objects.update(seen_at=before)
    who(client)
    assert Session.objects.get().seen_at > before
    with django_assert_num_queries(1):
        who(client)


def test_as_many_log_ins_cost_as_many_queries(client, anna, at_door, django_assert_max_num_queries):
    at_door(client, "anna")
    client.get(PAGE)
    for _ in range(4):
        at_door(type(client)(), "anna")
    with django_assert_max_num_queries(8):
        assert len(END_BUTTON.findall(client.get(PAGE).text)) == 4


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (PHONE, ("Chrome", "Android")),
        (DESK, ("Firefox", "Linux")),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", ("Edge", "Windows")),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", ("Safari", "iPhone")),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Version/18.0 Safari/605.1", ("Safari", "macOS")),
        ("", ("", "")),
    ],
)
def test_browsers_are_named(text, names):
    assert parse_user_agent(text) == names
