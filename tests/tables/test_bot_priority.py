"""Whose bots come first: where a person plays, always; then tables of bots alone, however many there are of either."""

import time
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Vacation
from games.catalog import registry
from games.catalog.lombard.moves import Fold
from games.clocks.time_control import TimeControl
from games.tables.bots import scheduler
from games.tables.bots.queue import READ_AHEAD, fast_forward_bots, lease_turns, list_unleased_turns
from games.tables.bots.scheduler import BotScheduler
from games.tables.bots.substitutes import reclaim_seat, resign_seat
from games.tables.models import BotPriority, Event, Seat
from games.tables.services.proposals import answer_proposal, end_pause, make_proposal
from games.tables.services.timeouts import resolve_overdue
from games.tables.services.vacations import sync_availability
from tests.many_tables import running_alike
from tests.matches import SHORT, bot_play, fresh, running, seat, to_turn_of, waiting
from tests.moderation.actions import seat_to_bot, table_freeze, table_thaw
from tests.time_travel import set_deadlines

AGES = timedelta(hours=1)


def priorities(table):
    """Of all its seats: the same for all."""
    (priority,) = Seat.objects.filter(table=table).values_list("bot_priority", flat=True).distinct()
    return BotPriority(priority)


def make_overdue(table, ago=AGES):
    """Its bots have been due for so long."""
    Seat.objects.filter(table=table, act_at__isnull=False).update(act_at=timezone.now() - ago)


def list_tables_in_order(limit=50):
    """The tables, in the order in which their bots are taken up."""
    return list(dict.fromkeys(turn.question.table_pk for turn in list_unleased_turns(limit)))


@pytest.fixture
def lone(bob):
    """Bob plays against bots, and one of them is asked."""
    table = running("lombard", bob, seats=2)
    to_turn_of(table, 1)
    return table


@pytest.fixture
def bots_alone(alice):
    """Alice has resigned, and one of the bots that play on is asked."""
    table = running("lombard", alice, seats=2)
    resign_seat(public_id=table.public_id, user_id=alice.pk)
    assert waiting(table)
    return table


# --- who waits ----------------------------------------------------------------------------------------------------


def test_where_a_person_plays_comes_first_however_long_others_have_waited(bots_alone, lone):
    make_overdue(bots_alone)
    assert list_tables_in_order() == [lone.pk, bots_alone.pk]
    assert list_tables_in_order(1) == [lone.pk]


def test_who_has_resigned_waits_no_more(lone, bob):
    assert priorities(lone) == BotPriority.PERSON_PLAYS
    resign_seat(public_id=lone.public_id, user_id=bob.pk)
    assert priorities(lone) == BotPriority.BOTS_ALONE
    while waiting(lone):  # it stays so, whoever is asked next
        assert bot_play(waiting(lone)[0])
        assert priorities(lone) == BotPriority.BOTS_ALONE


def test_of_several_people_one_is_enough(alice, bob):
    table = running("lombard", alice, bob, seats=3)
    resign_seat(public_id=table.public_id, user_id=alice.pk)
    assert priorities(table) == BotPriority.PERSON_PLAYS
    resign_seat(public_id=table.public_id, user_id=bob.pk)
    assert priorities(table) == BotPriority.BOTS_ALONE


def test_whose_time_ran_out_waits_no_more_until_they_are_back(bob):
    table = running("lombard", bob, seats=2, timing=TimeControl(3_600, 0, "bot", 1, False))
    to_turn_of(table, 0)
    set_deadlines(Seat.objects.filter(table=table, number=0), timezone.now() - AGES)
    assert resolve_overdue(5) == 1
    assert seat(table, 0).is_away
    assert priorities(table) == BotPriority.BOTS_ALONE
    reclaim_seat(public_id=table.public_id, user_id=bob.pk)
    assert priorities(table) == BotPriority.PERSON_PLAYS


def test_who_forfeited_waits_no_more(alice, bob):
    table = running("sdc", alice, bob, timing=TimeControl(3_600, 0, "forfeit", 3, False), **SHORT["sdc"])
    for number in (0, 1):
        assert priorities(table) == BotPriority.PERSON_PLAYS
        set_deadlines(Seat.objects.filter(table=table, number=number), timezone.now() - AGES)
        resolve_overdue(5)
        assert seat(table, number).has_forfeited
    assert fresh(table).is_ended or priorities(table) == BotPriority.BOTS_ALONE


def test_whose_seat_a_moderator_gave_to_a_bot_waits_no_more(lone, moderator):
    seat_to_bot(public_id=lone.public_id, moderator_id=moderator.pk, reason="a look", number=0)
    assert priorities(lone) == BotPriority.BOTS_ALONE


