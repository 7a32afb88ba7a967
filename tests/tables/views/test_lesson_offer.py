"""Offers of lessons: at a table with an empty seat, and once during the first match against bots."""

import re

import pytest
from django.test import Client

from games.tables.models import Table
from tests.matches import finished, opened, running

LEARN = re.compile(r'href="/games/lombard/lessons/[a-z-]*/?">')
OFFER, HIDE = 'class="panel lesson-offer"', "/settings/lesson-offer/"


@pytest.fixture
def match(db, client: Client) -> str:
    """The address of a first match."""
    client.post("/games/lombard/quick-play/", {"level": "beginner"})
    return Table.objects.get().get_absolute_url()


def test_who_may_sit_down_can_learn_first(alice, bob, visit):
    address = opened("lombard", alice, seats_=3).get_absolute_url()
    for reader in (visit(bob), visit(None)):
        assert len(LEARN.findall(reader.get(address).text)) == 1
    assert LEARN.findall(visit(alice).get(address).text) == []  # sits there
    assert LEARN.findall(visit(bob).get(running("lombard", alice, alice).get_absolute_url()).text) == []  # looks on


def test_the_first_match_against_bots_offers_them_until_one_hides_them(match, client):
    assert client.get(match).text.count(OFFER) == 1
    response = client.post(HIDE, {"next": match})
    assert (response.status_code, response["Location"]) == (302, match)
    assert OFFER not in client.get(match).text


def test_hidden_without_leaving_the_page(match, client):
    response = client.post(HIDE, {"next": match}, headers={"HX-Request": "true"})
    assert (response.status_code, response.content) == (200, b"")
    assert OFFER not in client.get(match).text


def test_not_to_who_has_done_one(match, client):
    client.cookies["lessons"] = "lombard.one-turn.1"
    assert OFFER in client.get(match).text
    client.cookies["lessons"] = "lombard.one-turn.2"
    assert OFFER not in client.get(match).text


def test_not_to_who_knows_the_game_nor_among_people(alice, bob, visit):
    client = visit(alice)
    client.post("/games/lombard/quick-play/", {"level": "beginner"})
    match = Table.objects.get().get_absolute_url()
    assert OFFER in client.get(match).text
    assert OFFER not in client.get(running("lombard", alice, bob).get_absolute_url()).text
    finished("lombard", alice, bob)
    assert OFFER not in client.get(match).text


def test_it_leads_nowhere_else(client, db):
    assert client.post(HIDE, {"next": "//elsewhere.example/"})["Location"] == "/"
