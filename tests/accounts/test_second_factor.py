"""The second factor: set up, asked for at log-in, demanded of staff before the administration opens, taken off."""

import re
import time
from urllib.parse import quote

import pytest
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import AuditLogEntry, User
from accounts.staff import services as staff_services
from tests.accounts.conftest import PASSWORD, who
from tests.second_factor import code, enrolled

FRONT = "/admin/"


@pytest.fixture
def boss(settled_site) -> User:
    return User.objects.create_superuser("boss", password=PASSWORD, name="Boss")


def log_in(person: User, **fields) -> tuple[Client, str]:
    """A browser after the first half of a log-in, and where it is sent."""
    browser = Client(headers={"accept-language": "en"})
    answer = browser.post("/account/login/", {"login": person.username, "password": PASSWORD, **fields})
    assert answer.status_code == 302
    return browser, answer.url


def set_up(browser: Client) -> list[str]:
    """Follow the pages as a browser without scripts does. Returns the recovery codes."""
    browser.post(f"/account/reauthenticate/?next={quote('/account/2fa/totp/activate/')}", {"password": PASSWORD})
    page = browser.get("/account/2fa/totp/activate/")
    secret = re.search(r'qr__secret">(\w+)<', page.content.decode())[1]
    assert browser.post("/account/2fa/totp/activate/", {"code": code(secret)}).url == "/account/2fa/recovery-codes/"
    codes = re.findall(r"<li><code>(\d+)</code>", browser.get("/account/2fa/recovery-codes/").content.decode())
    assert len(codes) == 10
    return codes


@pytest.mark.django_db(transaction=True)
def test_staff_are_led_to_it_before_the_administration_opens(boss):
    browser, _ = log_in(boss)
    led = browser.get(FRONT)
    assert led.status_code == 302
    assert led.url.startswith("/account/2fa/totp/activate/")
    set_up(browser)
    assert browser.get(FRONT).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_the_password_is_asked_for_once(boss):
    """From the log-in over the app and the spare codes into the administration."""
    browser, _ = log_in(boss)
    page = browser.get(browser.get(FRONT).url)
    secret = re.search(r'qr__secret">(\w+)<', page.text)[1]
    codes = browser.get(browser.post("/account/2fa/totp/activate/", {"code": code(secret)}).url)
    assert len(re.findall(r"<li><code>(\d+)</code>", codes.text)) == 10
    assert browser.get(FRONT).status_code == 200


def test_and_once_more_where_the_login_is_old(boss):
    browser, _ = log_in(boss)
    session = browser.session
    session["account_authentication_methods"] = [{"method": "password", "at": time.time() - 20 * 60}]
    session.save()
    assert browser.get("/account/2fa/totp/activate/").url.startswith("/account/reauthenticate/")


def test_a_login_reads_no_codes_of_an_app_it_did_not_set_up(boss):
    enrolled(boss)
    browser, led = log_in(boss)
    browser.post(led, {"code": code()})
    assert who(browser) == boss
    for path in ("recovery-codes/", "recovery-codes/generate/", "totp/deactivate/"):
        assert browser.get(f"/account/2fa/{path}").url.startswith("/account/reauthenticate/"), path


def test_every_page_of_the_administration_waits_for_it(boss):
    browser, _ = log_in(boss)
    for path in ("", "accounts/user/", "games/table/", "games/event/", "jsi18n/", "autocomplete/"):
        assert browser.get(FRONT + path).url.startswith("/account/2fa/totp/activate/"), path
    assert browser.post("/admin/auth/group/add/", {"name": "x"}).status_code == 302


def test_a_log_in_asks_for_it_and_any_code_is_good_once(boss):
    browser, _ = log_in(boss)
    spare = set_up(browser)
    for answer, good in ((spare[0], True), (spare[0], False), ("000000", False), (spare[1], True)):
        browser, led = log_in(boss)
        assert led == "/account/2fa/authenticate/"
        assert who(browser).is_anonymous
        browser.post(led, {"code": answer})
        assert who(browser).is_authenticated == good
        assert (browser.get(FRONT).status_code == 200) == good


