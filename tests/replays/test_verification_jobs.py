"""Verification jobs: once after the seal, again on request; none gets lost, none is retried forever.

Several workers run them concurrently, each table once, and delete the rows that a record holds.
"""

import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from games.catalog import registry
from games.replays import tasks
from games.replays.archive.services import archive_table, verify_and_prune
from games.replays.audit.code_version import code_version
from games.replays.models import Verification
from games.replays.verification import services as verification_services
from games.replays.verification.services import (
    REPEAT_AFTER,
    TRIES,
    lease_verification,
    request_verification,
    run_verification,
)
from games.tables.errors import ConflictError, NotFoundError
from games.tables.models import Event, Position, Table
from tests.matches import finished, opened, running
from tests.replays.audit.forging import forge_row


@pytest.fixture
def ended(alice, bob):
    return finished("lombard", alice, bob)


def row(table):
    return Verification.objects.get(table=table)


def lose(table):
    """The job is late, or was killed."""
    Verification.objects.filter(table=table).update(leased_until=timezone.now() - timedelta(seconds=1))


def test_sealing_has_it_verified_and_its_rows_dropped(ended):
    tasks.archive(ended.pk)
    assert row(ended).report is None
    assert Event.objects.filter(table=ended).exists()
    tasks.verify_pending()
    job = row(ended)
    assert not Event.objects.filter(table=ended).exists()
    assert not Position.objects.filter(table=ended).exists()
    assert Table.objects.get(pk=ended.pk).prune_due_at is None
    assert [answer["outcome"] for answer in job.report["answers"]] == ["agrees"] * 9
    assert job.report["events"] == ended.last_seq
    assert job.requested_at <= job.started_at <= job.finished_at
    assert (job.leased_until, job.attempts, job.code_version) == (None, 1, code_version("lombard"))


def test_it_is_done_once(ended):
    archive_table(ended.pk)
    assert [run_verification(ended.pk), run_verification(ended.pk)] == [True, False]
    assert row(ended).attempts == 1


def test_nobody_has_asked(ended):
    assert not run_verification(ended.pk)
    assert not Verification.objects.exists()


def test_what_differs_is_kept_and_told_to_the_operators(ended, caplog):
    archive_table(ended.pk)
    forge_row(ended, digest="f" * 64)
    run_verification(ended.pk)
    assert row(ended).report["answers"][0] == {
        "name": "log", "outcome": "differs", "why": "last-digest", "event": ended.last_seq, "kind": row_kind(ended),
    }  # fmt: skip
    assert ended.public_id in caplog.text


def row_kind(table):
    return table.events.get(seq=table.last_seq).kind


# --- on demand ----------------------------------------------------------------------------------------------------


def done_long_ago(table):
    archive_table(table.pk)
    run_verification(table.pk)
    Verification.objects.filter(table=table).update(finished_at=timezone.now() - 2 * REPEAT_AFTER)


def test_it_can_be_asked_for_again(ended):
    done_long_ago(ended)
    before = row(ended)
    request_verification(public_id=ended.public_id)
    waiting = row(ended)
    assert (waiting.report, waiting.finished_at) == (before.report, before.finished_at)
    assert waiting.leased_until is not None
    tasks.verify_pending()
    assert row(ended).finished_at > before.finished_at


def test_a_table_from_before_there_were_verifications(ended):
    request_verification(public_id=ended.public_id)
    tasks.verify_pending()
    assert row(ended).report


def test_who_asks_again_does_not_go_to_the_back(ended):
    done_long_ago(ended)
    request_verification(public_id=ended.public_id)
    job = row(ended)
    request_verification(public_id=ended.public_id)
    assert row(ended).requested_at == job.requested_at
    assert lease_verification() == ended.pk
    request_verification(public_id=ended.public_id)
    assert lease_verification() is None, "somebody is at it"


def test_what_was_done_a_moment_ago_is_not_done_again(ended):
    archive_table(ended.pk)
    run_verification(ended.pk)
    request_verification(public_id=ended.public_id)
    assert lease_verification() is None


def test_only_ended_tables(alice, bob):
    for table in (opened("lombard", alice), running("lombard", alice, bob)):
        with pytest.raises(ConflictError, match="not-ended"):
            request_verification(public_id=table.public_id)
    with pytest.raises(NotFoundError):
        request_verification(public_id="nosuchtable2")
    assert not Verification.objects.exists()


# --- jobs that get lost -------------------------------------------------------------------------------------------


