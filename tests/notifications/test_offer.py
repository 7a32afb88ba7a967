"""At the first seat with other people: how someone wants to hear of their turns, asked once."""

import pytest

from accounts.models import User
from games.engine.chance import Rng
from games.notifications.models import NotificationSettings
from games.tables.services.seats import take_seat
from tests.html import Form, Page, page, submit
from tests.matches import filled, fresh, legal, opened, play_on, seat
from tests.matches import submit as submit_move
from tests.notifications.readers import reader, subscribed, turn_of

pytestmark = pytest.mark.django_db
OFFER = "How should we tell you when it’s your turn?"


@pytest.fixture(autouse=True)
def _site(settings):
    settings.SITE_URL = "https://cards.example.org"


@pytest.fixture
def anna():
    person = reader("anna", language="en")
    User.objects.filter(pk=person.pk).update(email_turn_notifications=False)
    return User.objects.get(pk=person.pk)


def seated(person, host):
    """An open table where they have just sat down."""
    table = opened("sdc", host)
    take_seat(public_id=table.public_id, user_id=person.pk)
    return fresh(table)


def move_first_seat(table):
    """Its first seat has moved, and waits for others."""
    for n in range(20):
        submit_move(table, seat(table, 0), legal(table, 0).sample(Rng(b"offer", str(n))))
        if seat(table, 0).question_seq is None:
            return table
        table = play_on(table, 0)
    raise AssertionError


def open_table(client, table) -> Page:
    return page(client.get(f"/tables/{table.public_id}/"))


def offer_of(offer_page: Page) -> Form:
    return next(form for form in offer_page.forms if "/settings/notifications/offer/" in form.action)


def answers(offer_page: Page) -> list[str]:
    return [value for name, value in offer_of(offer_page).buttons if name == "answer"]


def test_it_is_asked_at_the_first_seat_and_one_tap_is_enough(anna, alice, visit):
    client, table = visit(anna), seated(anna, alice)
    current_page = open_table(client, table)
    assert OFFER in current_page.text
    assert "By email to anna@example.org" in current_page.text
    assert answers(current_page) == ["mail", "calendar", "webhook", "no"]
    current_page = submit(current_page, offer_of(current_page), press=("answer", "mail"))
    assert current_page.address == f"/tables/{table.public_id}/"
    assert OFFER not in current_page.text
    anna.refresh_from_db()
    assert anna.email_turn_notifications
    settings = page(client.get("/settings/notifications/"))
    form = next(form for form in settings.forms if form.data().get("part") == ["mail"])
    assert "on" in form.data(), "the answer is there to be changed"


def test_who_wants_to_hear_on_the_site_only_is_not_asked_again(anna, alice, visit):
    client, table = visit(anna), seated(anna, alice)
    current_page = open_table(client, table)
    current_page = submit(current_page, offer_of(current_page), press=("answer", "no"))
    anna.refresh_from_db()
    assert not anna.email_turn_notifications
    assert OFFER not in current_page.text
    assert OFFER not in open_table(client, seated(anna, alice)).text
    assert client.get(f"/settings/notifications/offer/{table.public_id}/").status_code == 302


def test_the_calendar_is_switched_on_and_its_address_shown(anna, alice, visit):
    client = visit(anna)
    current_page = open_table(client, seated(anna, alice))
    current_page = submit(current_page, offer_of(current_page), press=("answer", "calendar"))
    assert current_page.address == "/settings/notifications/"
    assert NotificationSettings.objects.get(user=anna).calendar_enabled
    assert "/calendar/" in client.get("/settings/notifications/").text
    assert OFFER not in open_table(client, seated(anna, alice)).text


def test_a_chat_app_leads_to_the_form_for_it(anna, alice, visit):
    client = visit(anna)
    current_page = open_table(client, seated(anna, alice))
    current_page = submit(current_page, offer_of(current_page), press=("answer", "webhook"))
    assert current_page.address == "/settings/notifications/"
    assert OFFER not in open_table(client, seated(anna, alice)).text


def test_it_is_asked_in_a_match_as_well_but_never_over_a_decision(anna, visit):
    client, table = visit(anna), turn_of(anna)
    assert OFFER not in open_table(client, table).text
    move_first_seat(table)
    assert OFFER in open_table(client, table).text


def test_nobody_chooses_mails_for_an_address_that_is_not_theirs(visit, person, alice):
    eve = person("Eve")
    client, table = visit(eve), seated(eve, alice)
    current_page = open_table(client, table)
    assert "By email: confirm your address first" in current_page.text
    assert "mail" not in answers(current_page)
    answer = client.post(f"/settings/notifications/offer/{table.public_id}/", {"answer": "mail"})
    assert answer.status_code == 403
    assert not User.objects.get(pk=eve.pk).email_turn_notifications
    assert not NotificationSettings.objects.exists()


def test_who_has_a_channel_or_plays_with_bots_is_not_asked(anna, alice, visit):
    client = visit(anna)
    alone = opened("lombard", anna, seats_=3, options={"target_coins": 32})
    filled(alone, anna)
    move_first_seat(play_on(alone, 0))
    assert OFFER not in open_table(client, alone).text
    subscribed(anna, "https://push.example.org/1")
    assert OFFER not in open_table(client, seated(anna, alice)).text


def test_on_a_lan_without_mail_and_https_only_what_works_there_is_offered(anna, alice, visit, settings):
    settings.SITE_URL, settings.VAPID_KEY = "", ""
    table = open_table(visit(anna), seated(anna, alice))
    assert answers(table) == ["calendar", "webhook", "no"]
    assert "By mail" not in table.text
    assert 'data-push-subscription-key-value=""' in visit(anna).get(table.address).text


def test_a_guest_is_offered_no_webhook_and_mail_with_an_account(alice, visit, client):
    table = opened("sdc", alice)
    client.post(f"/tables/{table.public_id}/join/")
    guest = table.seats.get(number=1).user
    assert guest is not None
    assert guest.is_guest
    current_page = open_table(client, table)
    assert answers(current_page) == ["calendar", "no"]
    assert "By email: save your account first" in current_page.text
