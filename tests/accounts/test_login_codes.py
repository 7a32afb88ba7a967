"""Logging in by a code that comes by mail."""

import re

import pytest

from accounts.models import User
from tests.accounts.conftest import PASSWORD, who
from tests.accounts.sanctioned import suspend
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
    assert "by a code in a mail" in client.get("/account/login/").text
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
    assert "by a code in a mail" not in client.get("/account/login/").text
    assert client.get(ASK).status_code == client.get(CONFIRM).status_code == 404


def test_a_guest_logs_out_first(client, guest):
    assert "by a code in a mail" not in client.get("/account/login/").text
    assert client.get(ASK).url == "/account/login/"


def test_a_code_is_not_the_password(client, anna, mailed):
    """What opens more than the account asks for the password."""
    ask(client)
    client.post(CONFIRM, {"code": mailed()})
    assert client.get("/account/2fa/totp/activate/").url.startswith("/account/reauthenticate/")
    assert User.objects.get(pk=anna.pk).check_password(PASSWORD)