def test_who_is_on_vacation_may_still_play(lone, bob):
    now = timezone.now()
    days = {"first_day": now.date(), "last_day": now.date()}
    Vacation.objects.create(user=bob, starts_at=now - AGES, ends_at=now + AGES, **days)
    sync_availability(lone.pk)
    assert seat(lone, 0).on_vacation
    assert priorities(lone) == BotPriority.PERSON_PLAYS


def test_who_only_watches_does_not_count(bots_alone, lone, charlie, visit):
    make_overdue(lone)
    assert visit(charlie).get(bots_alone.get_absolute_url()).status_code == 200
    assert list_tables_in_order() == [lone.pk, bots_alone.pk]
    assert priorities(bots_alone) == BotPriority.BOTS_ALONE


def test_bots_that_are_to_hurry_are_due_at_once_and_before_bots_alone(bots_alone, bob, settings):
    settings.BOT_SOLO_DELAY = 60
    table = running("lombard", bob, seats=3)
    to_turn_of(table, 1)
    fast_forward_bots(public_id=table.public_id, user_id=bob.pk)
    assert bot_play(seat(table, 1))
    if seat(table, 2).question_seq is not None:
        first = list_unleased_turns(9)[0]
        assert (first.question.table_pk, first.question.number) == (table.pk, 2)
        assert first.wait <= 0


# --- idle tables ---------------------------------------------------------------------------------------------------


def test_bots_of_a_frozen_table_are_not_even_looked_at(lone, moderator):
    table_freeze(public_id=lone.public_id, moderator_id=moderator.pk, reason="a look")
    assert priorities(lone) == BotPriority.STOPPED
    assert list_tables_in_order() == []
    table_thaw(public_id=lone.public_id, moderator_id=moderator.pk, reason="a look")
    assert list_tables_in_order() == [lone.pk]


def test_bots_of_a_paused_table_wait_until_it_goes_on(alice, bob):
    table = running("lombard", alice, bob, seats=3)
    to_turn_of(table, 2)
    make_proposal(public_id=table.public_id, user_id=alice.pk, kind="pause")
    answer_proposal(public_id=table.public_id, user_id=bob.pk, kind="pause", agrees=True)
    assert priorities(table) == BotPriority.STOPPED
    assert list_tables_in_order() == []
    end_pause(public_id=table.public_id, user_id=alice.pk)
    assert priorities(table) == BotPriority.PERSON_PLAYS
    assert list_tables_in_order() == [table.pk]


# --- however many are asked ---------------------------------------------------------------------------------------


@pytest.fixture
def crowd(alice, bob, charlie):
    """Alice hosts 1,000 tables at which Bob plays; a bot has long been due at each."""
    table = running("lombard", bob, seats=2)
    to_turn_of(table, 1)
    make_overdue(table)
    return [table, *running_alike(fresh(table), *[alice] * 1_000)]


def test_one_hosts_thousand_tables_hold_up_nobody_who_is_asked_now(crowd, charlie):
    stranger = running("lombard", charlie, seats=2)
    to_turn_of(stranger, 1)
    assert stranger.pk in list_tables_in_order(4)


def test_nor_who_was_asked_before_them(crowd, charlie):
    stranger = running("lombard", charlie, seats=2)
    to_turn_of(stranger, 1)
    make_overdue(stranger, 2 * AGES)
    assert stranger.pk in list_tables_in_order(4)


def test_however_new_those_are_that_come_the_oldest_has_its_turn(crowd):
    Seat.objects.filter(table__in=crowd[1:], act_at__isnull=False).update(act_at=timezone.now())
    assert list_tables_in_order(4)[0] == crowd[0].pk


def test_bots_alone_get_what_room_is_left(bots_alone, lone):
    tables = running_alike(fresh(lone), *[lone.host] * 5)
    assert bots_alone.pk not in list_tables_in_order(6)
    assert list_tables_in_order(7)[-1] == bots_alone.pk
    assert bots_alone.pk not in [turn.question.table_pk for turn in list_unleased_turns(7, 0)]
    lease_turns(list_unleased_turns(6))
    assert len(tables) == 5
    assert list_tables_in_order(6) == [bots_alone.pk]


def test_a_look_costs_the_same_however_many_are_asked(bots_alone, crowd):
    running_alike(fresh(bots_alone), *[bots_alone.host] * 200)
    for limit in (8, 64):
        with CaptureQueriesContext(connection) as captured:
            assert len(list_unleased_turns(limit)) == limit
        queries = [query["sql"] for query in captured if "bot_priority" in query["sql"]]
        assert len(captured) <= 6
        assert all(f"LIMIT {limit * READ_AHEAD}" in sql for sql in queries)
        assert len(queries) == 2, "both ends of the queue"


