"""The ways out: blocking a mailbox for good, and ending the mails about turns by one click."""

import pytest
from django.core import signing
from django.test import Client

from accounts.mail import suppression
from accounts.models import SuppressedEmail, User
from tests.accounts.conftest import PASSWORD
from tests.accounts.mail import blocking, links
from tests.people import confirmed

SIGN_UP = {"username": "robin", "email": "eve@example.org", "password1": PASSWORD, "password2": PASSWORD}
RESET = "/account/password/reset/"


@pytest.fixture
def reader(anna) -> User:
    """Anna, who gets emails about turns."""
    anna.email_turn_notifications = True
    anna.save()
    return anna


@pytest.fixture
def stop(reader) -> str:
    """Return the links that stop them."""
    return f"/email/unsubscribe/{suppression.make_unsubscribe_token(reader)}/"


def wants(person) -> bool:
    return User.objects.get(pk=person.pk).email_turn_notifications


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("eve@example.org", "EVE@Example.ORG", True),
        ("eve@example.org", "eve+tefuda@example.org", True),
        ("eve.lee@gmail.com", "evelee+x@gmail.com", True),
        ("eve@example.org", "eve@ｅxample.org", True),
        ("eve@example.org", "eve@example。org", True),
        ("eve@bücher.example", "eve@xn--bcher-kva.example", True),
        ("eve@example.org", "eve@exàmple.org", False),
        ("eve@example.org", "eve@..", False),
        ("eve.lee@example.org", "evelee@example.org", False),
        ("eve@example.org", "eve@example.net", False),
        ("eve@example.org", "+eve@example.org", False),
    ],
)
def test_what_counts_as_one_mailbox(one, other, same):
    assert (suppression.hash_mailbox(one) == suppression.hash_mailbox(other)) is same


# --- blocking


def test_a_stranger_ends_the_questions_for_good(client, other, worker, mailoutbox, later):
    client.post("/account/signup/", SIGN_UP)
    worker()
    link = blocking(mailoutbox.pop())
    assert "Stop all email" in other.get(link).content.decode()
    assert not SuppressedEmail.objects.exists()
    for _ in range(2):
        assert other.post(link).url == link
    assert "Allow email again" in other.get(link).content.decode()
    later(minutes=4)
    other.post("/account/signup/", SIGN_UP | {"username": "robin2", "email": "Eve+2@example.org"})
    worker()
    assert mailoutbox == []
    row = SuppressedEmail.objects.get()
    assert "eve" not in f"{row.email_hash}{row}{link}"
    assert len(row.email_hash) == 64


def test_a_blocked_mailbox_gets_no_resets_either_until_it_is_allowed_again(client, anna, worker, mailoutbox):
    client.post(RESET, {"email": anna.email})
    worker()
    link = blocking(mailoutbox.pop())
    client.post(link)
    answer = client.post(RESET, {"email": anna.email})
    worker()
    assert (answer.status_code, mailoutbox) == (302, [])
    client.post(link, {"allow": ""})
    client.post(RESET, {"email": anna.email})
    worker()
    assert [mail.to for mail in mailoutbox] == [[anna.email]]


def test_who_confirms_wants_mail_after_all(client, worker, mailoutbox):
    client.post("/account/signup/", SIGN_UP)
    worker()
    confirm, block = links(mailoutbox[0])
    client.post(block)
    client.post(confirm)
    assert not suppression.is_suppressed("eve@example.org")


def test_a_link_blocks_the_mailbox_it_came_to_and_no_other(client, anna, worker, mailoutbox):
    client.post("/account/signup/", SIGN_UP)
    worker()
    client.post(blocking(mailoutbox.pop()))
    client.post(RESET, {"email": anna.email})
    worker()
    assert [mail.to for mail in mailoutbox] == [[anna.email]]


def test_blocking_takes_the_page_and_a_link_of_ours(client, anna):
    token = suppression.make_suppress_token(anna.email)
    assert Client(enforce_csrf_checks=True).post(f"/email/suppress/{token}/").status_code == 403
    stranger = suppression.hash_mailbox("victim@example.org")
    forged = [
        "x", f"{stranger}:x", f"{stranger}:{token.partition(':')[2]}", f"{token}x", "%00",
        suppression.make_unsubscribe_token(anna), signing.Signer(salt="another").sign(stranger),
    ]  # fmt: skip
    for token in forged:
        for answer in (client.get(f"/email/suppress/{token}/"), client.post(f"/email/suppress/{token}/")):
            assert answer.status_code == 404, token
    assert not SuppressedEmail.objects.exists()


# --- ending the mails about turns


def test_looking_ends_nothing_the_button_does_and_twice_is_no_harm(client, reader, stop):
    for method in (client.get, client.head):
        assert method(stop).status_code == 200
        assert wants(reader)
    assert "Stop these emails" in client.get(stop).content.decode()
    for _ in range(2):
        assert "Emails about turns are no longer sent" in client.post(stop).content.decode()
        assert not wants(reader)
    assert "Emails about turns are no longer sent" in client.get(stop).content.decode()


def test_a_mail_program_does_it_with_one_post_and_no_cookie(reader, stop):
    program = Client(enforce_csrf_checks=True)
    form = {"List-Unsubscribe": "One-Click"}
    assert program.post(stop, form).status_code == 200
    assert not wants(reader)
    assert program.post(stop, "List-Unsubscribe=One-Click", content_type="text/plain").status_code == 200


def test_nothing_else_is_open_to_posts_without_a_cookie(anna):
    program = Client(enforce_csrf_checks=True)
    program.force_login(anna)
    for path in ("settings/profile/", "account/email/", "account/email/send/", "account/password/reset/"):
        assert program.post(f"/{path}", {"List-Unsubscribe": "One-Click"}).status_code == 403, path


def test_it_ends_them_for_one_person_at_one_address(client, reader, stop):
    ben = confirmed(User.objects.create_user("ben", email="ben@example.org", email_turn_notifications=True))
    client.post(stop)
    assert wants(ben)
    User.objects.filter(pk=reader.pk).update(email_turn_notifications=True, email="new@example.org")
    assert "Emails about turns are no longer sent" in client.post(stop).content.decode()
    assert wants(reader)


def test_forged_and_foreign_tokens_end_nothing(client, reader, stop):
    token = suppression.make_unsubscribe_token(reader)
    ben = User.objects.create_user("ben", email="ben@example.org")
    forged = [
        "x", f"{token}x", token.upper(), suppression.make_suppress_token(reader.email), f"{reader.public_id}-:x",
        signing.Signer(salt="another").sign(token.partition(":")[0]),
        f"{reader.public_id}:{suppression.make_unsubscribe_token(ben).partition(':')[2]}",
    ]  # fmt: skip
    for token in forged:
        assert client.post(f"/email/unsubscribe/{token}/").status_code == 404, token
    assert wants(reader)


def test_a_person_who_is_gone_gets_no_mails_any_more(client, reader, stop):
    reader.delete()
    for answer in (client.get(stop), client.post(stop)):
        assert "Emails about turns are no longer sent" in answer.content.decode()
