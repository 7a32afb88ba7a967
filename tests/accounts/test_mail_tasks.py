"""What a worker does with a mail server that is slow, away or refuses; and that no page ever waits for one."""

import logging
import socket
from collections.abc import Iterator

import pytest
from celery.exceptions import Retry
from django.core import mail

from accounts import tasks
from accounts.mail import suppression
from accounts.models import User
from tests.accounts.conftest import PASSWORD

BACKENDS = "tests.accounts.mail_servers."
SITE = ("http://testserver", "en")
SIGN_UP = {"username": "robin", "email": "robin@example.org", "password1": PASSWORD, "password2": PASSWORD}
SMTP = "django.core.mail.backends.smtp.EmailBackend"


@pytest.fixture
def silent_server(settings) -> Iterator[socket.socket]:
    """A mail server that takes connections and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        settings.EMAIL_BACKEND, settings.EMAIL_TIMEOUT = SMTP, 0.1
        settings.EMAIL_HOST, settings.EMAIL_PORT = server.getsockname()
        yield server


def callers(server: socket.socket) -> int:
    """Return the number of connections since the last call."""
    count = 0
    while True:
        try:
            server.accept()[0].close()
        except BlockingIOError:
            return count
        count += 1


def first_try(task, *args, retries=0):
    """A try as a worker makes it: another one is queued, not made."""
    task.push_request(args=args, kwargs={}, retries=retries, is_eager=False, called_directly=False, id="try")
    try:
        task.run(*args)
    finally:
        task.pop_request()


def test_no_page_speaks_to_the_mail_server(client, other, anna, silent_server, worker, queued):
    """Pages never connect; the worker does, and isn't blocked for long either."""
    client.post("/account/signup/", SIGN_UP)
    client.post("/account/email/send/")
    other.force_login(anna)
    other.post("/account/email/", {"email": "new@example.org", "password": PASSWORD})
    for email in ("anna@example.org", "nobody@example.org"):
        assert client.post("/account/password/reset/", {"email": email}).status_code == 302
    assert callers(silent_server) == 0
    worker()
    assert callers(silent_server) > 0


def test_a_server_that_is_away_is_tried_again_after_longer_and_longer(anna, settings, caplog, jobs):
    settings.EMAIL_BACKEND = BACKENDS + "Down"
    pauses = []
    for retries in range(len(tasks.RETRY_DELAYS)):
        with pytest.raises(Retry) as another:
            first_try(tasks.send_password_reset, anna.pk, *SITE, retries=retries)
        pauses.append(another.value.when)
    first_try(tasks.send_password_reset, anna.pk, *SITE, retries=len(tasks.RETRY_DELAYS))
    assert pauses == sorted(pauses) == list(tasks.RETRY_DELAYS)
    assert max(pauses) < 300, "the broker would give the job to another worker, which would send it as well"
    assert jobs() == [("accounts.send_password_reset", (anna.pk, *SITE))] * len(pauses)
    assert "ConnectionRefusedError" in caplog.text
    assert "anna" not in caplog.text


@pytest.mark.parametrize(("backend", "again"), [("Greylisting", True), ("Refusing", False), ("Puzzled", False)])
def test_what_a_server_says_no_to_for_good_is_not_tried_again(anna, settings, caplog, backend, again):
    caplog.set_level(logging.INFO)
    settings.EMAIL_BACKEND = BACKENDS + backend
    if again:
        with pytest.raises(Retry):
            first_try(tasks.send_password_reset, anna.pk, *SITE)
    else:
        first_try(tasks.send_password_reset, anna.pk, *SITE)
    assert "not sent" in caplog.text
    assert "anna" not in caplog.text


def test_it_goes_out_when_the_server_is_back(anna, settings):
    settings.EMAIL_BACKEND = BACKENDS + "Down"
    with pytest.raises(Retry):
        first_try(tasks.send_password_reset, anna.pk, *SITE)
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    first_try(tasks.send_password_reset, anna.pk, *SITE, retries=1)
    assert [letter.to for letter in mail.outbox] == [["anna@example.org"]]


def test_a_late_job_asks_nobody_who_needs_no_question(client, worker, queued):
    client.post("/account/signup/", SIGN_UP)
    ((_, (address_pk, *rest)),) = queued()
    robin = User.objects.get(username="robin")
    for undone in ({"is_active": False}, {"is_active": True}):
        User.objects.filter(pk=robin.pk).update(**undone)
        suppression.suppress_mailbox(suppression.hash_mailbox(robin.email)) if undone["is_active"] else None
        tasks.send_confirmation.apply(args=(address_pk, *rest), throw=True)
    suppression.unsuppress_mailbox(suppression.hash_mailbox(robin.email))
    robin.emailaddress_set.update(verified=True)
    tasks.send_confirmation.apply(args=(address_pk, *rest), throw=True)
    robin.emailaddress_set.all().delete()
    tasks.send_confirmation.apply(args=(address_pk, *rest), throw=True)
    assert mail.outbox == []


def test_nobodys_reset_is_a_job_that_does_nothing(db):
    tasks.send_password_reset.apply(args=(0, *SITE), throw=True)
    assert mail.outbox == []
