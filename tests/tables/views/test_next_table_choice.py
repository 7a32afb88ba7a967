"""The choice to be led to the next table after a move: kept with the person, guests too, and shown where it matters."""

import re

import pytest
from django.urls import reverse

from accounts.models import User
from accounts.services.users import create_guest
from tests.matches import running, to_turn_of

CHOICE = "/settings/next-table/"


def goes(person: User) -> bool:
    return User.objects.get(pk=person.pk).goes_to_next_table


@pytest.mark.parametrize("is_guest", [False, True])
def test_it_is_off_until_chosen_and_stays_with_the_person(alice, visit, is_guest):
    person = create_guest(language="en") if is_guest else alice
    assert not goes(person)
    client = visit(person)
    answer = client.post(CHOICE, {"goes": "on", "next": "/lobby/"})
    assert (answer.status_code, answer.url, goes(person)) == (302, "/lobby/", True)
    html = visit(person).get(reverse("accounts:profile")).content.decode()
    (box,) = re.findall(r'<input[^>]*name="goes_to_next_table"[^>]*>', html)
    assert "checked" in box
    client.post(CHOICE, {"goes": "off"})
    assert not goes(person)


def test_whoever_is_nobody_chooses_nothing(db, client):
    assert client.post(CHOICE, {"goes": "on"}).url == "/"


def open_two_tables(alice, bob):
    """A table where Bob is asked, and another where Alice is."""
    bobs_turn, alices_turn = (running("lombard", alice, bob) for _ in range(2))
    to_turn_of(bobs_turn, 1)
    to_turn_of(alices_turn, 0)
    return bobs_turn


def test_the_button_leads_a_script_only_where_it_was_chosen(alice, bob, visit):
    here = open_two_tables(alice, bob)
    client, address = visit(alice), f"/tables/{here.public_id}/"
    html = client.get(address).content.decode()
    assert "Next table (1) →" in html
    assert 'name="goes" value="on"' in html
    assert 'data-next-table-target="link"' not in html
    client.post(CHOICE, {"goes": "on"})
    html = client.get(address).content.decode()
    assert 'name="goes" value="off"' in html
    assert 'data-next-table-target="link"' in html


def test_nobody_is_led_away_from_bots(alice, bob, visit):
    alone, shared = running("lombard", alice, seats=2), running("lombard", alice, bob)
    to_turn_of(alone, 1)
    to_turn_of(shared, 0)
    User.objects.filter(pk=alice.pk).update(goes_to_next_table=True)
    html = visit(alice).get(f"/tables/{alone.public_id}/").content.decode()
    assert "Next table (1) →" in html
    assert 'data-next-table-target="link"' not in html
    assert 'name="goes"' not in html
