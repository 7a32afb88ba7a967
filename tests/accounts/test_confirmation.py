"""Confirming an address: who gets the mail, what confirms it, and how often mails are sent."""

import html
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.core import signing
from django.db import connections
from django.test.utils import CaptureQueriesContext

from accounts.mail import confirmation
from accounts.models import User
from accounts.services.users import change_email, is_mail_configured
from tests.accounts.confirmations import SIGN_UP, change, page
from tests.accounts.conftest import PASSWORD, who
from tests.accounts.mail import confirming, links

DUMMY = "django.core.mail.backends.dummy.EmailBackend"
KEY = "/account/email/confirm/{}/"


@pytest.fixture
def link(robin, worker, mailoutbox) -> str:
    """Return the mails sent to Robin."""
    worker()
    return confirming(mailoutbox[0])


# --- who gets the mail


def test_signing_up_sends_one_mail_that_asks_and_explains(robin, worker, mailoutbox):
    assert mailoutbox == []
    worker()
    (mail,) = mailoutbox
    assert (mail.to, mail.subject) == (["robin@example.org"], "[Tefuda] Is this your address?")
    assert 'The user "robin"' in mail.body
    assert "We won't send anything else to this address unless it is confirmed" in mail.body
    assert [re.sub("/[^/]{20,}/", "/…/", link) for link in links(mail)] == [
        "/account/email/confirm/…/",
        "/email/suppress/…/",
    ]
    assert not confirmation.is_confirmed(robin)


def test_keeping_a_guests_account_asks_too(client, guest, worker, mailoutbox):
    client.post("/account/claim-guest/", SIGN_UP | {"name": "Robin"})
    worker()
    assert [mail.to for mail in mailoutbox] == [["robin@example.org"]]


def test_another_address_is_asked_and_begins_unconfirmed(client, anna, worker, mailoutbox):
    User.objects.filter(pk=anna.pk).update(email_turn_notifications=True)
    client.force_login(anna)
    change(client, "New@example.org")
    worker()
    assert sorted(mail.to[0] for mail in mailoutbox) == ["anna@example.org", "new@example.org"]
    anna.refresh_from_db()
    assert (anna.email, anna.email_turn_notifications, confirmation.is_confirmed(anna)) == (
        "new@example.org",
        False,
        False,
    )


def test_the_same_address_again_stays_confirmed_and_asks_nobody(client, anna, queued):
    client.force_login(anna)
    change(client, "ANNA@example.org")
    assert queued() == []
    assert confirmation.is_confirmed(anna)


def test_an_admin_asks_nobody_and_confirms_nothing(anna, boss, queued):
    change_email(anna, "new@example.org")
    assert [task for task, _args in queued()] == ["accounts.send_security_notices"]
    assert not confirmation.is_confirmed(anna)


def test_without_a_mail_server_nobody_is_asked_and_the_pages_say_so(client, settings, queued):
    settings.EMAIL_BACKEND = DUMMY
    assert "this site can’t send email at the moment" in page(client, "/account/signup/")
    client.post("/account/signup/", SIGN_UP)
    change(client, "new@example.org")
    assert client.post("/account/email/send/").status_code == 302
    assert queued() == []
    assert "This site can’t send email at the moment" in page(client)
    assert not is_mail_configured()


def test_in_the_language_of_the_page_that_asked(client, worker, mailoutbox):
    client.post("/account/signup/", SIGN_UP, headers={"accept-language": "ja"})
    worker()
    assert "このメールアドレスは" in mailoutbox[0].subject
    assert "robin" in mailoutbox[0].body


def test_a_username_is_no_link_in_a_strangers_mail(client, worker, mailoutbox):
    client.post("/account/signup/", SIGN_UP | {"username": "www.buy-at-evil.example"})
    worker()
    assert "buy-at-evil" in mailoutbox[0].body
    assert "evil.example" not in mailoutbox[0].body


def test_a_superuser_made_by_command_can_ask(client, worker, mailoutbox):
    boss = User.objects.create_superuser("boss", email="boss@example.org", password=PASSWORD)
    client.force_login(boss)
    client.post("/account/email/send/")
    worker()
    client.post(confirming(mailoutbox[0]))
    assert confirmation.is_confirmed(boss)


# --- what confirms


@pytest.mark.parametrize(("ticked", "site", "chosen"), [(True, True, True), (False, True, False), (True, False, False)])
def test_with_the_address_one_chooses_mails_about_turns(client, robin, link, settings, ticked, site, chosen):
    settings.SITE_URL = "https://cards.example.org" if site else ""
    assert ('name="turns" checked' in client.get(link).text) is site
    client.post(link, {"turns": "on"} if ticked else {})
    robin.refresh_from_db()
    assert confirmation.is_confirmed(robin)
    assert robin.email_turn_notifications is chosen


def test_looking_confirms_nothing_the_button_does(client, robin, link):
    for method in (client.get, client.head, client.options):
        method(link)
        assert not confirmation.is_confirmed(robin)
    assert "Not confirmed yet" in page(client)
    assert client.post(link).url == "/settings/security/"
    assert confirmation.is_confirmed(robin)
    assert "Confirmed: you can log in and reset your password" in page(client)


def test_the_button_needs_the_page(client, robin, link):
    strict = type(client)(enforce_csrf_checks=True)
    assert strict.post(link).status_code == 403
    assert not confirmation.is_confirmed(robin)


