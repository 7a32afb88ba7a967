"""Who sees to the bots that are due: everybody's in turn, each question once, and the clock only where nobody can."""

from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from games import catalog
from games.models import BotCall, Event, Position, Seat
from games.moderation.orders import table_freeze, table_void
from games.tables import queue, tasks
from games.tables.bots_due import BATCH, bots_drain, bots_due, bots_missed
from games.tables.clocks import questions_overdue, timeout_play
from games.titles.lombard.moves import Fold
from tests.matches import running, seat, to_turn_of

AGES = timedelta(hours=1)


@pytest.fixture
def asked_bot(alice):
    """Makes a Lombard table at which a bot has the turn."""

    def made(host=alice, level="beginner"):
        table = running("lombard", host, seats=2, level=level)
        to_turn_of(table, 1)
        return table

    return made


def make_due(table, ago=timedelta(seconds=2)):
    """As if the bots' questions were as old as that: due, and nobody at them any more."""
    asked = Seat.objects.filter(table=table, due_at__isnull=False)
    asked.update(due_at=timezone.now() - ago, deadline=F("deadline") - ago)
    asked.filter(leased_until__isnull=False).update(leased_until=timezone.now() - ago)


def causes(table):
    """Who played, from the first move to the last."""
    return list(Event.objects.filter(table=table, kind="move").order_by("seq").values_list("cause", flat=True))


def by_bots(table):
    return Event.objects.filter(table=table, cause="bot").count()


def test_nobody_answers_before_the_appointment(asked_bot):
    table = asked_bot()
    assert bots_due(50) == []
    make_due(table)
    assert [question.table_pk for question in bots_due(50)] == [table.pk]


def test_one_nudge_is_enough_for_all(asked_bot):
    tables = [asked_bot() for _ in range(3)]
    for table in tables:
        make_due(table)
    before = [by_bots(table) for table in tables]
    assert not bots_drain(seconds=30)
    assert [by_bots(table) for table in tables] == [count + 1 for count in before]


def test_a_nudge_that_has_been_looked_after_is_no_work(asked_bot, django_assert_num_queries):
    sent = timezone.now().timestamp()
    bots_drain(seconds=30)
    make_due(asked_bot())
    with django_assert_num_queries(0):
        assert not bots_drain(seconds=30, nudged_at=sent)
    assert not bots_drain(seconds=30, nudged_at=timezone.now().timestamp())
    assert bots_due(50) == []


def test_what_is_left_waits_behind_the_other_jobs(asked_bot, jobs):
    make_due(asked_bot())
    assert bots_drain(seconds=0)
    tasks.bot_moves(timezone.now().timestamp())
    assert jobs() == []


def test_a_burst_of_questions_sends_one_nudge(asked_bot, jobs, django_capture_on_commit_callbacks, monkeypatch):
    """However many questions are put within a moment, and whoever puts them."""
    monkeypatch.setattr(queue, "SLOT_SECONDS", 3_600)  # a moment that no slow machine outlasts, but a boundary may
    with django_capture_on_commit_callbacks(execute=True) as callbacks:
        for _ in range(10):
            asked_bot()
    assert len(callbacks) >= 10
    assert len(jobs()) in (1, 2)


# --- one lease, and what becomes of it ----------------------------------------------------------------------------


def test_while_somebody_is_at_it_nobody_else_is(asked_bot):
    table = asked_bot()
    make_due(table)
    Seat.objects.filter(table=table, number=1).update(leased_until=timezone.now() + AGES, tries=1)
    assert bots_due(50) == bots_due(50, again=True) == []
    tasks.sweep()
    assert seat(table, 1).tries == 1


def test_whoever_answers_takes_the_lease_first(asked_bot, monkeypatch):
    seen = []

    def looks(view, seen_, legal, rng, sim):
        at = Seat.objects.get(table=table, number=1)
        seen.append((at.tries, at.leased_until > timezone.now(), bots_due(50)))
        return Fold()

    monkeypatch.setitem(catalog.title("lombard").bots, "curious", looks)
    table = asked_bot(level="curious")
    make_due(table)
    bots_drain(seconds=30)
    assert seen[-1] == (1, True, [])
    assert (seat(table, 1).leased_until, seat(table, 1).tries) == (None, 0)


