"""A guest is asked to keep the account once: after the first match, on its page."""

import pytest
from django.test import Client

from accounts.models import User
from accounts.services.users import create_guest
from games.tables.models import Seat, Table
from tests.matches import finished, running

OFFER = 'id="guest-offer"'


@pytest.fixture
def guest(db):
    return create_guest(language="en")


def page(person: User, table: Table, part: str = "") -> str:
    reader = Client()
    reader.force_login(person)
    return reader.get(f"/tables/{table.public_id}/{part}").content.decode()


@pytest.mark.parametrize("part", ["", "fragment/"])
def test_after_the_first_match_and_no_other(guest, part):
    running_table, first = running("lombard", guest), finished("lombard", guest)
    assert OFFER in page(guest, first, part)
    assert OFFER not in page(guest, running_table, part)
    second = finished("sdc", guest)
    assert OFFER not in page(guest, first, part)
    assert OFFER not in page(guest, second, part)


def test_neither_accounts_nor_onlookers_are_asked(guest, alice):
    table = finished("lombard", alice)
    assert OFFER not in page(alice, table)
    Table.objects.filter(pk=table.pk).update(visibility=Table.Visibility.PUBLIC)
    assert not Seat.objects.filter(user=guest).exists()
    assert "finished" in page(guest, table)
    assert OFFER not in page(guest, table)


def test_the_offer_keeps_the_account_and_leads_back(guest):
    table = finished("lombard", guest)
    reader = Client()
    reader.force_login(guest)
    sent = {"short": "1", "username": "robin", "password1": "long enough 7", "next": f"/tables/{table.public_id}/"}
    assert reader.post("/account/claim-guest/", sent).url == f"/tables/{table.public_id}/"
    assert OFFER not in reader.get(f"/tables/{table.public_id}/").content.decode()
