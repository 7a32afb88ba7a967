"""Honest matches agree, with every game, all options and every ending."""

import pytest

from games.engine.chance import Rng
from games.tables.services.seats import leave_seat
from games.tables.services.timeouts import play_timeout
from tests.matches import SHORT, opened, play_on, running, seat, to_turn_of, turn, waiting
from tests.moderation.actions import seat_back, seat_to_bot, table_freeze, table_thaw, table_void
from tests.replays.audit.agreeing import all_agree
from tests.time_travel import time_runs_out

# Each game with unusual options; with the usual ones a whole match is verified in tests/tables/test_log.py.
TABLES = [
    ("lombard", {"seats": 4, "options": {"last_player_acts": True, "track_debt": False, "target_coins": 24}}),
    ("crown", {"options": {"mode": "adjusted", "show_hand_sizes": False, "reveal_princes_any_time": True}}),
    ("sdc", {"options": {"start_coins": 5, "max_exchange": 3, "first_opener": "seat1", "stage_limit": 20}}),
    ("dilemma", {"options": {"heads_up_blinds": "casino", "max_hands": 12}}),
    ("doudizhu", {"options": {"deals": 1, "show_kitty": True, "forced_landlord_limited": False}}),
    (
        "get9",
        {"seats": 4, "options": {"matches": 3, "bet_limit": 3, "bet_limit_per": "round", "check_locks_out": False}},
    ),
]


@pytest.mark.parametrize(("slug", "setup"), TABLES)
def test_a_finished_match(alice, bob, slug, setup):
    table = play_on(running(slug, alice, bob, level="normal", **setup))
    assert table.status == "finished"
    all_agree(table)


def test_against_the_house_alone(alice):
    all_agree(play_on(running("crown", alice, options={"mode": "solo"})))


def test_a_match_on_its_way(table):
    """Operators can check before the end: the events so far agree."""
    rng = Rng(b"on its way", table.public_id)
    for _ in range(5):
        if seats := waiting(table):
            turn(table, seats[0], rng)
    all_agree(table)


def test_what_moderators_and_the_clock_do(alice, bob, moderator, slug):
    table = running(slug, alice, bob, **SHORT.get(slug, {}))
    act = {"public_id": table.public_id, "moderator_id": moderator.pk, "reason": "a look"}
    seat_to_bot(**act, number=0)
    table_freeze(**act)
    table_thaw(**act)
    to_turn_of(table, 0)
    turn(table, seat(table, 0), Rng(b"x", "y"))
    seat_back(**act, number=0)
    at = to_turn_of(table, 1)
    time_runs_out(table, 1)
    assert play_timeout(table.public_id, at.number, at.question_seq)
    all_agree(table)
    table_void(**act)
    all_agree(table)


def test_a_table_that_never_began(alice, moderator):
    table = opened("lombard", alice)
    leave_seat(public_id=table.public_id, user_id=alice.pk)
    voided = opened("lombard", alice)
    table_void(public_id=voided.public_id, moderator_id=moderator.pk, reason="spam")
    all_agree(table)
    all_agree(voided)
