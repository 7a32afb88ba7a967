"""After the first move at a table with people: whether one wants to hear of one's turns, asked once."""

import pytest

from accounts.models import User
from games.engine.chance import Rng
from games.notifications.models import NotificationSettings
from tests.html import page
from tests.matches import filled, legal, opened, play_on, seat, submit
from tests.notifications.readers import reader, subscribed, turn_of

pytestmark = pytest.mark.django_db
OFFER = "Tell me when it’s my turn"


@pytest.fixture(autouse=True)
def _site(settings):
    settings.SITE_URL = "https://cards.example.org"


@pytest.fixture
def anna():
    person = reader("anna", language="en")
    User.objects.filter(pk=person.pk).update(email_turn_notifications=False)
    return User.objects.get(pk=person.pk)


def moved(table):
    """Its first seat has moved, and waits for others."""
    for n in range(20):
        submit(table, seat(table, 0), legal(table, 0).sample(Rng(b"offer", str(n))))
        if seat(table, 0).question_seq is None:
            return table
        table = play_on(table, 0)
    raise AssertionError


def test_it_is_made_after_the_first_move_and_one_tap_is_enough(anna, visit):
    client, table = visit(anna), turn_of(anna)
    address = f"/tables/{table.public_id}/"
    assert OFFER not in client.get(address).text
    moved(table)
    shown = page(client.get(address))
    assert OFFER in shown.text
    assert "By mail to anna@example.org" in shown.text
    answer = client.post(f"/settings/notifications/offer/{table.public_id}/", {"answer": "mail"})
    assert (answer.status_code, answer["Location"]) == (302, address)
    anna.refresh_from_db()
    assert anna.email_turn_notifications
    assert OFFER not in client.get(address).text


def test_who_declines_is_not_asked_again(anna, visit):
    client, table = visit(anna), moved(turn_of(anna))
    client.post(f"/settings/notifications/offer/{table.public_id}/", {"answer": "no"})
    anna.refresh_from_db()
    assert not anna.email_turn_notifications
    assert OFFER not in client.get(f"/tables/{table.public_id}/").text
    assert client.get(f"/settings/notifications/offer/{table.public_id}/").status_code == 302


def test_nobody_chooses_mails_for_an_address_that_is_not_theirs(visit, person):
    eve = person("Eve")
    client, table = visit(eve), moved(turn_of(eve))
    answer = client.post(f"/settings/notifications/offer/{table.public_id}/", {"answer": "mail"})
    assert answer.status_code == 403
    assert not User.objects.get(pk=eve.pk).email_turn_notifications
    assert not NotificationSettings.objects.exists()


def test_who_has_a_channel_or_plays_with_bots_is_not_asked(anna, visit):
    client = visit(anna)
    alone = opened("lombard", anna, seats_=3, options={"target_coins": 32})
    filled(alone, anna)
    moved(play_on(alone, 0))
    assert OFFER not in client.get(f"/tables/{alone.public_id}/").text
    table = moved(turn_of(anna))
    subscribed(anna, "https://push.example.org/1")
    assert OFFER not in client.get(f"/tables/{table.public_id}/").text


def test_a_site_that_can_tell_nobody_offers_nothing(anna, visit, settings):
    settings.SITE_URL, settings.VAPID_KEY = "", ""
    table = moved(turn_of(anna))
    assert OFFER not in visit(anna).get(f"/tables/{table.public_id}/").text
