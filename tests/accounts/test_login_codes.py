"""Logging in by a code that comes by mail."""

import re

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.urls import reverse

from accounts.models import User
from accounts.services import users
from accounts.two_factor import remove_authenticators
from tests.accounts.conftest import PASSWORD, who
from tests.accounts.mail import links
from tests.accounts.sanctioned import suspend
from tests.people import confirmed
from tests.second_factor import code as app_code
from tests.second_factor import enrolled

ASK, CONFIRM = "/account/login/code/", "/account/login/code/confirm/"
CODE = re.compile(r"^[B-Z]{4}-[B-Z]{4}$", re.MULTILINE)


def ask(client, email="anna@example.org", **extra):
    return client.post(ASK, {"email": email}, **extra)


@pytest.fixture
def mailed(worker, mailoutbox):
    """The code in the last mail, once a worker has sent it."""

    def read() -> str:
        worker()
        return CODE.search(mailoutbox[-1].body)[0]

    return read


def test_one_logs_in_by_it(client, anna, mailed, mailoutbox):
    assert ask(client).url == CONFIRM
    assert client.get(CONFIRM).status_code == 200
    assert mailed()
    assert mailoutbox[0].to == ["anna@example.org"]
    assert client.post(CONFIRM, {"code": mailed().lower().replace("-", " ")}).status_code == 302
    assert who(client) == anna


def test_the_mail_is_in_the_language_of_the_page(client, anna, mailed, mailoutbox):
    ask(client, headers={"accept-language": "ja"})
    assert mailed()
    assert mailoutbox[0].subject == "[Tefuda] ログイン用のコード"
    assert "10分間" in mailoutbox[0].body


def test_it_goes_on_to_the_page_that_was_asked_for(client, anna, mailed):
    link = client.get("/account/login/?next=/friends/").context["request_login_code_url"]
    assert client.post(link, {"email": "anna@example.org", "next": "/friends/"}).url == f"{CONFIRM}?next=%2Ffriends%2F"
    assert client.post(CONFIRM, {"code": mailed(), "next": "/friends/"}).url == "/friends/"


def test_it_works_in_the_browser_that_asked_and_once(client, other, anna, mailed):
    ask(client)
    code = mailed()
    assert other.post(CONFIRM, {"code": code}).url == ASK
    client.post(CONFIRM, {"code": code})
    client.post("/account/logout/")
    assert client.post(CONFIRM, {"code": code}).url == ASK
    assert who(client).is_anonymous


def test_three_wrong_ones_and_it_is_over(client, anna, mailed):
    ask(client)
    code = mailed()
    for _ in range(3):
        client.post(CONFIRM, {"code": "BBBB-BBBB"})
    client.post(CONFIRM, {"code": code})
    assert who(client).is_anonymous


def test_it_is_good_for_ten_minutes(client, anna, mailed, later):
    ask(client)
    code = mailed()
    later(minutes=11)
    client.post(CONFIRM, {"code": code})
    assert who(client).is_anonymous


def test_an_unknown_or_unconfirmed_address_looks_alike_and_gets_nothing(client, other, anna, robin, worker, mailoutbox):
    client.post("/account/logout/")
    worker()
    mailoutbox.clear()
    for email in ("nobody@example.org", "robin@example.org"):
        answer = ask(client, email)
        assert (answer.status_code, answer.url) == (302, CONFIRM)
        assert "If an account has confirmed this address" in client.get(CONFIRM).text
        client.post(CONFIRM, {"code": ""})
        client.post(CONFIRM, {"code": "BBBB-BBBB"})
        assert who(client).is_anonymous
    worker()
    assert mailoutbox == []


def test_the_message_to_the_worker_holds_no_code(client, anna, queued, mailoutbox):
    ask(client)
    ((task, arguments),) = queued()
    assert task == "accounts.send_login_code"
    assert arguments[0] == anna.pk
    assert not CODE.search("\n".join(map(str, arguments)))


def test_unknown_addresses_are_as_much_work(client, other, anna, queued):
    ask(client)
    ask(other, "nobody@example.org")
    assert [task for task, _arguments in queued()] == ["accounts.send_login_code"] * 2


def test_the_app_is_asked_for_afterwards(client, anna, mailed):
    enrolled(anna)
    ask(client)
    assert client.post(CONFIRM, {"code": mailed()}).url == "/account/2fa/authenticate/"
    assert who(client).is_anonymous
    client.post("/account/2fa/authenticate/", {"code": app_code()})
    assert who(client) == anna


