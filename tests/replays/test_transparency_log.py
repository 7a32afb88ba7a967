"""The one chain over all tables of the site."""

import hashlib

import pytest
from django.db import DatabaseError, transaction
from django.urls import reverse

from games.replays import tasks, transparency_log
from games.replays.models import TransparencyLogEntry
from games.replays.transparency_log import extend_log
from games.tables.models import Table
from games.tables.services.seats import leave_seat
from games.tables.services.start import start_table
from tests.matches import finished, fresh, opened, running
from tests.site.test_query_counts import queries


def fetch_log(client, start=""):
    text = b"".join(client.get(reverse("replays:transparency_log") + start).streaming_content).decode()
    return [line.split(" ") for line in text.splitlines()]


def test_it_has_both_ends_of_every_table(client, alice, bob):
    ended, still = finished("lombard", alice, bob), opened("sdc", alice, bob)
    extend_log(100)
    tasks.extend_transparency_log()
    assert extend_log(100) == 0
    leave_seat(public_id=still.public_id, user_id=alice.pk)
    assert extend_log(100) == 0  # still open
    leave_seat(public_id=still.public_id, user_id=bob.pk)
    assert extend_log(100) == 1
    lines = fetch_log(client)
    assert [(kind, commitment, digest) for _, kind, commitment, digest, _ in lines] == [
        ("opened", ended.commitment, "-"),
        ("opened", still.commitment, "-"),
        ("ended", ended.commitment, ended.digest),
        ("ended", still.commitment, fresh(still).digest),
    ]
    link = "0" * 64
    for number, (at, kind, commitment, digest, value) in enumerate(lines, 1):
        link = hashlib.sha256(f"{link}|{kind}|{commitment}|{digest.strip('-')}".encode()).hexdigest()
        assert (at, value) == (str(number), link)
    assert fetch_log(client, "?from=3") == lines[2:]
    assert fetch_log(client, "?from=x") == lines
    assert ended.public_id not in str(lines)


def test_a_started_table_waits_for_its_end(alice, bob):
    table = opened("sdc", alice, bob)
    start_table(public_id=table.public_id, user_id=alice.pk)
    assert [extend_log(5), extend_log(5)] == [1, 0]


def test_the_number_of_queries_does_not_grow_with_the_site(alice, bob):
    for _ in range(3):
        opened("sdc", alice, bob)
    extend_log(100)
    with queries(2):
        extend_log(100)
    table = opened("sdc", alice, bob)
    with queries(5):  # new lines, ended ones, the last link, the table's lines, and their existence
        extend_log(100)
    assert TransparencyLogEntry.objects.get(table=table).number == 4


def test_two_workers_add_a_link_once(alice, bob, monkeypatch):
    table = opened("sdc", alice, bob)
    extend_log(5)
    Table.objects.filter(pk=table.pk).update(transparency_entry_count=0)  # as the other worker saw it
    assert extend_log(5) == 0
    assert TransparencyLogEntry.objects.count() == 1


def test_it_is_never_changed(alice, bob):
    opened("sdc", alice, bob)
    extend_log(5)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        TransparencyLogEntry.objects.update(chain_hash="f" * 64)


def test_the_lines_come_in_parts(client, alice, bob, monkeypatch):
    monkeypatch.setattr(transparency_log, "LINES_AT_ONCE", 1)
    for _ in range(2):
        opened("sdc", alice, bob)
    extend_log(5)
    assert [line[0] for line in fetch_log(client)] == ["1"]
    assert [line[0] for line in fetch_log(client, "?from=2")] == ["2"]


def test_who_sees_a_table_gets_its_lines_of_the_log_of_all_tables(alice, bob, charlie, visit):
    table, other = running("lombard", alice, bob, visibility="private"), opened("sdc", charlie)
    lines = f"/tables/{table.public_id}/transparency-log.txt"
    assert visit(alice).get(lines).content == b""
    extend_log(10)
    whole = b"".join(visit().get("/transparency-log.txt").streaming_content).decode().splitlines(keepends=True)
    with queries(3):
        assert visit(alice).get(lines).content.decode() == whole[0]
    assert table.commitment in whole[0]
    assert other.commitment in whole[1]
    assert visit(charlie).get(lines).status_code == visit().get(lines).status_code == 404
    assert f'data-move-receipts-log-value="{lines}"' in visit(alice).get(f"/tables/{table.public_id}/").content.decode()