def test_the_database_follows_the_index(crowd):
    with CaptureQueriesContext(connection) as captured:
        list_unleased_turns(8)
    queries = [query["sql"] for query in captured if "bot_priority" in query["sql"]]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("ANALYZE tables_seat")
        for sql in queries:
            cursor.execute(("EXPLAIN " if connection.vendor == "postgresql" else "EXPLAIN QUERY PLAN ") + sql)
            plan = "\n".join(str(row[-1]) for row in cursor.fetchall())
            assert "seat_to_act" in plan
            assert "Sort" not in plan
            assert "TEMP B-TREE" not in plan
    assert queries


# --- the worker ---------------------------------------------------------------------------------------------------


class Clock:
    """A clock that advances on request."""

    def __init__(self):
        self.now = time.monotonic()

    def monotonic(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(scheduler, "time", clock)
    return clock


def count_leases():
    return Seat.objects.filter(leased_until__isnull=False, act_at__isnull=False).count()


def test_it_takes_up_more_at_once_the_more_are_asked(crowd, clock, settings):
    settings.BOT_LATE_DELAY = 3_600
    worker, lease_counts = BotScheduler(), []
    for _ in range(6):
        before = count_leases()
        assert worker.run_once() == 0
        lease_counts.append(count_leases() - before)
    assert lease_counts == [8, 16, 32, 64, 64, 64]


def test_it_never_keeps_more_than_it_can_play(crowd, clock, settings, monkeypatch):
    monkeypatch.setattr(scheduler, "MAX_PENDING_MOVES", 20)
    settings.BOT_LATE_DELAY = 3_600
    worker = BotScheduler()
    for _ in range(5):
        worker.run_once()
    assert count_leases() == 20


def test_bots_alone_leave_room_for_where_a_person_plays(bots_alone, lone, clock, settings, monkeypatch):
    monkeypatch.setattr(scheduler, "MAX_PENDING_BOTS_ALONE", 2)
    running_alike(fresh(bots_alone), *[bots_alone.host] * 5)
    settings.BOT_LATE_DELAY = 3_600
    worker = BotScheduler()
    worker.run_once()
    assert count_leases() == 3
    assert seat(lone, 1).leased_until is not None
    fresh_one = running("lombard", lone.host, seats=2)
    to_turn_of(fresh_one, 1)
    worker.run_once()
    assert count_leases() == 4
    assert seat(fresh_one, 1).leased_until is not None


@pytest.fixture
def slow_bots(alice, clock, monkeypatch):
    """Eight tables whose bots think for 0.3 s. Alice has resigned at all of them."""

    def slow(view, legal, rng, sim):
        clock.now += 0.3
        return Fold()

    monkeypatch.setitem(registry.get_game("lombard").bots, "slow", slow)
    table = running("lombard", alice, seats=2, level="slow")
    to_turn_of(table, 1)
    resign_seat(public_id=table.public_id, user_id=alice.pk)
    assert seat(table, 1).question_seq is not None
    return [table, *running_alike(fresh(table), *[alice] * 7)]


def test_it_looks_up_after_a_moment_however_long_each_bot_thinks(slow_bots, bob, clock):
    began, worker = clock.now, BotScheduler()
    assert worker.run_once() == 0
    assert clock.now - began < 0.5
    lone = running("lombard", bob, seats=2)
    to_turn_of(lone, 1)
    before = Event.objects.filter(table=lone, cause="bot").count()
    worker.run_once()
    clock.now += 1
    worker.run_once(take_up=False)
    assert Event.objects.filter(table=lone, cause="bot").count() == before + 1
    answered_tables = Event.objects.filter(table__in=slow_bots, cause="bot").values_list("table").distinct()
    assert answered_tables.count() < len(slow_bots)


def test_what_it_has_no_time_for_is_given_back_before_the_lease_ends(slow_bots, clock, settings):
    settings.BOT_LATE_DELAY = 3_600
    worker = BotScheduler()
    for _ in range(3):
        worker.run_once()
    assert count_leases() == 8
    clock.now += scheduler.KEEP_SECONDS
    worker.run_once()
    assert count_leases() == 4
    assert Seat.objects.filter(bot_attempts__gt=0).count() == 4


def test_of_what_is_due_it_plays_first_where_a_person_plays(bots_alone, bob, clock, settings):
    settings.BOT_LATE_DELAY, settings.BOT_SOLO_DELAY = 1.0, 1.0
    make_overdue(bots_alone)
    worker = BotScheduler()
    worker.run_once()
    clock.now += 0.5
    lone = running("lombard", bob, seats=2)
    to_turn_of(lone, 1)
    last = Event.objects.latest("pk").pk
    worker.run_once()
    clock.now += 5
    worker.run_once(take_up=False)
    played = Event.objects.filter(pk__gt=last, cause="bot").order_by("pk").values_list("table", flat=True)
    assert list(played) == [lone.pk, bots_alone.pk]
