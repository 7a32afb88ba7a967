"""Pauses and live play: started by everyone's agreement, ended by anyone."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User, Vacation
from games.catalog import registry
from games.clocks.time_control import TimeControl
from games.engine.chance import Rng
from games.moderation.services.suspended_seats import sync_suspension
from games.tables.access import get_table_access
from games.tables.bots.substitutes import reclaim_seat, resign_seat
from games.tables.errors import ConflictError, ForbiddenError
from games.tables.models import Event, Seat, Table
from games.tables.page_data import build_table_page
from games.tables.services.proposals import answer_proposal, end_live_play, make_proposal
from games.tables.services.proposals import end_pause as pause_ended
from games.tables.services.timeouts import list_overdue_questions, play_timeout, resolve_overdue
from games.tables.services.vacations import sync_availability
from tests.matches import (
    SHORT,
    bodies,
    count_turns,
    fresh,
    legal,
    play_on,
    played,
    running,
    seat,
    snapshot,
    state,
    submit,
    turn,
    waiting,
)
from tests.moderation.actions import seat_to_bot, table_freeze, table_thaw
from tests.replays.audit.agreeing import all_agree
from tests.replays.audit.forging import changed_body, first_wrong, forge, of_kind, rehash
from tests.time_travel import set_deadlines, time_runs_out

HOUR, MS = timedelta(hours=1), timedelta(milliseconds=1)
BANK = TimeControl(86_400, 7_200)


@pytest.fixture
def match(alice, bob) -> Table:
    """Two people and a bot."""
    return running("lombard", alice, bob, seats=3, options={"target_coins": 32}, timing=BANK)


@pytest.fixture
def asked(match) -> Seat:
    """A person's seat that is asked."""
    play_on(match, 0)
    return seat(match, 0)


def propose(table, person, kind="pause"):
    make_proposal(public_id=table.public_id, user_id=person.pk, kind=kind)


def answer(table, person, kind="pause", agrees=True):
    answer_proposal(public_id=table.public_id, user_id=person.pk, kind=kind, agrees=agrees)


def agree(table, kind, *people):
    propose(table, people[0], kind)
    for person in people[1:]:
        answer(table, person, kind)


def end_pause(table, person):
    pause_ended(public_id=table.public_id, user_id=person.pk)


def ago(table, time):
    """As if all that has happened to its clocks had been that much longer ago."""
    row = fresh(table)
    paused_at = row.paused_at and row.paused_at - time
    Table.objects.filter(pk=table.pk).update(paused_at=paused_at)
    for waiting_seat in waiting(table):
        if waiting_seat.deadline:
            set_deadlines(Seat.objects.filter(pk=waiting_seat.pk), waiting_seat.deadline - time)


def last(table):
    return {name: bodies(table)[-1][name] for name in ("kind", "cause", "seat", "data")}


def page_of(table, person):
    return build_table_page(get_table_access(table.public_id, person.pk))


# --- pauses


def test_one_word_is_no_pause_yet(match, asked, alice, bob):
    seq = fresh(match).last_seq
    propose(match, alice)
    table = fresh(match)
    assert (table.last_seq, table.paused_at, table.proposed_agreement, table.agreed_seats) == (seq, None, "pause", [0])
    alices_proposal, bobs_proposal = page_of(match, alice).proposal, page_of(match, bob).proposal
    assert (alices_proposal.has_agreed, alices_proposal.agreed, alices_proposal.awaited) == (True, ["you"], ["Bob"])
    assert (bobs_proposal.has_agreed, bobs_proposal.can_answer) == (False, True)
    assert build_table_page(get_table_access(match.public_id, None)).proposal is None
    submit(match, asked, legal(match, 0).sample(Rng(b"agree", "x")))  # play goes on


