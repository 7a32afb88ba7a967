"""Mails about changes to how someone logs in: to the confirmed address, also the former one, by a worker."""

import re
from urllib.parse import quote

import pytest
from allauth.mfa.models import Authenticator
from django.core import mail
from django.core.management import call_command

from accounts.mail import suppression
from accounts.models import SecurityNotice, User
from accounts.services import users
from accounts.services.anonymize import delete_own_account
from accounts.tasks import send_security_notices
from tests.accounts.conftest import PASSWORD
from tests.html import page, submit
from tests.second_factor import code, enrolled

NEW = "nine-loud-cranes"


@pytest.fixture(autouse=True)
def _site(settings):
    settings.SITE_URL = "https://cards.example.org"


@pytest.fixture
def logged_in(client, anna):
    """Anna's browser, which has just given the password."""
    User.objects.filter(pk=anna.pk).update(language="en", time_zone="Asia/Tokyo")
    client.post("/account/login/", {"login": "anna", "password": PASSWORD})
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    return client


def sent(worker) -> list[tuple[str, str]]:
    worker()
    return [(letter.to[0], letter.subject) for letter in mail.outbox]


def test_a_new_password_is_mailed(logged_in, worker):
    form_page = page(logged_in.get("/account/password/change/"))
    submit(form_page, "/account/password/change/", oldpassword=PASSWORD, password1=NEW, password2=NEW)
    assert not mail.outbox, "a page waits for no mail server"
    assert sent(worker) == [("anna@example.org", "[Tefuda] The password of your account was changed")]
    (letter,) = mail.outbox
    assert re.search(
        r"changed on \w{3}, \w{3}\. \d+, \d{4}, \d\d:\d\d \(JST\)\. The account’s username is anna\.", letter.body
    )
    assert "https://cards.example.org/account/password/reset/" in letter.body
    send_security_notices()
    assert len(mail.outbox) == 1
    assert not SecurityNotice.objects.exists()


def test_a_password_set_by_a_mailed_link_is_mailed(client, anna, worker):
    form_page = page(client.get(users.build_password_reset_path(anna), follow=True))
    form = next(form for form in form_page.forms if any(field.name == "password1" for field in form.fields))
    submit(form_page, form, password1=NEW, password2=NEW)
    assert sent(worker) == [("anna@example.org", "[Tefuda] The password of your account was changed")]


@pytest.mark.django_db(transaction=True)
def test_two_factor_and_recovery_codes_are_mailed(logged_in, anna, worker):
    form_page = page(logged_in.get("/account/2fa/totp/activate/"))
    secret = re.search(r"\b[A-Z2-7]{32}\b", form_page.text)[0]
    submit(form_page, "/account/2fa/totp/activate/", code=code(secret))
    assert [subject for _to, subject in sent(worker)] == ["[Tefuda] Two-factor authentication was turned on"]
    logged_in.post(f"/account/2fa/reauthenticate/?next={quote('/')}", {"code": code(secret)})
    submit(page(logged_in.get("/account/2fa/recovery-codes/generate/")), "/account/2fa/recovery-codes/generate/")
    assert sent(worker)[-1] == ("anna@example.org", "[Tefuda] New recovery codes were created for your account")
    submit(page(logged_in.get("/account/2fa/totp/deactivate/")), "/account/2fa/totp/deactivate/")
    assert sent(worker)[-1] == ("anna@example.org", "[Tefuda] Two-factor authentication was turned off")
    assert len(mail.outbox) == 3


def test_two_factor_taken_off_by_the_operator_is_mailed(anna, worker):
    enrolled(anna)
    call_command("disable_two_factor", "anna")
    assert sent(worker) == [("anna@example.org", "[Tefuda] Two-factor authentication was turned off")]


def test_a_removed_passkey_is_mailed(logged_in, anna, worker):
    data = {"name": "Phone", "credential": {"clientExtensionResults": {"credProps": {"rk": True}}}}
    row = Authenticator.objects.create(user=anna, type=Authenticator.Type.WEBAUTHN, data=data)
    address = f"/account/passkeys/{row.pk}/remove/"
    submit(page(logged_in.get(address)), address)
    assert sent(worker) == [("anna@example.org", "[Tefuda] A passkey was removed from your account")]


def test_a_changed_address_is_mailed_to_the_former_one_if_it_was_confirmed(logged_in, anna, worker):
    form_page = page(logged_in.get("/account/email/"))
    form_page = submit(form_page, "/account/email/", email="new@example.org", password=PASSWORD)
    letters = sent(worker)
    assert ("anna@example.org", "[Tefuda] The email address of your account was changed") in letters
    assert [subject for to, subject in letters if to == "new@example.org" and "changed" in subject] == []
    warning = next(letter for letter in mail.outbox if letter.to == ["anna@example.org"])
    assert "Contact an administrator" in warning.body
    assert "new@example.org" not in warning.body
    mail.outbox.clear()
    submit(page(logged_in.get("/account/email/")), "/account/email/", email="third@example.org", password=PASSWORD)
    assert [to for to, subject in sent(worker) if "changed" in subject] == []


def test_the_mail_is_in_japanese_for_a_japanese_reader(anna, worker):
    User.objects.filter(pk=anna.pk).update(language="ja")
    users.change_email(User.objects.get(pk=anna.pk), "")
    worker()
    (letter,) = mail.outbox
    assert letter.subject == "[Tefuda] アカウントのメールアドレスが変更されました"
    assert "ご自身の操作であれば" in letter.body
    assert not re.search(r"[a-z]{3,} [a-z]{3,}", letter.body)


@pytest.mark.parametrize("why", ["unconfirmed", "suppressed", "no mail"])
def test_who_gets_no_mail_changes_it_all_the_same(why, logged_in, anna, worker, settings):
    match why:
        case "unconfirmed":
            anna.emailaddress_set.update(verified=False)
        case "suppressed":
            suppression.suppress_mailbox(suppression.hash_mailbox(anna.email))
        case "no mail":
            settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
    form_page = page(logged_in.get("/account/password/change/"))
    submit(form_page, "/account/password/change/", oldpassword=PASSWORD, password1=NEW, password2=NEW)
    worker()
    assert User.objects.get(pk=anna.pk).check_password(NEW)
    assert not mail.outbox
    assert not SecurityNotice.objects.exists()


def test_a_mail_server_that_is_away_is_tried_again(anna, worker, settings, caplog):
    settings.EMAIL_BACKEND = "tests.notifications.mailboxes.Down"
    users.change_email(anna, "new@example.org")
    worker()
    row = SecurityNotice.objects.get()
    assert row.attempts == 1
    assert "anna@" not in caplog.text
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    send_security_notices()
    assert not mail.outbox, "not at once"
    SecurityNotice.objects.update(next_attempt_at=row.created_at)
    send_security_notices()
    assert [letter.to for letter in mail.outbox] == [["anna@example.org"]]


def test_who_deletes_the_account_leaves_no_address_behind(anna):
    users.change_email(anna, "")
    delete_own_account(person=anna)
    assert not SecurityNotice.objects.exists()
