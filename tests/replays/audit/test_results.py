"""Results, summaries, the chain of all tables and the times of events: every change is found."""

from datetime import timedelta

import pytest

from games.clocks.time_control import TimeControl
from games.replays.audit.report import AGREES
from games.replays.models import MatchSummary, TransparencyLogEntry
from games.replays.sharing.services import set_sharing
from games.replays.transparency_log import check_table_entries, extend_log
from games.replays.verification.selectors import audit_table
from games.tables.bots.substitutes import resign_seat
from games.tables.labels import get_holder_key
from games.tables.models import Result, Table
from games.tables.services.cleanup import expire_table
from games.tables.services.seats import leave_seat, remove_player, take_seat
from games.tables.services.timeouts import resolve_overdue
from tests.matches import finished, fresh, opened, play_on, running, seat
from tests.moderation.actions import table_void
from tests.replays.archived import proven, without_rows
from tests.replays.audit.agreeing import all_agree
from tests.replays.audit.forging import (
    changed_body,
    differences,
    event,
    first_wrong,
    forge,
    forge_row,
    of_kind,
    rehash,
)
from tests.time_travel import time_passes, time_runs_out


@pytest.fixture
def match(alice, bob):
    """Lombard among Alice, Bob and a bot, played to its end."""
    return finished("lombard", alice, bob, seats=3)


def whys(table):
    return [(name, why) for name, why, _, _ in differences(table)]


# --- results ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("outcome", "outcome"),
        ("place", "place"),
        ("score", "score"),
        ("game_slug", "title"),
        ("is_rated", "rated"),
        ("is_public", "listed"),
        ("ended_at", "ended_at"),
    ],
)
def test_a_column_of_a_result(match, alice, name, said):
    row = Result.objects.get(table=match, user=alice)
    changes = {
        "outcome": "lost" if row.outcome == "won" else "won", "place": row.place + 1, "score": row.score + 1,
        "game_slug": "sdc", "is_rated": False, "is_public": not row.is_public,
        "ended_at": row.ended_at + timedelta(seconds=1),
    }  # fmt: skip
    forge_row(row, **{name: changes[name]})
    assert whys(match) == [("results", f"result-{said}")]
    assert first_wrong(match)[2] == match.last_seq


def test_two_results_change_places(match, alice, bob):
    first, second = Result.objects.get(table=match, user=alice), Result.objects.get(table=match, user=bob)
    forge_row(first, outcome=second.outcome, place=second.place, score=second.score)
    forge_row(second, outcome=first.outcome, place=first.place, score=first.score)
    assert whys(match) in ([("results", "result-outcome")], [("results", "result-place")])


def test_a_result_that_is_gone(match, bob):
    Result.objects.get(table=match, user=bob).delete()
    assert whys(match) == [("results", "result-missing")]


@pytest.mark.parametrize("outcome", ["won", "removed"])
def test_a_result_of_somebody_who_was_not_there(match, charlie, outcome):
    row = Result.objects.filter(table=match).first()
    Result.objects.create(
        table=match,
        user=charlie,
        game_slug=match.game_slug,
        outcome=outcome,
        is_public=row.is_public,
        ended_at=row.ended_at,
    )
    assert whys(match) == [("results", "result-more")]


def test_a_result_before_the_end(alice, bob):
    table = running("lombard", alice, bob)
    Result.objects.create(
        table=table, user=alice, game_slug="lombard", outcome="won", place=1, score=16, is_public=False,
        ended_at=table.started_at,
    )  # fmt: skip
    assert whys(table) == [("results", "result-more")]


def test_how_it_ended_for_whoever_resigned_forfeited_or_was_removed(alice, bob, charlie):
    """Honest ones agree, and each becomes wrong when it says that it was won."""
    table = opened("lombard", alice, charlie, seats_=3, timing=TimeControl(3_600, on_timeout="forfeit"))
    key = get_holder_key(seat(table, 1))
    remove_player(public_id=table.public_id, user_id=alice.pk, number=1, key=key)
    take_seat(public_id=table.public_id, user_id=bob.pk)
    from tests.matches import filled

    filled(table, alice)
    resign_seat(public_id=table.public_id, user_id=alice.pk)
    play_on(table, 1)
    time_runs_out(table, 1)
    assert resolve_overdue(50) == 1
    Result.objects.filter(table=table).update(ended_at=of_kind(table, "leave").created_at)
    while not fresh(table).is_ended:
        play_on(table, 1)
        if seat(table, 1).question_seq is not None:
            time_runs_out(table, 1)
            Result.objects.filter(table=table).update(ended_at=of_kind(table, "leave").created_at)
            resolve_overdue(50)
    all_agree(table)
    outcomes = dict(Result.objects.filter(table=table).values_list("user__name", "outcome"))
    assert outcomes == {alice.name: "resigned", bob.name: "lost", charlie.name: "removed"}
    for person in (alice, bob, charlie):
        row = Result.objects.get(table=table, user=person)
        outcome = row.outcome
        forge_row(row, outcome="won")
        assert [name for name, _ in whys(table)] == ["results"]
        forge_row(row, outcome=outcome)


def test_void_and_closed_tables(alice, moderator):
    void, closed = opened("lombard", alice), opened("sdc", alice)
    table_void(public_id=void.public_id, moderator_id=moderator.pk, reason="spam")
    time_passes(closed, timedelta(days=60))
    assert expire_table(closed.public_id)
    for table in (void, closed):
        all_agree(table)
        forge_row(Result.objects.get(table=table), outcome="won")
        assert whys(table) == [("results", "result-outcome")]