def test_a_log_in_from_before_owes_it_still(boss):
    """With only the password, no one learns that the owner has an app."""
    earlier_browser, _ = log_in(boss)
    current_browser, _ = log_in(boss)
    set_up(current_browser)
    assert earlier_browser.get(FRONT).url.startswith("/account/2fa/reauthenticate/")
    earlier_browser.post("/account/2fa/reauthenticate/", {"code": "000000"})
    assert earlier_browser.get(FRONT).status_code == 302


def test_the_choice_to_keep_nothing_outlives_the_second_half(anna):
    enrolled(anna)
    browser, led = log_in(anna, keep_nothing="on")
    browser.post(led, {"code": code()})
    assert who(browser) == anna
    assert browser.session["keeps_nothing"]


def test_people_may_have_one_and_switch_it_off_staff_may_not(anna, boss):
    for person, keeps in ((anna, False), (boss, True)):
        browser, _ = log_in(person)
        set_up(browser)
        answer = browser.get("/account/2fa/totp/deactivate/")
        assert ("Staff need two-factor authentication" in answer.content.decode()) == keeps
        browser.post("/account/2fa/totp/deactivate/")
        assert Authenticator.objects.filter(user=person).exists() == keeps


def test_a_guest_has_no_password_it_could_stand_beside(client, db):
    client.post("/games/sdc/quick-play/")
    assert client.get("/settings/security/").url == "/account/claim-guest/"
    for path in (
        "totp/activate/",
        "totp/deactivate/",
        "reauthenticate/",
        "recovery-codes/",
        "recovery-codes/generate/",
    ):
        answer = client.get(f"/account/2fa/{path}")
        assert answer.status_code == 302
        assert answer.url.startswith(("/account/claim-guest/", "/account/login/"))
    assert not Authenticator.objects.exists()


@pytest.mark.parametrize("form", [{}, {"credential": "{}"}, {"code": ""}])
def test_an_odd_second_half_is_asked_again(boss, form):
    enrolled(boss)
    browser, led = log_in(boss)
    answer = browser.post(led, form)
    assert answer.status_code == 200
    assert "authenticator app" in answer.content.decode()


def test_whoever_guesses_codes_is_stopped(boss):
    enrolled(boss)
    browser, led = log_in(boss)
    for _ in range(5):
        browser.post(led, {"code": "000000"})
    browser.post(led, {"code": code()})
    assert who(browser).is_anonymous


def test_the_page_needs_no_inline_style_and_no_data_address(boss):
    browser, _ = log_in(boss)
    browser.post(f"/account/reauthenticate/?next={quote('/account/2fa/totp/activate/')}", {"password": PASSWORD})
    page = browser.get("/account/2fa/totp/activate/").content.decode()
    assert "<svg" in page
    assert not re.search(r"\sstyle=|data:|<\?xml|<script>", page)


def test_the_demand_can_be_switched_off_for_a_tiny_network(boss, settings):
    settings.REQUIRE_STAFF_2FA = False
    browser, _ = log_in(boss)
    assert browser.get(FRONT).status_code == 200


def test_a_command_takes_it_off_and_ends_sessions(boss):
    browser, _ = log_in(boss)
    set_up(browser)
    call_command("disable_two_factor", "boss")
    assert who(browser).is_anonymous
    assert not Authenticator.objects.exists()
    assert AuditLogEntry.objects.get().target_id == boss.public_id
    new_browser, led = log_in(boss)
    assert led == "/"
    assert new_browser.get(FRONT).url.startswith("/account/2fa/totp/activate/")
    for nobody in ("boss", "nobody"):
        with pytest.raises(CommandError):
            call_command("disable_two_factor", nobody)


def test_a_superuser_takes_it_off_with_a_reason(anna, boss):
    enrolled(anna)
    anna.is_staff = True
    anna.save()
    staff_services.disable_two_factor(person=anna, by=boss, reason="Lost the phone, called me")
    assert not Authenticator.objects.filter(user=anna).exists()
    assert (AuditLogEntry.objects.get().action, AuditLogEntry.objects.get().actor) == ("second-factor", boss)


def test_its_rows_are_nobodys_to_look_at(db):
    assert not admin.site.is_registered(Authenticator)
