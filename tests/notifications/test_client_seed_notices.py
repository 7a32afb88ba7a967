"""Mails about strict tables: a client seed is needed, and a table was called off."""

import pytest
from django.core import mail

from games.engine.chance import hash_client_seed
from games.notifications.models import Notification
from games.notifications.outbox.dispatcher import deliver_notifications
from games.tables.models import Table
from games.tables.services.seed_reveal import expire_overdue_reveals, reveal_client_seed, submit_client_seed_hash
from tests.matches import opened
from tests.notifications.readers import reader

PARTS = (b"\x01" * 32, b"\x02" * 32)


@pytest.fixture(autouse=True)
def _site(settings):
    settings.SITE_URL = "https://cards.example.org"
    settings.NOTIFICATION_DELAY = settings.EMAIL_DIGEST_INTERVAL = 0


@pytest.fixture
def table(db):
    """Yuki, who reads Japanese, has shown her part; Anna is awaited."""
    people = [reader("anna", language="en"), reader("yuki", language="ja")]
    table = opened("sdc", *people, strict=True)
    for number, user in enumerate(people):
        seed_hash = hash_client_seed(table.public_id, number, PARTS[number])
        submit_client_seed_hash(public_id=table.public_id, user_id=user.pk, client_seed_hash=seed_hash)
    reveal_client_seed(public_id=table.public_id, user_id=people[1].pk, client_seed=PARTS[1])
    return table


def test_who_is_awaited_is_told_until_when(table):
    assert deliver_notifications(10) == 1
    (letter,) = mail.outbox
    assert letter.to == ["anna@example.org"]
    assert letter.subject == "[Tefuda] Your client seed is needed: SdC Poker"
    assert "Open it in the browser that added your client seed" in letter.body
    assert "otherwise the table is called off" in letter.body
    assert f"https://cards.example.org/tables/{table.public_id}/" in letter.body
    assert PARTS[1].hex() not in letter.body


def test_who_shows_it_before_the_letter_is_written_gets_none(table):
    anna = Notification.objects.get(kind="opening").recipient
    reveal_client_seed(public_id=table.public_id, user_id=anna.pk, client_seed=PARTS[0])
    deliver_notifications(10)
    assert not [letter for letter in mail.outbox if "client seed" in letter.subject]


def test_all_are_told_that_it_was_broken_off_each_in_their_language(table):
    Table.objects.filter(pk=table.pk).update(reveal_deadline=table.changed_at)
    assert expire_overdue_reveals(10) == 1
    deliver_notifications(10)
    subjects = {letter.to[0]: letter.subject for letter in mail.outbox}
    assert subjects == {
        "anna@example.org": "[Tefuda] Called off before the deal: SdC Poker",
        "yuki@example.org": "[Tefuda] 配る前に打ち切り：SdCポーカー",
    }
    english = next(letter for letter in mail.outbox if letter.to == ["anna@example.org"])
    assert "You can recreate it from its page." in english.body
