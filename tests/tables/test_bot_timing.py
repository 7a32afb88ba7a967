"""A bot's answer is played at its appointed time, whatever its cards and the other players."""

import time
from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from games.catalog import registry
from games.catalog.lombard.moves import Fold
from games.tables import tasks
from games.tables.bots import scheduler
from games.tables.bots.queue import list_unleased_turns
from games.tables.bots.scheduler import BotScheduler
from games.tables.models import Event, Position, Seat
from tests.matches import running, seat, snapshot, to_turn_of, waiting
from tests.moderation.actions import seat_to_bot
from tests.tables.test_bot_queue import AGES, make_due


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


@pytest.fixture
def chosen(monkeypatch):
    """Records every choice of the level "watchful": the seat at that moment, and the claims still possible."""
    choices = []

    def watches(view, legal, rng, sim):
        choices.append(
            (
                list(Seat.objects.filter(bot_attempts__gt=0).values_list("bot_attempts", flat=True)),
                list_unleased_turns(50),
            )
        )
        return Fold()

    monkeypatch.setitem(registry.get_game("lombard").bots, "watchful", watches)
    return choices


@pytest.fixture
def asked_bot(alice, chosen, settings):
    """Makes a Lombard table at which a watchful bot has the turn; its appointment is in an hour."""
    settings.BOT_SOLO_DELAY = 3_600

    def made(host=alice):
        table = running("lombard", host, seats=2, level="watchful")
        to_turn_of(table, 1)
        chosen.clear()
        return table

    return made


def by_bots(table):
    return Event.objects.filter(table=table, cause="bot").count()


def test_it_chooses_at_once_and_plays_at_its_appointment(asked_bot, chosen, clock, settings):
    table, worker = asked_bot(), BotScheduler()
    before = by_bots(table)
    wait = worker.run_once()
    assert len(chosen) == 1
    assert 0 < wait <= scheduler.POLL_SECONDS
    assert by_bots(table) == before
    clock.now += settings.BOT_SOLO_DELAY
    worker.run_once()
    assert by_bots(table) == before + 1
    assert len(chosen) == 1


def test_until_then_nothing_tells_what_it_chose(asked_bot, clock):
    table = asked_bot()
    before = snapshot(table)
    BotScheduler().run_once()
    after = snapshot(table)
    for row in (*before["Seat"], *after["Seat"]):
        del row["bot_attempts"], row["leased_until"]
    assert after == before


def test_taken_up_late_it_is_played_after_the_time_to_think(asked_bot, chosen, clock, settings):
    settings.BOT_LATE_DELAY = 0.2
    table, worker = asked_bot(), BotScheduler()
    make_due(table, AGES)
    before = by_bots(table)
    assert worker.run_once() == pytest.approx(0.2)
    assert len(chosen) == 1
    clock.now += 0.19
    worker.run_once()
    assert by_bots(table) == before
    clock.now += 0.02
    worker.run_once()
    assert by_bots(table) == before + 1


def test_one_visit_is_enough_for_all(asked_bot):
    tables = [asked_bot() for _ in range(3)]
    for table in tables:
        make_due(table)
    before = [by_bots(table) for table in tables]
    BotScheduler().run_once()
    assert [by_bots(table) for table in tables] == [count + 1 for count in before]


def test_several_bots_that_decide_at_once_at_one_table(alice):
    table = running("get9", alice, seats=4)
    bot_numbers = list(Seat.objects.filter(table=table, act_at__isnull=False).values_list("number", flat=True))
    assert len(bot_numbers) > 1
    make_due(table)
    BotScheduler().run_once()
    played = Event.objects.filter(table=table, cause="bot").values_list("seat", flat=True)
    assert sorted(played) == sorted(bot_numbers)


def test_whoever_chooses_has_taken_the_lease_first(asked_bot, chosen):
    table = asked_bot()
    make_due(table)
    BotScheduler().run_once()
    assert chosen == [([1], [])]
    assert (seat(table, 1).leased_until, seat(table, 1).bot_attempts) == (None, 0)