def test_the_result_of_a_match_whose_rows_are_gone(match, alice):
    table = without_rows(match)
    assert audit_table(table).is_ok
    row = Result.objects.get(table=match, user=alice)
    forge_row(row, score=row.score + 1)
    assert whys(table) == [("results", "result-score")]


# --- summaries ----------------------------------------------------------------------------------------------------


def test_every_part_of_a_summary(match):
    table = proven(match)
    outline = MatchSummary.objects.get(table=table)
    changes = {
        "start_seq": 1, "end_seq": 1, "moves": outline.moves + 1, "deciders": outline.deciders[::-1] + "0",
        "chapter_starts": [], "score_series": outline.score_series[:-1], "key_moments": [[1, "swing", 0]],
        "moment_kinds": ",x,", "seat_holders": outline.seat_holders[:1],
    }  # fmt: skip
    assert set(changes) | {"table_id"} == {field.attname for field in MatchSummary._meta.concrete_fields}
    for name, value in changes.items():
        original = getattr(outline, name)
        forge_row(outline, **{name: value})
        assert whys(table) == [("summary", name)]
        forge_row(outline, **{name: original})
    assert audit_table(fresh(table)).is_ok
    outline.delete()
    assert whys(table) == [("summary", "missing")]


# --- the chain of all tables --------------------------------------------------------------------------------------


def test_the_links_of_a_table(match):
    extend_log(10)
    extend_log(10)
    table = fresh(match)
    assert audit_table(table).is_ok
    opened_link, ended_link = TransparencyLogEntry.objects.filter(table=table).order_by("number")
    for link, changes, why in (
        (ended_link, {"chain_hash": "0" * 64}, "digest"),
        (ended_link, {"entry_hash": "0" * 64}, "link"),
        (opened_link, {"entry_hash": "0" * 64}, "link"),
    ):
        original = {name: getattr(link, name) for name in changes}
        forge_row(link, **changes)
        assert whys(table) == [("ledger", why)]
        forge_row(link, **original)
    ended_link.delete()
    assert whys(table) == [("ledger", "missing")]


def test_what_the_house_does_while_a_table_is_read_is_no_fault(alice, bob):
    """`verify_matches` reads many rows before it looks at the first table: links and wishes may come in between."""
    running_then = running("lombard", alice, bob)
    extend_log(10)
    read_as_running = fresh(running_then)
    ended = play_on(running_then)
    read_as_unlinked = fresh(ended)
    extend_log(10)
    set_sharing(public_id=ended.public_id, user_id=alice.pk, sharing=Table.ReplayVisibility.PARTICIPANTS)
    assert read_as_unlinked.replay_visibility != fresh(ended).replay_visibility
    assert audit_table(read_as_unlinked).is_ok
    assert check_table_entries(read_as_running).outcome == AGREES


# --- times --------------------------------------------------------------------------------------------------------


def forged_time(table, number, moment):
    """Change the time of the event, in its text and its column."""
    text = moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    forge(table, number, body=changed_body(table, number, time=text), created_at=moment)
    rehash(table)


def test_an_event_before_the_one_before(match):
    move = of_kind(match, "move", skip=2)
    before = event(match, move.seq - 1).created_at
    forged_time(match, move.seq, before - timedelta(milliseconds=1))
    assert first_wrong(match) == ("columns", "time", move.seq, "move")


def test_an_event_after_the_end(match):
    move = of_kind(match, "move", skip=2)
    forged_time(match, move.seq, match.ended_at + timedelta(seconds=1))
    assert first_wrong(match)[:2] == ("columns", "time")


def test_when_the_table_was_set_up(match):
    forge_row(match, created_at=match.created_at - timedelta(seconds=1))
    assert whys(match) == [("columns", "table-created_at")]


def test_time_that_was_up_too_soon(alice, bob):
    """Move the deadline nearer: the player has less time than the table gives."""
    table = running("lombard", alice, bob, timing=TimeControl(3_600))
    play_on(table, 0)
    at = seat(table, 0)
    soon = {"deadline": at.deadline - timedelta(minutes=59), "time_left": at.time_left - timedelta(minutes=59)}
    type(at).objects.filter(pk=at.pk).update(**soon)
    time_runs_out(table, 0)
    assert resolve_overdue(50) == 1
    played = of_kind(table, "move", "clock")
    assert first_wrong(table) == ("clocks", "deadline", played.seq, "move")


@pytest.mark.parametrize(("cause", "kind"), [("clock", "house"), ("player", "house"), ("house", "sit")])
def test_what_nobody_can_have_caused(match, cause, kind):
    row = of_kind(match, kind)
    forge(match, row.seq, cause=cause, body=changed_body(match, row.seq, cause=cause))
    rehash(match)
    assert ("columns", "cause", row.seq, kind) in differences(match)


def test_a_clock_that_goes_back_is_written_as_it_was(alice, bob):
    """The host's clock is set back by an hour: the table's log goes on from the moment it had."""
    table = running("lombard", alice, bob)
    Table.objects.filter(pk=table.pk).update(changed_at=table.changed_at + timedelta(hours=1))
    later = fresh(table).changed_at
    play_on(table)
    assert all(row.created_at >= later for row in fresh(table).events.filter(kind="move"))
    assert ("columns", "time") not in whys(table)


def test_who_leaves_an_open_table_has_no_result(alice):
    table = opened("lombard", alice)
    leave_seat(public_id=table.public_id, user_id=alice.pk)
    all_agree(table)