def test_with_the_last_word_all_clocks_stop(match, asked, alice, bob):
    ago(match, 4 * HOUR)
    before = seat(match, 0).deadline
    agree(match, "pause", alice, bob)
    table = fresh(match)
    assert table.paused_at == table.changed_at
    assert (table.proposed_agreement, table.agreed_seats) == ("", [])
    assert last(match) == {"kind": "pause", "cause": "player", "seat": 1, "data": {"agreed": [0, 1]}}
    assert (seat(match, 0).deadline, seat(match, 0).time_left) == (None, before - table.paused_at)
    assert list_overdue_questions(50) == []
    assert count_turns(alice.pk) == 0
    page = page_of(match, alice)
    assert (page.paused, page.is_stopped, bool(page.legal), page.can_resign) == (True, True, False, False)
    unchanged = snapshot(match)
    with pytest.raises(ConflictError, match="table-paused"):
        submit(match, asked, legal(match, 0).sample(Rng(b"agree", "x")))
    with pytest.raises(ConflictError, match="table-paused"):
        propose(match, alice)
    assert not play_timeout(match.public_id, 0, asked.question_seq)
    assert snapshot(match) == unchanged


def test_anyone_ends_it_and_nobody_has_lost_time(match, asked, alice, bob):
    agree(match, "pause", alice, bob)
    time_left = seat(match, 0).time_left
    ago(match, 100 * HOUR)
    end_pause(match, bob)
    at = seat(match, 0)
    assert (at.deadline - fresh(match).changed_at, at.question_seq) == (time_left, asked.question_seq)
    assert (at.time_left, at.clock_since) == (time_left, fresh(match).changed_at)
    assert last(match) == {"kind": "resume", "cause": "player", "seat": 1, "data": {}}
    with pytest.raises(ConflictError, match="not-paused"):
        end_pause(match, alice)
    turn(match, at, Rng(b"agree", "on"))
    assert seat(match, 0).time_bank >= time_left


def test_bots_wait_as_well_and_then_have_their_time(match, alice, bob):
    play_on(match, 1)
    turn(match, seat(match, 1), Rng(b"agree", "bots"))
    assert [at.number for at in waiting(match)] == [2]
    agree(match, "pause", alice, bob)
    ago(match, HOUR)
    end_pause(match, alice)
    assert seat(match, 2).act_at > fresh(match).changed_at
    play_on(match, 0)


def test_a_refusal_ends_it(match, alice, bob):
    propose(match, alice)
    answer(match, bob, agrees=False)
    assert fresh(match).proposed_agreement == ""
    with pytest.raises(ConflictError, match="proposal-over"):
        answer(match, bob)


def test_taking_back_ones_agreement_leaves_the_proposal_of_the_others(three, alice, bob):
    propose(three, alice)
    answer(three, bob)
    assert not page_of(three, bob).proposal.is_only_mine
    answer(three, bob, agrees=False)
    assert (fresh(three).proposed_agreement, fresh(three).agreed_seats) == ("pause", [0])
    assert page_of(three, alice).proposal.is_only_mine
    answer(three, alice, agrees=False)
    assert fresh(three).proposed_agreement == ""


def test_proposing_the_same_is_agreeing_and_another_thing_waits(match, alice, bob):
    propose(match, alice)
    with pytest.raises(ConflictError, match="proposal-open"):
        propose(match, bob, "live")
    with pytest.raises(ConflictError, match="proposal-over"):
        answer(match, bob, "live")
    propose(match, bob)
    assert fresh(match).paused_at is not None


def test_only_who_plays_is_asked(match, alice, bob, charlie, moderator):
    with pytest.raises(ForbiddenError):
        propose(match, charlie)
    seat_to_bot(public_id=match.public_id, moderator_id=moderator.pk, reason="gone", number=1, level="normal")
    with pytest.raises(ForbiddenError):
        propose(match, bob)
    propose(match, alice)  # the only one left
    assert last(match)["data"] == {"agreed": [0]}
    end_pause(match, bob)  # who sits there all the same
    resign_seat(public_id=match.public_id, user_id=alice.pk)
    assert page_of(match, alice).can_propose is False


def test_who_comes_back_is_asked_too(alice, bob, charlie):
    table = running("lombard", alice, bob, charlie, timing=TimeControl(bot_after=1), options={"target_coins": 32})
    play_on(table, 2)
    set_deadlines(Seat.objects.filter(table=table, number=2), fresh(table).changed_at)
    assert resolve_overdue(50) == 1
    propose(table, alice)
    reclaim_seat(public_id=table.public_id, user_id=charlie.pk)
    answer(table, bob)
    assert fresh(table).paused_at is None
    answer(table, charlie)
    assert last(table)["data"] == {"agreed": [0, 1, 2]}


