"""Whole records may be fetched often, but not without limit, and HEAD counts like GET."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.matches import finished
from tests.replays.archived import record_of
from tests.replays.test_transparency_log import extend_log

FILES = ("record.json", "record.txt")


@pytest.fixture(autouse=True)
def _limit(settings):
    settings.ARCHIVE_DOWNLOADS_PER_MINUTE = 3


@pytest.mark.parametrize("method", ["get", "head"])
def test_who_fetches_too_much_waits(alice, bob, visit, method):
    table = finished("lombard", alice, bob)
    record_of(table)
    extend_log(10)
    client, other = visit(alice), visit(bob)
    addresses = [f"/replays/{table.public_id}/{name}" for name in FILES] + ["/transparency-log.txt"]
    answers = [getattr(client, method)(address) for address in addresses]
    assert [answer.status_code for answer in answers] == [200] * 3
    refused = client.get(addresses[0])
    assert refused.status_code == 429
    assert "opened many records" in refused.content.decode()
    assert client.get(f"/replays/{table.public_id}/text/").status_code == 429  # as dear to make
    assert client.head(addresses[0]).status_code == 429
    assert other.get(addresses[0]).status_code == 200
    assert visit().get("/transparency-log.txt").status_code == 200


def test_many_accounts_at_one_address_share_its_limit(alice, bob, person, visit, settings):
    settings.ARCHIVE_DOWNLOADS_PER_MINUTE_PER_ADDRESS = 5
    table = finished("lombard", alice, bob)
    record_of(table)
    address = f"/replays/{table.public_id}/record.json"
    people = [visit(person(f"Person {n}"), REMOTE_ADDR="10.0.0.7") for n in range(3)]
    assert [browser.get(address).status_code for browser in people for _ in range(2)] == [200] * 5 + [429]
    assert visit(bob, REMOTE_ADDR="10.0.0.8").get(address).status_code == 200


def test_what_may_not_be_seen_is_not_counted(alice, bob, charlie, visit):
    table = finished("lombard", alice, bob, visibility="private")
    stranger = visit(charlie)
    statuses = {stranger.get(f"/replays/{table.public_id}/record.json").status_code for _ in range(6)}
    assert statuses == {404}


def test_asking_whether_it_is_there_unpacks_nothing(alice, bob, visit):
    table = finished("lombard", alice, bob)
    record_of(table)
    client = visit(alice)
    client.head(f"/replays/{table.public_id}/record.json")
    with CaptureQueriesContext(connection) as captured:
        client.head(f"/replays/{table.public_id}/record.json")
    assert not [query for query in captured.captured_queries if "tables_record" in query["sql"]]
