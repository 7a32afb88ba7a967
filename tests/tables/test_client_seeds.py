"""What seats add to the chance of a table, after its commitment was shown and before the deal."""

import pytest
from django.urls import reverse

from accounts.models import User
from games.engine.chance import derive_chance_key, hash_client_seed
from games.tables.errors import BadRequestError, ConflictError, ForbiddenError
from games.tables.locked_table import get_chance_key
from games.tables.models import Event
from games.tables.services.seats import fill_with_bots, leave_seat, take_seat
from games.tables.services.seed_reveal import submit_client_seed_hash
from games.tables.services.start import start_table
from tests.matches import bodies, fresh, opened, running, seat

ONE, OTHER = "ab" * 32, "cd" * 32


@pytest.fixture
def table(alice, bob):
    return opened("sdc", alice, bob)


def phrases(table):
    return [body["data"]["phrase"] for body in bodies(table) if body["kind"] == "phrase"]


def test_a_phrase_is_an_event_and_part_of_the_key(table, alice, bob):
    submit_client_seed_hash(public_id=table.public_id, user_id=alice.pk, client_seed_hash=ONE)
    submit_client_seed_hash(public_id=table.public_id, user_id=alice.pk, client_seed_hash=ONE)  # sent twice
    submit_client_seed_hash(public_id=table.public_id, user_id=bob.pk, client_seed_hash=ONE)
    submit_client_seed_hash(public_id=table.public_id, user_id=bob.pk, client_seed_hash=OTHER)
    assert phrases(table) == [ONE, ONE, OTHER]
    start_table(public_id=table.public_id, user_id=alice.pk)
    start_body = next(body for body in bodies(table) if body["kind"] == "start")
    assert start_body["data"]["phrases"] == [ONE, OTHER]
    key = derive_chance_key(table.public_id, bytes(table.seed.value), [ONE, OTHER])
    assert get_chance_key(fresh(table), list(table.seats.order_by("number"))) == key
    with pytest.raises(ConflictError):
        submit_client_seed_hash(public_id=table.public_id, user_id=alice.pk, client_seed_hash=OTHER)


def test_client_seeds_stand_in_the_administrations_log_only(client, table, alice):
    submit_client_seed_hash(public_id=table.public_id, user_id=alice.pk, client_seed_hash=ONE)
    client.force_login(alice)
    for address in (table.get_absolute_url(), reverse("tables:log", args=[table.public_id])):
        page = client.get(address).content.decode()
        assert "The table is created." in page
        assert "client seed." not in page
    client.force_login(User.objects.create_superuser("operator"))
    event = Event.objects.get(table=table, kind="phrase")
    page = client.get(reverse("admin:tables_event_change", args=[event.pk])).content.decode()
    assert "Seat 1 gives its client seed." in page


def test_whoever_sits_down_begins_without_one(table, alice, bob, charlie):
    submit_client_seed_hash(public_id=table.public_id, user_id=bob.pk, client_seed_hash=ONE)
    leave_seat(public_id=table.public_id, user_id=bob.pk)
    take_seat(public_id=table.public_id, user_id=charlie.pk)
    assert seat(table, 1).client_seed_hash == ""
    leave_seat(public_id=table.public_id, user_id=charlie.pk)
    fill_with_bots(public_id=table.public_id, user_id=alice.pk, level="beginner")
    assert seat(table, 1).client_seed_hash == ""


@pytest.mark.parametrize("given", ["", "ab", "AB" * 32, "ab" * 33, "ab" * 31 + "zz", "٣" * 64])
def test_only_hashes_are_taken(table, alice, given):
    with pytest.raises(BadRequestError):
        submit_client_seed_hash(public_id=table.public_id, user_id=alice.pk, client_seed_hash=given)
    assert phrases(table) == []


def test_only_who_sits_there_gives_one(table, charlie):
    with pytest.raises(ForbiddenError):
        submit_client_seed_hash(public_id=table.public_id, user_id=charlie.pk, client_seed_hash=ONE)


def test_the_page_takes_a_hash_or_words(client, table, alice):
    client.force_login(alice)
    address = reverse("tables:client_seed", args=[table.public_id])
    assert client.post(address, {"hash": ONE}).status_code == 204
    assert client.post(address, {"hash": "x"}).status_code == 400
    assert client.post(address, {"phrase": " seven quiet herons "}).status_code == 302
    assert phrases(table) == [ONE, hash_client_seed(table.public_id, 0, b"seven quiet herons")]
    assert client.post(address, {}).status_code == 400
    words = client.get(table.get_absolute_url()).content.decode()
    assert "Your client seed is added." in words
    client.logout()
    assert client.post(address, {"hash": OTHER}).status_code == 403
    assert len(phrases(table)) == 2


@pytest.mark.django_db
def test_a_match_against_bots_is_opened_then_dealt(client):
    data = client.post("/games/sdc/quick-play/", {"open": "1"}).json()
    (table,) = (event.table for event in Event.objects.filter(kind="create"))
    assert (data["table"], data["commitment"], data["full"]) == (table.public_id, table.commitment, True)
    assert table.started_at is None
    start = reverse("tables:start", args=[table.public_id])
    assert client.post(start, {"hash": "x"}).status_code == 400
    assert client.post(start, {"hash": ONE}).status_code == 302
    assert fresh(table).started_at is not None
    assert phrases(table) == [ONE]
    assert client.post("/games/sdc/quick-play/").status_code == 302  # without JavaScript it begins immediately
    assert Event.objects.filter(kind="start").count() == 2


def test_a_running_match_takes_none(client, alice, bob):
    table = running("lombard", alice, bob)
    client.force_login(alice)
    assert client.post(reverse("tables:client_seed", args=[table.public_id]), {"hash": ONE}).status_code == 409
