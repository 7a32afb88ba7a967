"""An ended table as one self-contained record; the seed that opens it."""

import hashlib
import json
from datetime import timedelta

import pytest
from django.utils import timezone

from config.celery import app
from games.engine.hash_chain import next_digest
from games.engine.serialization.canonical_json import dump_canonical
from games.replays import tasks
from games.replays.archive import services as archive_services
from games.replays.archive.services import archive_missed, archive_table
from games.tables.models import Event, Record, Table
from games.tables.selectors.event_source import get_snapshot_at
from games.tables.storage.snapshots import decode_snapshots
from tests.every_game import every_game
from tests.matches import finished, play_on, played
from tests.moderation.actions import table_void
from tests.replays.archived import record_of, sealed_of


@pytest.fixture
def ended(slug, alice, bob):
    return finished(slug, alice, bob)


def test_the_end_queues_it(slug, alice, bob, jobs, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        table = played(slug, alice, bob)
    assert jobs()[-1] == ("replays.archive", (table.pk,))


def test_the_record_holds_all_there_is(ended):
    tasks.archive(ended.pk)
    sealed = Record.objects.get(table=ended)
    text = sealed_of(ended).text
    assert hashlib.sha256(text.encode()).hexdigest() == sealed.sha256
    record = json.loads(text)
    assert text == dump_canonical(record)
    stored = Event.objects.filter(table=ended).order_by("seq").values("body", "frame", "keyframe", "digest")
    assert record["events"] == list(stored)
    assert (record["table"], record["title"], record["options"], record["status"]) == (
        ended.public_id, ended.game_slug, ended.options, "finished",
    )  # fmt: skip


@every_game
def test_the_record_proves_itself_and_replays_without_us(ended):
    record = record_of(ended)
    seed, digest = bytes.fromhex(record["seed"]), record["commitment"]
    commitment = b"|".join((b"tefuda-1", record["table"].encode(), seed))
    assert hashlib.sha256(commitment).hexdigest() == record["commitment"]
    for n, event in enumerate(record["events"], 1):
        digest = next_digest(digest, record["table"], seed, n, event["body"])
        assert event["digest"] == digest
    assert digest == record["digest"]
    texts = [(event["frame"], event["keyframe"]) for event in record["events"] if event["frame"]]
    assert decode_snapshots(texts) == get_snapshot_at(ended, ended.last_seq)


def test_it_is_sealed_once(ended):
    assert [archive_table(ended.pk), archive_table(ended.pk)] == [True, False]
    assert Record.objects.filter(table=ended).count() == 1


def test_a_running_table_is_not_sealed(table):
    assert not archive_table(table.pk)
    assert not Record.objects.exists()


def test_the_seed_is_shown_after_the_end_only(table, alice, visit):
    seed = bytes(table.seed.value).hex()
    client = visit(alice)
    addresses = [
        f"/tables/{table.public_id}/",
        f"/tables/{table.public_id}/log/",
        f"/replays/{table.public_id}/verify/",
    ]
    assert not [address for address in addresses if seed in client.get(address).content.decode()]
    play_on(table)
    assert seed in client.get(addresses[-1]).content.decode()


def test_a_voided_table_opens_its_seed_too(table, alice, moderator, visit):
    table_void(public_id=table.public_id, moderator_id=moderator.pk, reason="two accounts, one person")
    page = visit(alice).get(f"/replays/{table.public_id}/verify/").content.decode()
    assert bytes(table.seed.value).hex() in page
    assert archive_table(table.pk)


# --- a job that got lost ------------------------------------------------------------------------------------------


def late(table):
    """As if the table had ended some minutes ago."""
    changed = Table.objects.filter(pk=table.pk, archive_due_at__isnull=False)
    assert changed.update(archive_due_at=timezone.now() - timedelta(seconds=1)) == 1


def test_a_match_whose_job_got_lost_is_sealed_by_the_sweep(ended):
    tasks.retry_archive()
    assert not Record.objects.exists()  # its job may still come
    late(ended)
    tasks.retry_archive()
    assert Record.objects.filter(table=ended).exists()
    assert archive_missed(50) == 0
    assert not Table.objects.exclude(archive_due_at=None).exists()


def test_a_sealed_match_is_no_longer_looked_for(ended):
    archive_table(ended.pk)
    assert not Table.objects.exclude(archive_due_at=None).exists()


def test_a_voided_match_is_found_as_well(sdc, moderator):
    table_void(public_id=sdc.public_id, moderator_id=moderator.pk, reason="two accounts, one person")
    late(sdc)
    assert archive_missed(50) == 1


def test_what_can_not_be_sealed_stops_nothing_and_is_put_off(alice, bob, caplog):
    broken = Table.objects.create(
        game_slug="sdc", status="finished", archive_due_at=timezone.now() - timedelta(days=1)
    )  # no seed
    sound = finished("sdc", alice, bob)
    late(sound)
    assert archive_missed(50) == 1
    assert Record.objects.get().table == sound
    assert archive_missed(50) == 0
    assert caplog.text.count("can't be sealed") == 1
    delay = Table.objects.get(pk=broken.pk).archive_due_at - timezone.now()
    assert delay > timedelta(minutes=50)


def kill_sweep(contents):
    raise SystemExit  # no handler of ours sees it, as none sees a kill


def test_a_sweep_that_is_killed_over_a_table_costs_half_a_minute(ended, monkeypatch):
    late(ended)
    with monkeypatch.context() as fatal:
        fatal.setattr(archive_services, "pack_record", kill_sweep)
        with pytest.raises(SystemExit):
            tasks.retry_archive()
    delay = Table.objects.get(pk=ended.pk).archive_due_at - timezone.now()
    every = app.conf.beat_schedule["seal_lost"]["schedule"]
    assert delay + timedelta(seconds=every) < timedelta(minutes=1)
    assert archive_services.JOB_TIMEOUT_SECONDS + every < 60
    late(ended)
    tasks.retry_archive()
    assert Record.objects.filter(table=ended).exists()


def test_a_table_that_ends_every_process_is_left_alone_for_an_hour(ended, monkeypatch):
    monkeypatch.setattr(archive_services, "pack_record", kill_sweep)
    for _ in range(archive_services.TRIES + 1):
        late(ended)
        with pytest.raises(SystemExit):
            archive_missed(50)
    assert Table.objects.get(pk=ended.pk).archive_due_at - timezone.now() > timedelta(minutes=50)


def test_not_all_at_once(alice, bob):
    for _ in range(3):
        late(finished("sdc", alice, bob))
    assert [archive_missed(2), archive_missed(2)] == [2, 1]
