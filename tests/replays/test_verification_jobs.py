"""Verifications are done by jobs: once after the seal, again when asked for; none gets lost, none is tried for ever."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.catalog import registry
from games.replays import tasks
from games.replays.archive.services import archive_table
from games.replays.audit.code_version import code_version
from games.replays.models import Verification
from games.replays.verification import services as verification_services
from games.replays.verification.services import (
    MAX_QUEUED,
    REPEAT_AFTER,
    TRIES,
    lease_waiting_verifications,
    request_verification,
    run_verification,
)
from games.tables.errors import ConflictError, NotFoundError
from tests.matches import finished, opened, running
from tests.replays.audit.forging import forge_row


@pytest.fixture
def ended(alice, bob):
    return finished("lombard", alice, bob)


@pytest.fixture
def committed(django_capture_on_commit_callbacks):
    """Runs what waits for the commit."""
    return lambda: django_capture_on_commit_callbacks(execute=True)


def row(table):
    return Verification.objects.get(table=table)


def lose(table):
    """The job is late, or was killed."""
    Verification.objects.filter(table=table).update(leased_until=timezone.now() - timedelta(seconds=1))


def test_sealing_has_it_verified(ended, jobs, committed):
    with committed():
        tasks.archive(ended.pk)
    assert jobs() == [("replays.verify", (ended.pk,))]
    assert row(ended).report is None
    tasks.verify(ended.pk)
    done = row(ended)
    assert [answer["outcome"] for answer in done.report["answers"]] == ["agrees"] * 8
    assert done.report["events"] == ended.last_seq
    assert done.requested_at <= done.started_at <= done.finished_at
    assert (done.leased_until, done.attempts, done.code_version) == (None, 1, code_version("lombard"))


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


def test_it_can_be_asked_for_again(ended, jobs, committed):
    done_long_ago(ended)
    before = row(ended)
    with committed():
        request_verification(public_id=ended.public_id)
    assert jobs() == [("replays.verify", (ended.pk,))]
    waiting = row(ended)
    assert (waiting.report, waiting.finished_at) == (before.report, before.finished_at)
    assert waiting.leased_until is not None
    assert run_verification(ended.pk)
    assert row(ended).finished_at > before.finished_at


def test_a_table_from_before_there_were_verifications(ended, jobs, committed):
    with committed():
        request_verification(public_id=ended.public_id)
    assert jobs() == [("replays.verify", (ended.pk,))]
    assert run_verification(ended.pk)


def test_one_waits_at_a_time(ended, jobs, committed):
    done_long_ago(ended)
    with committed():
        for _ in range(3):
            request_verification(public_id=ended.public_id)
    assert len(jobs()) == 1


def test_what_was_done_a_moment_ago_is_not_done_again(ended, jobs, committed):
    archive_table(ended.pk)
    run_verification(ended.pk)
    with committed():
        request_verification(public_id=ended.public_id)
    assert jobs() == []


def test_only_ended_tables(alice, bob):
    for table in (opened("lombard", alice), running("lombard", alice, bob)):
        with pytest.raises(ConflictError, match="not-ended"):
            request_verification(public_id=table.public_id)
    with pytest.raises(NotFoundError):
        request_verification(public_id="nosuchtable2")
    assert not Verification.objects.exists()


# --- jobs that get lost -------------------------------------------------------------------------------------------


def test_a_lost_job_is_given_out_again_and_leased(ended, jobs):
    archive_table(ended.pk)
    tasks.verify_pending()
    assert jobs() == []  # it is on its way
    lose(ended)
    tasks.verify_pending()
    tasks.verify_pending()
    assert jobs() == [("replays.verify", (ended.pk,))]


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
            assert lease_waiting_verifications() == ([ended.pk] if attempt < TRIES else [])
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
    """Nothing is caught when a process is killed."""
    archive_table(ended.pk)
    with monkeypatch.context() as killed:
        killed.setattr(registry.get_game("lombard").rules, "advance", lambda *args: (_ for _ in ()).throw(SystemExit))
        for _ in range(TRIES):
            with pytest.raises(SystemExit):
                run_verification(ended.pk)
            lose(ended)
            lease_waiting_verifications()
    assert row(ended).leased_until is None
    assert row(ended).report is None


@pytest.fixture
def crowd(alice, bob):
    """More ended tables than may be in the queue."""
    return [finished("sdc", alice, bob) for _ in range(MAX_QUEUED + 2)]


def test_many_do_not_stand_in_the_bots_way(crowd, jobs, committed):
    """They wait in the same queue: it holds a few verifications, and each makes room for one more."""
    with committed():
        for table in crowd:
            archive_table(table.pk)
    queued = [args for name, args in jobs() if name == "replays.verify"]
    assert queued == [(table.pk,) for table in crowd[:MAX_QUEUED]]
    tasks.verify_pending()
    assert jobs() == []
    for done, following in zip(crowd, crowd[MAX_QUEUED:], strict=False):
        tasks.verify(done.pk)
        assert jobs() == [("replays.verify", (following.pk,))]
    for table in crowd[-MAX_QUEUED:]:
        tasks.verify(table.pk)
    assert jobs() == []
    assert all(row(table).report for table in crowd)


def test_of_many_lost_ones_a_few_are_given_out_at_a_time(crowd):
    for table in crowd:
        archive_table(table.pk)
        lose(table)
    first = lease_waiting_verifications()
    assert len(first) == MAX_QUEUED
    assert lease_waiting_verifications() == []
    for pk in first:
        run_verification(pk)
    assert sorted(first + lease_waiting_verifications()) == [table.pk for table in crowd]


def test_bots_are_asked_again_for_so_long_only(alice, monkeypatch):
    """Six at a table of GET9! think longer than all other checks together take."""
    monkeypatch.setattr(verification_services, "BOTS_SECONDS", -1)
    ended = finished("lombard", alice)
    archive_table(ended.pk)
    assert run_verification(ended.pk)
    outcomes = [(answer["outcome"], answer["why"]) for answer in row(ended).report["answers"]]
    assert outcomes == [("agrees", "")] * 5 + [("not-run", "bots-too-long"), ("agrees", ""), ("agrees", "")]


def test_the_code_s_version_is_the_title_s_own():
    versions = {code_version(slug) for slug in registry.list_metadata()}
    assert len(versions) == len(registry.list_metadata())
    assert {len(version) for version in versions} == {12}
