"""Limits on confirmation mails to one address, regardless of who requests them."""

import pytest
from django.core.cache import cache

from accounts.models import User
from tests.accounts.confirmations import SIGN_UP, change, page


def test_asking_again_waits_and_ends(client, robin, worker, mailoutbox, later):
    refused = client.post("/account/email/send/", follow=True)
    assert "Too many confirmation emails were sent" in refused.content.decode()
    worker()
    assert len(mailoutbox) == 1
    for _ in range(4):
        later(minutes=4)
        client.post("/account/email/send/")
    worker()
    assert len(mailoutbox) == 3


def test_a_mailbox_is_asked_three_times_a_day_whoever_claims_it(client, worker, mailoutbox, later):
    tagged = ["eve@example.org", "Eve+1@example.org", "eve+2@example.org", "EVE@EXAMPLE.ORG", "eve+3@example.org"]
    for number, email in enumerate(tagged):
        later(minutes=4)
        form = SIGN_UP | {"username": f"robin{number}", "email": email}
        answer = type(client)(REMOTE_ADDR=f"198.51.100.{number}").post("/account/signup/", form)
        assert answer.status_code == 302
    worker()
    assert len(mailoutbox) == 3
    assert User.objects.count() == 5


def test_one_person_asks_five_mailboxes_a_day(client, anna, worker, mailoutbox):
    client.force_login(anna)
    for number in range(8):
        answer = change(client, f"eve{number}@example.org", REMOTE_ADDR=f"198.51.100.{number}")
        assert answer.status_code == 302
        worker()
    recipients = [mail.to[0] for mail in mailoutbox if mail.to != ["anna@example.org"]]
    assert recipients == [f"eve{number}@example.org" for number in range(5)]
    assert "Not confirmed yet" in page(client)


def test_one_client_asks_ten_mailboxes_an_hour(client, worker, mailoutbox):
    for number in range(12):
        form = SIGN_UP | {"username": f"robin{number}", "email": f"eve{number}@example.org"}
        assert type(client)().post("/account/signup/", form).status_code == 302
    worker()
    assert len(mailoutbox) == 10


def test_nobody_uses_up_anothers_questions_beyond_their_own_limit(client, anna, worker, mailoutbox, other):
    client.force_login(anna)
    for number in range(5):
        change(client, f"eve{number}@example.org")
    change(client, "victim@example.org")
    other.post("/account/signup/", SIGN_UP | {"email": "victim@example.org"}, REMOTE_ADDR="198.51.100.1")
    worker()
    assert mailoutbox[-1].to == ["victim@example.org"]


def test_limits_are_not_pushed_out_by_causing_others(settings):
    if "locmem" not in settings.CACHES["default"]["BACKEND"]:
        pytest.skip("Redis keeps all")
    cache.set("first", 1, None)
    for number in range(2_000):
        cache.set(f"other{number}", number)
    assert cache.get("first") == 1
