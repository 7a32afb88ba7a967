"""The queue of bots' questions: in order, each question once, and the clock only as the last resort."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.tables import tasks
from games.tables.bots.queue import lease_turns, list_unleased_turns, record_missing_worker, release_turns
from games.tables.bots.scheduler import BotScheduler
from games.tables.models import BotQueueAlert, Event, Seat
from games.tables.services.timeouts import list_overdue_questions, play_timeout
from tests.matches import running, seat, to_turn_of
from tests.moderation.actions import table_freeze, table_void
from tests.time_travel import shift_clocks

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
    """Make the bots' questions that old: due, and without a worker."""
    bot_seats = Seat.objects.filter(table=table, act_at__isnull=False)
    shift_clocks(bot_seats, -ago)
    bot_seats.update(act_at=timezone.now() - ago)
    bot_seats.filter(leased_until__isnull=False).update(leased_until=timezone.now() - ago)


def causes(table):
    """Return the seats that played, from the first move to the last."""
    return list(Event.objects.filter(table=table, kind="move").order_by("seq").values_list("cause", flat=True))


def at_tables(turns):
    return [turn.question.table_pk for turn in turns]


# --- one lease, and what becomes of it ----------------------------------------------------------------------------


def test_a_question_is_there_to_take_as_soon_as_it_is_put(asked_bot, settings):
    settings.BOT_SOLO_DELAY = 3_600
    table = asked_bot()
    (bot_turn,) = list_unleased_turns(9)
    assert bot_turn.question.table_pk == table.pk
    assert 0 < bot_turn.wait <= 3_600


def test_among_people_bots_take_a_time_that_tells_nothing(asked_bot, alice, bob, settings):
    """At tables against bots only they keep their quick pace."""
    settings.BOT_SOLO_DELAY, settings.BOT_REPLY_DELAY_RANGE = 0.1, (30.0, 50.0)
    asked_bot()
    (quick,) = list_unleased_turns(9)
    assert quick.wait <= 0.1
    lease_turns([quick])
    for _ in range(4):
        to_turn_of(running("lombard", alice, bob, seats=3), 2)
    waits = [bot_turn.wait for bot_turn in list_unleased_turns(9)]
    assert len(waits) == 4
    assert all(28 < wait <= 50 for wait in waits)
    assert max(waits) - min(waits) > 0.5
    leased_turns = lease_turns(list_unleased_turns(9))
    leases = Seat.objects.filter(pk__in=[bot_turn.seat_pk for bot_turn in leased_turns]).values_list(
        "leased_until", "act_at"
    )
    assert all(until > due for until, due in leases), "nobody else comes before it is played"


def test_of_many_who_try_one_takes_it(asked_bot):
    table = asked_bot()
    unleased_turns = list_unleased_turns(9)
    assert at_tables(lease_turns(unleased_turns)) == [table.pk]
    assert lease_turns(unleased_turns) == []
    assert list_unleased_turns(9) == []
    assert seat(table, 1).bot_attempts == 1


def test_what_is_given_back_is_as_if_nobody_had_tried(asked_bot):
    table = asked_bot()
    before = Seat.objects.filter(table=table).values().order_by("pk")
    untouched = list(before)
    release_turns(lease_turns(list_unleased_turns(9)))
    assert list(before.all()) == untouched


def test_a_worker_that_died_is_replaced_when_its_lease_is_over(asked_bot):
    table = asked_bot()
    lease_turns(list_unleased_turns(9))
    make_due(table)
    (bot_turn,) = list_unleased_turns(9)
    assert (bot_turn.question.table_pk, bot_turn.tries) == (table.pk, 1)


@pytest.mark.parametrize("stop", [table_freeze, table_void])
def test_nobody_is_called_to_a_table_that_stands_still(asked_bot, moderator, stop):
    table = asked_bot()
    make_due(table)
    unleased_turns = list_unleased_turns(9)
    stop(public_id=table.public_id, moderator_id=moderator.pk, reason="a look")
    assert lease_turns(unleased_turns) == []
    assert list_unleased_turns(9) == []
    assert not record_missing_worker()


# --- in order --------------------------------------------------------------------------------------------------------


def test_one_hosts_many_tables_do_not_keep_the_others_waiting(asked_bot, alice, bob):
    for age in range(3):
        make_due(asked_bot(alice), AGES + age * AGES)
    stranger = asked_bot(bob)
    make_due(stranger)
    first, second = at_tables(list_unleased_turns(2))
    assert second == stranger.pk
    assert first != stranger.pk


def test_the_oldest_first(asked_bot, alice, bob):
    old, older = asked_bot(alice), asked_bot(bob)
    make_due(old, AGES)
    make_due(older, 2 * AGES)
    assert at_tables(list_unleased_turns(9)) == [older.pk, old.pk]


# --- the clock ----------------------------------------------------------------------------------------------------


def overdue(table):
    make_due(table, timedelta(minutes=5))
    at = seat(table, 1)
    return table.public_id, at.number, at.question_seq


def test_a_bot_that_waits_its_turn_keeps_its_move(asked_bot):
    """Five minutes overdue, but workers come: many are asked, and that is all."""
    table = asked_bot()
    question = overdue(table)
    assert list_overdue_questions(50) == []
    assert not play_timeout(*question)
    assert record_missing_worker()  # called just now
    assert list_overdue_questions(50) == []
    BotScheduler().run_once()
    assert causes(table)[-1] == "bot"


def test_the_clock_plays_for_a_bot_that_failed_again_and_again(asked_bot):
    table = asked_bot()
    overdue(table)
    for tries, played in ((1, False), (2, False), (3, True)):
        Seat.objects.filter(table=table, number=1).update(bot_attempts=tries, leased_until=timezone.now() - AGES)
        before = causes(table)
        tasks.run_due()
        assert causes(table) == before + ["clock"] * played


def test_but_not_while_somebody_still_tries(asked_bot):
    table = asked_bot()
    question = overdue(table)
    Seat.objects.filter(table=table, number=1).update(bot_attempts=3, leased_until=timezone.now() + AGES)
    assert list_overdue_questions(50) == []
    assert not play_timeout(*question)


def test_the_clock_plays_where_no_worker_has_come_for_a_minute(asked_bot):
    table = asked_bot()
    overdue(table)
    tasks.run_due()
    assert "clock" not in causes(table)
    BotQueueAlert.objects.update(started_at=timezone.now() - timedelta(seconds=59))
    tasks.run_due()
    assert "clock" not in causes(table)
    BotQueueAlert.objects.update(started_at=timezone.now() - timedelta(seconds=61))
    tasks.run_due()
    assert causes(table)[-1] == "clock"


def test_the_time_the_whole_site_stood_still_does_not_count(asked_bot):
    table = asked_bot()
    overdue(table)
    tasks.run_due()
    BotQueueAlert.objects.update(started_at=timezone.now() - AGES, last_seen_at=timezone.now() - AGES)
    tasks.run_due()
    assert "clock" not in causes(table)


def test_a_worker_that_comes_has_answered_the_call(asked_bot):
    make_due(asked_bot())
    assert record_missing_worker()
    BotQueueAlert.objects.update(started_at=timezone.now() - AGES)
    BotScheduler().run_once()
    assert not BotQueueAlert.objects.exists()
    assert not record_missing_worker()