def test_more_than_can_be_taken_up_at_once_keep_the_worker_busy(asked_bot, clock, monkeypatch):
    monkeypatch.setattr(scheduler, "MIN_BATCH", 2)
    for _ in range(3):
        asked_bot()
    worker = BotScheduler()
    assert worker.run_once() == 0
    assert len(list_unleased_turns(9)) == 1
    assert worker.run_once() > 0
    assert list_unleased_turns(9) == []


def test_a_worker_that_keeps_enough_takes_nothing_up(asked_bot, clock, monkeypatch, settings):
    monkeypatch.setattr(scheduler, "MAX_PENDING_MOVES", 1)
    table, other, worker = asked_bot(), asked_bot(), BotScheduler()
    before = by_bots(table) + by_bots(other)
    for _ in range(3):
        worker.run_once()
    assert len(list_unleased_turns(9)) == 1
    for _ in range(2):
        clock.now += settings.BOT_SOLO_DELAY
        worker.run_once()
        worker.run_once()
    assert by_bots(table) + by_bots(other) == before + 2


def test_what_was_tried_before_takes_no_others_along(asked_bot, chosen, clock, settings):
    """A choice already made is returned; it is played before another seat is claimed."""
    first_table, worker = asked_bot(), BotScheduler()
    worker.run_once()
    assert worker.is_busy
    retried_table, second_table = asked_bot(), asked_bot()
    make_due(retried_table)
    Seat.objects.filter(table=retried_table, number=1).update(bot_attempts=1, leased_until=timezone.now() - AGES)
    before = by_bots(retried_table)
    worker.run_once()
    tries, unleased_turns = chosen[0]
    assert tries == [2]
    assert {first_table.pk, second_table.pk} <= {bot_turn.question.table_pk for bot_turn in unleased_turns}
    assert by_bots(retried_table) == before + 1
    worker.run_once()
    clock.now += settings.BOT_SOLO_DELAY
    worker.run_once()
    assert [by_bots(table) for table in (first_table, second_table)] == [1, 1]


def test_one_broken_table_stops_no_other_bot(asked_bot, caplog):
    broken, sound = asked_bot(), asked_bot()
    Position.objects.filter(table=broken).update(frame='{"hidden":{"deck":["K7"]},"own":[],"public":{}}')
    make_due(broken, AGES)
    make_due(sound)
    before = by_bots(sound)
    BotScheduler().run_once()
    assert by_bots(sound) == before + 1
    assert seat(broken, 1).bot_attempts == 1
    assert "K7" not in caplog.text


def test_a_worker_that_ends_leaves_its_questions_to_others(asked_bot):
    table, worker = asked_bot(), BotScheduler()
    worker.run_once()
    assert list_unleased_turns(9) == []
    worker.release()
    assert [turn.question.table_pk for turn in list_unleased_turns(9)] == [table.pk]


def test_a_job_ends_however_much_is_asked(alice, moderator, settings):
    """Where only bots play, the one that played asks the next, while another table's answer is still waiting."""
    settings.BOT_SOLO_DELAY = 0.1
    tables = [running("lombard", alice, seats=3) for _ in "12"]
    for table in tables:
        seat_to_bot(public_id=table.public_id, moderator_id=moderator.pk, reason="a look", number=0)
    Seat.objects.filter(table=tables[1], act_at__isnull=False).update(act_at=F("act_at") + timedelta(seconds=0.05))
    before = [moves(table) for table in tables]
    tasks.play_bots()
    assert [moves(table) for table in tables] == [count + 1 for count in before]
    assert all(waiting(table) for table in tables)
    tasks.play_bots()
    assert [moves(table) for table in tables] == [count + 2 for count in before]


def moves(table) -> int:
    return Event.objects.filter(table=table, kind="move").count()
