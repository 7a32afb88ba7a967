"""Deadlines: the clock plays the safe move, once, and only when it is really time."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.catalog import registry
from games.catalog.lombard.moves import Fold
from games.engine.chance import Chance, Rng
from games.engine.serialization.canonical_json import to_json
from games.tables.locked_table import get_chance_key
from games.tables.models import Event, Position, Seat
from games.tables.services import timeouts
from games.tables.services.timeouts import list_overdue_questions, play_timeout, resolve_overdue
from tests.every_game import every_game
from tests.matches import bodies, fresh, play_on, running, seat, snapshot, state, submit, to_turn_of, turn, waiting
from tests.moderation.actions import table_freeze, table_thaw
from tests.time_travel import set_deadlines


def expire(table, *numbers):
    """Moves deadlines into the past, but not to before the question was put."""
    late = fresh(table).changed_at
    set_deadlines(Seat.objects.filter(table=table, number__in=numbers, question_seq__isnull=False), late)


@every_game
def test_the_clock_plays_the_safe_move(slug, crew):
    table = running(slug, *crew)
    at = waiting(table)[0]
    chance = Chance(get_chance_key(table, list(table.seats.order_by("number"))))
    safe = registry.get_game(slug).rules.safe_move(state(table), at.number, chance)
    expire(table, at.number)
    assert resolve_overdue(50) == 1
    event = Event.objects.get(table=table, kind="move")
    assert (event.cause, event.seat, event.key) == ("clock", at.number, None)
    assert bodies(table)[event.seq - 1]["move"] == to_json(safe)
    assert resolve_overdue(50) == 0


def test_a_match_everybody_has_left_ends_by_the_clock_and_by_bots(alice, bob):
    table = running("sdc", alice, bob, options={"start_coins": 5, "stage_limit": 20})
    while [at for at in waiting(table) if not at.bot_level]:
        expire(table, 0, 1)
        assert resolve_overdue(50)
    assert play_on(table).status == "finished"
    assert set(Event.objects.filter(table=table, kind="move").values_list("cause", flat=True)) == {"clock", "bot"}


def test_both_seats_of_a_simultaneous_question(sdc):
    expire(sdc, 0, 1)
    assert resolve_overdue(50) == 2


def test_before_the_deadline_nothing_happens(table, monkeypatch):
    before = snapshot(table)
    at = waiting(table)[0]
    # a worker whose own clock is a month ahead: the database's counts
    monkeypatch.setattr(timezone, "now", lambda now=timezone.now: now() + timedelta(days=30))
    assert list_overdue_questions(50) == []
    assert not play_timeout(table.public_id, at.number, at.question_seq)
    assert snapshot(table) == before


def test_an_answer_that_came_in_between_counts(sdc):
    expire(sdc, 0)
    (question,) = list_overdue_questions(50)
    turn(sdc, seat(sdc, 0), Rng(b"timeouts", "x"))
    before = snapshot(sdc)
    assert not play_timeout(*question)
    assert snapshot(sdc) == before


def test_a_late_job_does_not_answer_the_next_question(alice, bob):
    table = running("lombard", alice, bob)
    old = waiting(table)[0]
    submit(table, old, Fold())
    play_on(table, old.number)
    expire(table, old.number)
    before = snapshot(table)
    assert not play_timeout(table.public_id, old.number, old.question_seq)
    assert snapshot(table) == before


def test_a_frozen_table_has_no_clock(table, moderator):
    expire(table, to_turn_of(table, 0).number)
    (question, *_) = list_overdue_questions(50)
    table_freeze(public_id=table.public_id, moderator_id=moderator.pk, reason="a look")
    before = snapshot(table)
    assert list_overdue_questions(50) == []
    assert not play_timeout(*question)
    assert snapshot(table) == before


def test_thawing_gives_the_time_back(alice, bob, moderator):
    table = running("lombard", alice, bob, turn_seconds=60)
    (at,) = waiting(table)
    table_freeze(public_id=table.public_id, moderator_id=moderator.pk, reason="a look")
    ago = timedelta(hours=5)
    frozen_at = fresh(table).frozen_at - ago  # as if all of it had been five hours ago
    type(table).objects.filter(pk=table.pk).update(frozen_at=frozen_at)
    set_deadlines(Seat.objects.filter(pk=at.pk), at.deadline - ago)
    table_thaw(public_id=table.public_id, moderator_id=moderator.pk, reason="nothing there")
    time_left = seat(table, at.number).deadline - fresh(table).changed_at
    assert time_left == at.deadline - ago - frozen_at
    assert resolve_overdue(50) == 0


def test_the_oldest_first_and_not_all_at_once(alice, bob):
    tables = [running("lombard", alice, bob) for _ in range(3)]
    for age, table in enumerate(tables):
        set_deadlines(
            Seat.objects.filter(table=table, question_seq__isnull=False), timezone.now() - timedelta(hours=age + 1)
        )
    assert [public_id for public_id, _, _ in list_overdue_questions(2)] == [tables[2].public_id, tables[1].public_id]


def test_one_broken_table_does_not_stop_the_others(alice, bob, caplog):
    broken, sound = running("lombard", alice, bob), running("lombard", alice, bob)
    Position.objects.filter(table=broken).update(frame='{"hidden":{"deck":["K7"]},"own":[],"public":{}}')
    expire(broken, 0, 1)
    expire(sound, 0, 1)
    assert resolve_overdue(50) == 1
    assert Event.objects.filter(table=sound, cause="clock").exists()
    assert broken.public_id in caplog.text
    assert "K7" not in caplog.text


@pytest.mark.parametrize("status", ["finished", "voided"])
def test_an_ended_table_has_no_questions(table, status):
    expire(table, 0, 1)
    type(table).objects.filter(pk=table.pk).update(status=status)
    assert list_overdue_questions(50) == []


# --- many together ---------------------------------------------------------------------------------------------------


@pytest.fixture
def overdue(bob, charlie):
    """Makes tables of a host, each with a deadline past due."""

    def made(host, count=1):
        tables = [running("lombard", host, bob if host != bob else charlie) for _ in range(count)]
        for table in tables:
            expire(table, 0, 1)
        return tables

    return made


def by_clock(tables):
    return Event.objects.filter(table__in=tables, cause="clock").count()


def test_it_goes_on_until_nothing_is_due(overdue, alice, monkeypatch):
    monkeypatch.setattr(timeouts, "BATCH", 2)
    tables = overdue(alice, 5)
    assert resolve_overdue(60) == by_clock(tables) == 5
    assert list_overdue_questions(50) == []


def test_broken_tables_hold_up_no_others_however_many_there_are(overdue, alice, monkeypatch):
    monkeypatch.setattr(timeouts, "BATCH", 2)
    broken = overdue(alice, 3)
    Position.objects.filter(table__in=broken).update(frame='{"hidden":{},"own":[],"public":{}}')
    sound = overdue(alice, 3)
    assert resolve_overdue(60) == by_clock(sound) == 3


def test_when_its_time_is_over_the_rest_waits_for_the_next_sweep(overdue, alice):
    tables = overdue(alice, 2)
    assert resolve_overdue(0) == by_clock(tables) == 0
    assert len(list_overdue_questions(50)) == 2


def test_one_hosts_many_deadlines_do_not_keep_the_others_waiting(overdue, alice, bob):
    alices_tables, (bobs_table,) = overdue(alice, 3), overdue(bob)
    set_deadlines(
        Seat.objects.filter(table__in=alices_tables, deadline__isnull=False), timezone.now() - timedelta(hours=1)
    )
    first, second = list_overdue_questions(2)
    assert first[0] in [table.public_id for table in alices_tables]
    assert second[0] == bobs_table.public_id