def test_who_is_suspended_reads_why(client, anna, boss, mailed):
    suspend(anna, boss)
    ask(client)
    assert client.post(CONFIRM, {"code": mailed()}).url == "/account/status/"
    assert who(client).is_anonymous


def test_too_many_are_refused_per_address_and_client(client, anna, worker, mailoutbox):
    answers = [ask(client, REMOTE_ADDR="198.51.100.7").status_code for _ in range(6)]
    assert answers == [302] * 5 + [429]
    assert ask(type(client)(), REMOTE_ADDR="198.51.100.8").status_code == 302
    worker()
    assert len(mailoutbox) == 6


def test_without_a_mail_server_there_is_no_such_page(client, anna, settings):
    assert "with an emailed code" in client.get("/account/login/").text
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
    assert "with an emailed code" not in client.get("/account/login/").text
    assert client.get(ASK).status_code == client.get(CONFIRM).status_code == 404


def test_a_guest_logs_out_first(client, guest):
    assert "with an emailed code" not in client.get("/account/login/").text
    assert client.get(ASK).url == "/account/login/"


def test_a_code_is_not_the_password(client, anna, mailed):
    """Actions that open more than the account ask for the password."""
    ask(client)
    client.post(CONFIRM, {"code": mailed()})
    assert client.get("/account/2fa/totp/activate/").url.startswith("/account/reauthenticate/")
    assert User.objects.get(pk=anna.pk).check_password(PASSWORD)


@pytest.fixture
def change_account(anna):
    """Changes one thing about Anna's account, as its page or the administration does."""

    def change(part: str) -> None:
        match part:
            case "password":
                anna.set_password("eight-quiet-herons")
                anna.save(update_fields=["password"])
            case "address":
                users.change_email(anna, "anna@other.example")
                confirmed(anna)
            case "address-and-back":  # to be confirmed again
                users.change_email(anna, "anna@other.example")
                users.change_email(anna, "anna@example.org")
            case "second factor":
                remove_authenticators(anna)

    return change


CHANGES = ["password", "address", "address-and-back", "second factor"]


@pytest.mark.parametrize("what", CHANGES)
def test_a_change_of_the_account_ends_the_codes_sent_before(client, anna, mailed, change_account, what):
    ask(client)
    code = mailed()
    change_account(what)
    refused = client.post(CONFIRM, {"code": code})
    assert "Incorrect code." in refused.text
    assert who(client).is_anonymous


def test_a_refused_code_reads_like_a_wrong_one(client, other, anna, mailed, change_account):
    """Nor does the page say whether the account has changed, or whether there is one."""
    ask(client)
    code = mailed()
    ask(other, "nobody@example.org")
    change_account("password")
    pages = [browser.post(CONFIRM, {"code": code}) for browser in (client, other)]
    errors = [page.context["form"].errors for page in pages]
    assert [page.status_code for page in pages] == [200, 200]
    assert errors[0] == errors[1]


def test_a_new_code_works_after_a_change(client, anna, mailed, change_account):
    ask(client)
    assert mailed()
    change_account("password")
    ask(client)
    client.post(CONFIRM, {"code": mailed()})
    assert who(client) == anna


@pytest.mark.parametrize("what", ["password", "address"])
def test_a_change_ends_a_log_in_that_waits_for_the_app(client, anna, at_door, change_account, what):
    """A person who knows the old password and gets hold of the phone later has to start over."""
    enrolled(anna)
    at_door(client, "anna")
    change_account(what)
    answer = client.post("/account/2fa/authenticate/", {"code": app_code()}, follow=True)
    assert "Please log in again." in answer.text
    assert who(client).is_anonymous


@pytest.mark.parametrize("what", ["password", "address"])
def test_a_change_ends_the_reset_links_sent_before(client, anna, worker, mailoutbox, change_account, what):
    client.post("/account/password/reset/", {"email": anna.email})
    worker()
    link = links(mailoutbox[-1])[0]
    change_account(what)
    assert client.get(link, follow=True).context["token_fail"] is True


def test_a_link_that_confirms_an_address_ends_with_it(client, anna, change_account):
    address = EmailAddress.objects.get(user=anna)
    link = reverse("account_confirm_email", args=[EmailConfirmationHMAC.create(address).key])
    EmailAddress.objects.filter(user=anna).update(verified=False)
    assert client.get(link).status_code == 200
    change_account("address-and-back")
    assert client.post(link).status_code == 404
    assert not EmailAddress.objects.get(user=anna).verified