def test_a_paused_table_can_be_frozen(match, asked, alice, bob, moderator):
    agree(match, "pause", alice, bob)
    time_left = seat(match, 0).time_left
    act = {"public_id": match.public_id, "moderator_id": moderator.pk, "reason": "a look"}
    table_freeze(**act)
    with pytest.raises(ConflictError, match="table-frozen"):
        end_pause(match, alice)
    table_thaw(**act)
    assert (seat(match, 0).time_left, seat(match, 0).deadline) == (time_left, None)
    end_pause(match, alice)
    assert seat(match, 0).deadline - fresh(match).changed_at == time_left


def test_a_stand_in_during_a_pause_waits_for_its_end(match, asked, alice, bob, moderator):
    agree(match, "pause", alice, bob)
    seat_to_bot(public_id=match.public_id, moderator_id=moderator.pk, reason="gone", number=0, level="normal")
    assert list_overdue_questions(50) == []
    end_pause(match, bob)
    assert play_on(match, 1).last_seq > match.last_seq


def test_against_bots_there_is_nobody_to_ask(alice):
    table = running("lombard", alice, seats=2)
    with pytest.raises(ConflictError, match="nobody-to-ask"):
        propose(table, alice)
    assert not page_of(table, alice).can_propose


# --- live play


def test_live_play_gives_a_minute_and_takes_nothing(match, asked, alice, bob):
    ago(match, 4 * HOUR)
    agree(match, "live", alice, bob)
    at, table = seat(match, 0), fresh(match)
    assert at.deadline - table.changed_at == timedelta(minutes=1)
    bank = at.time_bank
    assert timedelta(0) < 20 * HOUR - bank < HOUR / 10
    assert last(match)["data"] == {"agreed": [0, 1]}
    assert page_of(match, bob).live
    turn(match, at, Rng(b"agree", "live"))
    assert seat(match, 0).time_bank == bank  # neither charged nor refilled
    with pytest.raises(ConflictError, match="live-already"):
        propose(match, bob, "live")
    play_on(match, 0)
    end_live_play(public_id=match.public_id, user_id=bob.pk)
    assert last(match) == {"kind": "live-over", "cause": "player", "seat": 1, "data": {"time_left": {"0": bank // MS}}}
    assert seat(match, 0).deadline - fresh(match).changed_at == bank
    with pytest.raises(ConflictError, match="not-live"):
        end_live_play(public_id=match.public_id, user_id=bob.pk)


def test_who_does_not_answer_has_left_and_loses_nothing(match, asked, alice, bob):
    agree(match, "live", alice, bob)
    seq = fresh(match).last_seq
    set_deadlines(Seat.objects.filter(table=match, number=0), fresh(match).changed_at)
    assert resolve_overdue(50) == 1
    table, at = fresh(match), seat(match, 0)
    assert (table.last_seq, table.live_since, at.question_seq, at.timeouts) == (seq + 1, None, asked.question_seq, 0)
    assert (last(match)["kind"], last(match)["cause"], last(match)["seat"]) == ("live-over", "clock", 0)
    assert last(match)["data"]["found"] == bodies(match)[-1]["time"]
    assert timedelta(0) <= 24 * HOUR - (at.deadline - table.changed_at) < HOUR / 10
    assert resolve_overdue(50) == 0


def test_live_takes_two(match, alice, moderator):
    seat_to_bot(public_id=match.public_id, moderator_id=moderator.pk, reason="gone", number=1, level="normal")
    with pytest.raises(ConflictError, match="nobody-to-ask"):
        propose(match, alice, "live")


def test_where_there_was_no_clock_there_is_none_again(alice, bob):
    table = running("lombard", alice, bob, timing=TimeControl(0))
    agree(table, "live", alice, bob)
    (at,) = waiting(table)
    assert at.deadline is not None
    end_live_play(public_id=table.public_id, user_id=alice.pk)
    assert seat(table, at.number).deadline is None


# --- afterwards


def test_a_match_that_was_paused_and_live_can_be_verified(alice, bob):
    table = running("sdc", alice, bob, **SHORT["sdc"])
    agree(table, "pause", alice, bob)
    end_pause(table, alice)
    agree(table, "live", bob, alice)
    play_on(table, 0)
    time_runs_out(table, 0)
    assert resolve_overdue(50) == 1
    agree(table, "live", bob, alice)
    assert play_on(table).live_since is None
    assert fresh(table).status == "finished"
    all_agree(table)


@pytest.mark.parametrize("who", [[0], [], [0, 1, 2], "all"])
def test_a_pause_that_not_all_wanted_is_seen(who, alice, bob):
    table = running("sdc", alice, bob, **SHORT["sdc"])
    agree(table, "pause", alice, bob)
    end_pause(table, alice)
    row = of_kind(table, "pause")
    forge(table, row.seq, body=changed_body(table, row.seq, data={"agreed": who}))
    rehash(table)
    assert first_wrong(table) == ("rules", "agreed", row.seq, "pause")


def test_a_finished_match_is_asked_nothing(alice, bob):
    table = played("sdc", alice, bob)
    for call in (lambda: propose(table, alice), lambda: answer(table, bob), lambda: end_pause(table, alice)):
        with pytest.raises(ConflictError, match="table-over"):
            call()
    assert not Event.objects.filter(table=table, kind="pause").exists()


# --- proposals whose voters change, and that lapse


@pytest.fixture
def three(alice, bob, charlie) -> Table:
    return running("lombard", alice, bob, charlie, options={"target_coins": 32}, timing=TimeControl(bot_after=1))


def stop_playing(table, person, moderator, how):
    if how == "resigned":
        resign_seat(public_id=table.public_id, user_id=person.pk)
    elif how == "moderator":
        seat_to_bot(public_id=table.public_id, moderator_id=moderator.pk, reason="gone", number=2, level="normal")
    elif how == "suspended":
        User.objects.filter(pk=person.pk).update(is_active=False)
        assert sync_suspension(table.pk)
    elif how == "vacation":
        now = timezone.now()
        days = {"first_day": now.date(), "last_day": now.date() + 24 * HOUR}
        Vacation.objects.create(user=person, starts_at=now - HOUR, ends_at=now + 24 * HOUR, **days)
        assert sync_availability(table.pk)
    else:
        play_on(table, 2)
        time_runs_out(table, 2)
        assert resolve_overdue(50) == 1


@pytest.mark.parametrize("how", ["resigned", "moderator", "suspended", "vacation", "away"])
def test_a_proposal_no_longer_waits_for_someone_who_stops_playing(three, alice, bob, charlie, moderator, how):
    propose(three, alice)
    answer(three, bob)
    assert fresh(three).paused_at is None
    stop_playing(three, charlie, moderator, how)
    assert fresh(three).paused_at is not None
    paused = next(body for body in bodies(three) if body["kind"] == "pause")
    assert (paused["cause"], paused["data"]) == ("player", {"agreed": [0, 1]})
    assert bodies(three)[-1]["kind"] == "pause", "after the event by which the seat stopped playing"
    end_pause(three, bob)
    all_agree(play_on(three))


def test_a_proposal_goes_with_the_only_one_who_made_it(three, alice, bob):
    propose(three, alice, "live")
    resign_seat(public_id=three.public_id, user_id=alice.pk)
    assert fresh(three).proposed_agreement == ""
    assert page_of(three, bob).can_propose


def test_a_proposal_lapses_with_the_next_deal(three, alice, bob):
    propose(three, alice)
    game = registry.get_game("lombard")
    before = game.get_chapter_number(state(three).public)
    while game.get_chapter_number(state(three).public) == before:
        assert fresh(three).proposed_agreement == "pause"
        turn(three, waiting(three)[0], Rng(b"agree", "deal"))
    assert fresh(three).proposed_agreement == ""
    with pytest.raises(ConflictError, match="proposal-over"):
        answer(three, bob)


def test_a_proposal_lapses_after_three_days(three, alice, bob):
    propose(three, alice)
    proposed_at = fresh(three).proposed_at
    Table.objects.filter(pk=three.pk).update(proposed_at=proposed_at - timedelta(days=3))
    assert page_of(three, bob).proposal is None
    assert page_of(three, bob).can_propose
    with pytest.raises(ConflictError, match="proposal-over"):
        answer(three, bob)
    propose(three, bob, "live")
    assert (fresh(three).proposed_agreement, fresh(three).agreed_seats) == ("live", [1])