def test_a_worker_that_died_is_replaced_when_its_lease_is_over(asked_bot, jobs):
    table = asked_bot()
    make_due(table)
    Seat.objects.filter(table=table, number=1).update(leased_until=timezone.now() - timedelta(seconds=1), tries=1)
    tasks.sweep()
    ((task, (moment,)),) = jobs()
    assert task == "games.bot_moves"
    before = by_bots(table)
    tasks.bot_moves(moment)
    assert by_bots(table) == before + 1


@pytest.mark.parametrize("stop", [table_freeze, table_void])
def test_nobody_is_called_to_a_table_that_stands_still(asked_bot, moderator, jobs, stop):
    table = asked_bot()
    make_due(table)
    stop(public_id=table.public_id, moderator_id=moderator.pk, reason="a look")
    tasks.sweep()
    assert jobs() == []
    assert bots_due(50) == []


def test_one_broken_table_stops_no_other_bot(asked_bot, caplog):
    broken, sound = asked_bot(), asked_bot()
    Position.objects.filter(table=broken).update(frame='{"hidden":{"deck":["K7"]},"own":[],"public":{}}')
    make_due(broken, AGES)
    make_due(sound)
    before = by_bots(sound)
    assert not bots_drain(seconds=30)
    assert by_bots(sound) == before + 1
    assert seat(broken, 1).tries == 1
    assert "K7" not in caplog.text


# --- everybody in turn --------------------------------------------------------------------------------------------


def test_one_hosts_many_tables_do_not_keep_the_others_waiting(asked_bot, alice, bob):
    for age in range(3):
        make_due(asked_bot(alice), AGES + age * AGES)
    stranger = asked_bot(bob)
    make_due(stranger)
    first, second = bots_due(2)
    assert second.table_pk == stranger.pk
    assert first.table_pk != stranger.pk


def test_the_oldest_first(asked_bot, alice, bob):
    old, older = asked_bot(alice), asked_bot(bob)
    make_due(old, AGES)
    make_due(older, 2 * AGES)
    assert [question.table_pk for question in bots_due(BATCH)] == [older.pk, old.pk]


# --- the clock ----------------------------------------------------------------------------------------------------


def overdue(table):
    make_due(table, timedelta(minutes=5))
    at = seat(table, 1)
    return table.public_id, at.number, at.asked


def test_a_bot_that_waits_its_turn_keeps_its_move(asked_bot):
    """Five minutes overdue, but workers come: the queue is long, and that is all."""
    table = asked_bot()
    question = overdue(table)
    assert questions_overdue(50) == []
    assert not timeout_play(*question)
    assert bots_missed()  # called just now
    assert questions_overdue(50) == []
    bots_drain(seconds=30)
    assert causes(table)[-1] == "bot"


def test_the_clock_plays_for_a_bot_that_failed_again_and_again(asked_bot):
    table = asked_bot()
    overdue(table)
    for tries, played in ((1, False), (2, False), (3, True)):
        Seat.objects.filter(table=table, number=1).update(tries=tries, leased_until=timezone.now() - AGES)
        before = causes(table)
        tasks.sweep()
        assert causes(table) == before + ["clock"] * played


def test_but_not_while_somebody_still_tries(asked_bot):
    table = asked_bot()
    question = overdue(table)
    Seat.objects.filter(table=table, number=1).update(tries=3, leased_until=timezone.now() + AGES)
    assert questions_overdue(50) == []
    assert not timeout_play(*question)


def test_the_clock_plays_where_no_worker_has_come_for_a_minute(asked_bot):
    table = asked_bot()
    overdue(table)
    tasks.sweep()
    assert "clock" not in causes(table)
    BotCall.objects.update(since=timezone.now() - timedelta(seconds=59))
    tasks.sweep()
    assert "clock" not in causes(table)
    BotCall.objects.update(since=timezone.now() - timedelta(seconds=61))
    tasks.sweep()
    assert causes(table)[-1] == "clock"


def test_the_time_the_whole_site_stood_still_does_not_count(asked_bot):
    table = asked_bot()
    overdue(table)
    tasks.sweep()
    BotCall.objects.update(since=timezone.now() - AGES, seen_at=timezone.now() - AGES)
    tasks.sweep()
    assert "clock" not in causes(table)


def test_a_worker_that_comes_has_answered_the_call(asked_bot):
    make_due(asked_bot())
    assert bots_missed()
    BotCall.objects.update(since=timezone.now() - AGES)
    bots_drain(seconds=30)
    assert not BotCall.objects.exists()
    assert not bots_missed()