def test_a_lost_job_is_given_out_again_and_leased(ended):
    archive_table(ended.pk)
    assert [lease_verification(), lease_verification()] == [ended.pk, None]
    lose(ended)
    assert [lease_verification(), lease_verification()] == [ended.pk, None]


def crash(*args):
    raise ValueError("the ten of crowns")


def test_a_title_that_fails_is_given_up_after_some_tries(ended, jobs, monkeypatch, caplog):
    archive_table(ended.pk)
    with monkeypatch.context() as broken:
        broken.setattr(registry.get_game("lombard").rules, "advance", crash)
        for attempt in range(1, TRIES + 1):
            assert not run_verification(ended.pk)
            assert row(ended).attempts == attempt
            lose(ended)
            assert lease_verification() == (ended.pk if attempt < TRIES else None)
    given_up = row(ended)
    assert (given_up.report, given_up.leased_until) == (None, None)
    assert given_up.finished_at is not None
    assert "ValueError" in caplog.text
    assert "crowns" not in caplog.text
    assert not run_verification(ended.pk)
    Verification.objects.update(finished_at=timezone.now() - 2 * REPEAT_AFTER)
    request_verification(public_id=ended.public_id)
    assert run_verification(ended.pk)
    assert row(ended).report["answers"][0]["outcome"] == "agrees"


def test_a_killed_job_counts_as_a_try(ended, monkeypatch):
    """A killed process catches no exception."""
    archive_table(ended.pk)
    with monkeypatch.context() as killed:
        killed.setattr(registry.get_game("lombard").rules, "advance", lambda *args: (_ for _ in ()).throw(SystemExit))
        for _ in range(TRIES):
            with pytest.raises(SystemExit):
                run_verification(ended.pk)
            lose(ended)
            lease_verification()
    assert row(ended).leased_until is None
    assert row(ended).report is None


@pytest.fixture
def crowd(alice, bob):
    """Ended tables that wait to be verified."""
    tables = [finished("sdc", alice, bob) for _ in range(4)]
    for table in tables:
        archive_table(table.pk)
    return tables


def test_no_message_waits_for_a_table(crowd, jobs):
    """Archiving waits in the same queue, so however many there are, the queue holds none of them."""
    tasks.retry_archive()
    assert jobs() == []


def test_who_has_waited_longest_comes_first(crowd):
    assert [lease_verification() for _ in crowd] == [table.pk for table in crowd]
    assert lease_verification() is None


def test_a_run_begins_nothing_after_its_time(crowd):
    verify_and_prune(0)
    assert not any(row(table).report for table in crowd)
    verify_and_prune(60)
    assert all(row(table).report for table in crowd)


def test_what_differs_keeps_its_rows_and_stops_no_other(crowd):
    forge_row(crowd[0], digest="f" * 64)
    tasks.verify_pending()
    assert set(Event.objects.values_list("table", flat=True)) == {crowd[0].pk}
    assert [row(table).verified_sha256 != "" for table in crowd] == [False, True, True, True]


@pytest.mark.django_db(transaction=True)
def test_workers_verify_beside_each_other_each_table_once(alice, bob):
    tables = [finished("sdc", alice, bob) for _ in range(6)]
    for table in tables:
        archive_table(table.pk)
    begin = threading.Barrier(3)

    def work() -> None:
        try:
            begin.wait(30)
            verify_and_prune(60)
        finally:
            connection.close()

    workers = [threading.Thread(target=work) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert [row(table).attempts for table in tables] == [1] * len(tables)
    assert all(row(table).verified_sha256 for table in tables)
    assert not Event.objects.exists()


def test_bots_are_asked_again_for_so_long_only(alice, monkeypatch):
    """Six at a table of GET9! think longer than all other checks together take."""
    monkeypatch.setattr(verification_services, "BOTS_SECONDS", -1)
    ended = finished("lombard", alice)
    archive_table(ended.pk)
    assert run_verification(ended.pk)
    outcomes = [(answer["outcome"], answer.get("why", "")) for answer in row(ended).report["answers"]]
    assert outcomes == [("agrees", "")] * 6 + [("not-run", "bots-too-long"), ("agrees", ""), ("agrees", "")]


def test_the_code_s_version_is_the_title_s_own():
    versions = {code_version(slug) for slug in registry.list_metadata()}
    assert len(versions) == len(registry.list_metadata())
    assert {len(version) for version in versions} == {12}