def test_who_is_logged_in_stays_so_whoever_the_link_is_for(robin, link, other):
    """A guest who was logged out could never come back, and anybody can have a link mailed to anybody."""
    other.post("/test/sit/")
    guest = who(other)
    other.get(link)
    assert who(other) == guest
    assert other.post(link).url == "/account/login/"
    assert who(other) == guest
    assert confirmation.is_confirmed(robin)


def test_a_link_works_once(client, robin, link):
    client.post(link)
    for answer in (client.get(link), client.post(link)):
        assert answer.status_code == 404
        assert "doesn't work any more" in html.unescape(answer.content.decode())


def test_a_link_grows_old(client, robin, link, settings):
    settings.ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS = -1
    assert client.post(link).status_code == 404
    assert not confirmation.is_confirmed(robin)


def test_a_link_dies_with_the_address(client, robin, link):
    change(client, "other@example.org")
    assert client.post(link).status_code == 404
    change(client, "robin@example.org")
    assert client.post(link).status_code == 404
    assert not EmailAddress.objects.filter(verified=True).exists()


def test_invented_and_foreign_links_confirm_nothing(client, robin, link):
    address = EmailAddress.objects.get(user=robin)
    key = EmailConfirmationHMAC.create(address).key
    keys = [
        "x", "1", key[:-1] + ("A" if key[-1] != "A" else "B"), f"{key}x", key.replace(":", "", 1), "%00",
        "%F0%9F%83%8F", signing.dumps(address.pk), signing.dumps(address.pk, salt="tefuda.email.block"),
        signing.dumps(address.pk, salt="account", key="another site's secret, as long as ours must be to be one"),
    ]  # fmt: skip
    for invented in keys:
        assert client.get(KEY.format(invented)).status_code == 404, invented
        assert client.post(KEY.format(invented)).status_code == 404, invented
    assert not confirmation.is_confirmed(robin)


def test_one_address_is_confirmed_by_one_account(client, other, anna, worker, mailoutbox):
    client.post("/account/signup/", SIGN_UP | {"email": anna.email})
    worker()
    link = confirming(mailoutbox[0])
    assert "Another account has confirmed" in page(other, link)
    assert other.post(link).status_code == 409
    assert confirmation.get_confirmed_owner(anna.email) == anna
    change_email(anna, "")
    assert other.post(link).status_code == 302
    assert confirmation.get_confirmed_owner("anna@example.org").username == "robin"


def test_two_accounts_confirming_at_once(client, other, robin, link, worker, mailoutbox):
    """The database decides, where both have looked before either has written."""
    other.post("/account/signup/", SIGN_UP | {"username": "robin2"})
    rows = list(EmailAddress.objects.order_by("pk"))
    assert [confirmation.confirm_address(row) for row in rows] == [True, False]
    assert [row.user.username for row in EmailAddress.objects.filter(verified=True)] == ["robin"]


def test_an_address_that_went_meanwhile_doesnt_come_back(robin, link):
    address = EmailAddress.objects.get(user=robin)
    change_email(robin, "other@example.org")
    assert not confirmation.confirm_address(address)
    assert list(EmailAddress.objects.values_list("email", "verified")) == [("other@example.org", False)]


@pytest.mark.django_db(transaction=True)
def test_two_changes_at_once_leave_one_address(anna):
    def change_to(name: str) -> None:
        try:
            for number in range(20):
                change_email(User.objects.get(pk=anna.pk), f"{name}{number}@example.org")
        finally:
            connections.close_all()

    with ThreadPoolExecutor() as pool:
        for future in [pool.submit(change_to, name) for name in ("one", "two")]:
            future.result()
    assert EmailAddress.objects.filter(user=anna).count() == 1


def test_claims_of_others_stay_as_they_are(client, robin, link):
    """Dropping them would reveal who has an account."""
    eve = User.objects.create_user("eve")
    change_email(eve, "robin@example.org")
    client.post(link)
    eve.refresh_from_db()
    assert eve.email == "robin@example.org"
    assert not confirmation.is_confirmed(eve)


# --- the pages


def test_asking_again_is_a_post_by_somebody_logged_in(client, other, robin, queued):
    queued()
    assert client.get("/account/email/send/").status_code == 405
    assert other.post("/account/email/send/").url.startswith("/account/login/")
    assert queued() == []


def test_a_confirmed_address_is_not_asked_again(client, anna, queued):
    client.force_login(anna)
    client.post("/account/email/send/")
    assert queued() == []
    assert "Send the link again" not in page(client, "/account/email/")


def test_turns_are_offered_to_who_can_have_them(client, robin, link, settings):
    settings.SITE_URL = "https://cards.example.org"
    offered = 'name="part" value="mail"'
    assert offered not in page(client, "/settings/notifications/")
    client.post("/settings/notifications/", {"part": "mail", "on": "on"})
    assert not who(client).email_turn_notifications
    client.post(link)
    assert offered in page(client, "/settings/notifications/")
    client.post("/settings/notifications/", {"part": "mail", "on": "on"})
    assert who(client).email_turn_notifications
    client.post("/settings/notifications/", {"part": "mail"})
    assert not who(client).email_turn_notifications
    settings.SITE_URL = ""
    assert offered not in page(client, "/settings/notifications/")


def test_what_the_page_about_security_asks_the_database(client, anna):
    """Once for the sentence about the address."""
    client.force_login(anna)
    with CaptureQueriesContext(connections["default"]) as queries:
        client.get("/settings/security/")
    assert sum("account_emailaddress" in query["sql"] for query in queries) == 1
