"""Setting a table up."""

import hashlib

import pytest

from games.engine.hash_chain import next_digest
from games.tables.errors import UnprocessableError
from games.tables.models import ID_ALPHABET, Event, Seed, Table
from games.tables.services.start import create_table
from tests.matches import bodies, opened, seat


def test_the_host_sits_in_seat_0_and_the_others_are_vacant(slug, alice):
    table = opened(slug, alice)
    assert (table.status, table.host) == ("open", alice)
    assert seat(table, 0).user == alice
    assert all(other_seat.is_vacant for other_seat in table.seats.exclude(number=0))


def test_options_not_given_are_the_sheets(alice):
    table = opened("lombard", alice, seats_=3, options={"target_coins": 24})
    assert table.options == {
        "rules": 1, "start_coins": 8, "target_coins": 24, "last_player_acts": False, "track_debt": True
    }  # fmt: skip


def test_the_seed_is_promised_from_the_first_event_on(slug, alice):
    table = opened(slug, alice)
    seed = bytes(Seed.objects.get(table=table).value)
    commitment = hashlib.sha256(b"tefuda-1|" + table.public_id.encode() + b"|" + seed).hexdigest()
    (body,) = bodies(table)
    assert len(seed) == 32
    assert table.commitment == body["data"]["commitment"] == commitment
    text = Event.objects.get(table=table).body
    assert table.digest == next_digest(commitment, table.public_id, seed, 1, text)


def test_ids_are_random_and_no_row_numbers(alice):
    tables = [opened("sdc", alice) for _ in range(20)]
    ids = {table.public_id for table in tables}
    assert len(ids) == len({table.invite_code for table in tables}) == len({table.commitment for table in tables}) == 20
    assert all(len(public_id) == 12 and set(public_id) <= set(ID_ALPHABET) for public_id in ids)
    # in each place many letters turn up: nothing counts upwards
    assert all(len(set(column)) > 5 for column in zip(*ids, strict=True))


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        ({"options": {"start_coins": 9}}, "bad-option"),
        ({"options": {"start_coins": "8"}}, "bad-option"),
        ({"options": {"track_debt": 1}}, "bad-option"),
        ({"options": {"wild": True}}, "unknown-option"),
        ({"seats": 1}, "bad-seats"),
        ({"seats": 12}, "bad-seats"),
        ({"seats": -3}, "bad-seats"),
        ({"turn_seconds": 30}, "bad-option"),
        ({"turn_seconds": 61}, "bad-option"),
    ],
)
def test_what_the_sheet_does_not_offer_is_refused(alice, setup, code):
    with pytest.raises(UnprocessableError) as refused:
        create_table(game_slug="lombard", host_id=alice.pk, **{"options": {}, "seats": 4, **setup})
    assert refused.value.code == code
    assert not Table.objects.exists()
    assert not Event.objects.exists()


@pytest.mark.parametrize(("mode", "seats", "fits"), [("classic", 1, 2), ("adjusted", 1, 2), ("solo", 2, 1)])
def test_a_mode_for_another_number_of_seats_is_refused(alice, mode, seats, fits):
    with pytest.raises(UnprocessableError) as refused:
        create_table(game_slug="crown", host_id=alice.pk, options={"mode": mode}, seats=seats)
    assert (refused.value.code, refused.value.params) == ("bad-seats-for-options", {"min": fits, "max": fits})
    assert not Table.objects.exists()
    assert create_table(game_slug="crown", host_id=alice.pk, options={"mode": mode}, seats=fits).seats.count() == fits
