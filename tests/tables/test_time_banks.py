"""Time banks: what a seat has left, what an answer adds, and no clock where there should be none."""

from datetime import datetime, timedelta

import pytest

from games.clocks.time_control import CLOCKS, MILLISECOND, TimeControl
from games.engine.chance import Rng
from games.tables.access import get_table_access
from games.tables.errors import ConflictError
from games.tables.models import Event, Seat, Table
from games.tables.page_data import build_table_page
from games.tables.selectors.lobby import list_open_tables
from games.tables.services.rematch import join_rematch
from games.tables.services.timeouts import resolve_overdue
from tests.matches import bodies, filled, fresh, legal, opened, play_on, running, seat, submit, turn, waiting
from tests.moderation.actions import seat_back, seat_to_bot, table_freeze, table_thaw
from tests.time_travel import clock_runs as spend

HOUR = timedelta(hours=1)
BANK, INCREMENT = 24 * HOUR, 2 * HOUR
TIMING = TimeControl(86_400, 7_200)


@pytest.fixture
def match(alice, bob) -> Table:
    """Lombard with a bank of a day, two hours added by each answer; not over within a few turns."""
    return running("lombard", alice, bob, timing=TIMING, options={"target_coins": 32})


def read_charged_time(table: Table) -> timedelta:
    """Return the time used by a person's last answer."""
    return [body["data"]["charged"] for body in bodies(table) if "charged" in body["data"]][-1] * MILLISECOND


def read_question_time(table: Table) -> datetime:
    return fresh(table).changed_at


def test_the_bank_is_the_time_one_has(match):
    (at,) = waiting(match)
    assert at.deadline - read_question_time(match) == BANK
    assert (at.time_bank, at.time_left, at.clock_since) == (None, BANK, read_question_time(match))


def test_what_is_left_is_kept_and_the_increment_added(match):
    (at,) = waiting(match)
    spend(at, 10 * HOUR)
    turn(match, seat(match, at.number), Rng(b"banks", "one"))
    bank = seat(match, at.number).time_bank
    assert bank == BANK - read_charged_time(match) + INCREMENT
    assert timedelta(0) < 16 * HOUR - bank < HOUR / 10  # what the test itself took
    later_table = play_on(match, at.number)
    assert seat(match, at.number).deadline - later_table.changed_at == bank


def test_it_never_holds_more_than_at_the_beginning(match):
    (at,) = waiting(match)
    spend(at, HOUR)
    turn(match, seat(match, at.number), Rng(b"banks", "cap"))
    assert seat(match, at.number).time_bank == BANK


def test_random_spending_adds_up(match):
    """Compared with the same sums, computed separately."""
    rng, banks = Rng(b"banks", "sums"), {0: BANK, 1: BANK}
    for _ in range(12):
        (at,) = waiting(match)
        question_began = read_question_time(match)
        assert at.deadline - question_began == banks[at.number]
        used = rng.randbelow(int(banks[at.number].total_seconds())) * timedelta(seconds=1)
        spend(at, used)
        turn(match, seat(match, at.number), rng)
        took = used + Event.objects.filter(table=match, kind="move").latest("seq").created_at - question_began
        assert timedelta(0) <= took - read_charged_time(match) < MILLISECOND
        banks[at.number] = min(banks[at.number] - read_charged_time(match) + INCREMENT, BANK)
        assert seat(match, at.number).time_bank == banks[at.number]


def test_an_empty_bank_still_gets_the_increment(match):
    (at,) = waiting(match)
    spend(at, BANK + HOUR)
    assert resolve_overdue(50) == 1
    after = seat(match, at.number)
    assert (after.time_bank, after.timeouts) == (INCREMENT, 1)


def test_an_answer_just_past_the_deadline_costs_no_more_than_there_was(match):
    (at,) = waiting(match)
    spend(at, BANK + HOUR)
    turn(match, at, Rng(b"banks", "late"))
    assert (read_charged_time(match), seat(match, at.number).time_bank) == (BANK, INCREMENT)


def test_both_seats_of_a_simultaneous_question_have_their_own(alice, bob):
    table = running("sdc", alice, bob, timing=TIMING)
    first, second = waiting(table)
    spend(first, 5 * HOUR)
    turn(table, seat(table, first.number), Rng(b"banks", "both"))
    assert seat(table, second.number).deadline == second.deadline
    turn(table, seat(table, second.number), Rng(b"banks", "both"))
    assert seat(table, first.number).time_bank < seat(table, second.number).time_bank == BANK


def test_a_bot_in_between_costs_what_was_used_and_no_more(match, moderator):
    (at,) = waiting(match)
    spend(at, 5 * HOUR)
    act = {"public_id": match.public_id, "moderator_id": moderator.pk, "reason": "a look", "number": at.number}
    seat_to_bot(**act)
    time_bank = seat(match, at.number).time_bank
    assert timedelta(0) < 19 * HOUR - time_bank < HOUR / 10
    seat_back(**act)
    assert (seat(match, at.number).time_bank, seat(match, at.number).question_seq) == (time_bank, at.question_seq)
    assert seat(match, at.number).deadline - read_question_time(match) == time_bank


def test_freezing_costs_nothing(match, moderator):
    (at,) = waiting(match)
    act = {"public_id": match.public_id, "moderator_id": moderator.pk, "reason": "a look"}
    table_freeze(**act)
    frozen_at = fresh(match).frozen_at
    Table.objects.filter(pk=match.pk).update(frozen_at=frozen_at - 9 * HOUR)
    spend(at, 9 * HOUR)
    table_thaw(**act)
    after = seat(match, at.number)
    assert after.deadline - read_question_time(match) == after.time_left == at.deadline - frozen_at


def test_no_clock_is_no_deadline(alice, bob):
    table = running("lombard", alice, bob, timing=TimeControl(0))
    (at,) = waiting(table)
    assert (at.deadline, at.time_left) == (None, None)
    page = build_table_page(get_table_access(table.public_id, at.user_id))
    assert (page.deadline, page.time_control.has_clock) == (None, False)
    assert [line.clock_left for line in page.seats] == ["", ""]
    assert resolve_overdue(50) == 0
    turn(table, at, Rng(b"banks", "none"))
    assert all(waiting_seat.deadline is None for waiting_seat in waiting(table))


def test_against_bots_only_no_bank_is_touched(alice):
    table = play_on(running("lombard", alice, seats=2, timing=TIMING), 0)
    at = seat(table, 0)
    assert at.deadline - read_question_time(table) == timedelta(days=30)
    turn(table, at, Rng(b"banks", "alone"))
    assert seat(table, 0).time_bank is None


@pytest.mark.parametrize("clock", [(0, 15), (60, 15), (86_400, 1), (61, 0)])
def test_other_clocks_are_not_offered(clock):
    assert clock not in CLOCKS


def test_all_see_what_is_left(match, alice, bob):
    (at,) = waiting(match)
    spend(at, 5 * HOUR)
    turn(match, seat(match, at.number), Rng(b"banks", "seen"))
    for person in (alice, bob):
        page = build_table_page(get_table_access(match.public_id, person.pk))
        spare = [line.clock_left for line in page.seats]
        # 20 h 50 min, or more; others see only the hours
        assert spare[at.number] == ("21 h left" if page.seats[at.number].is_me else "20 h left")
        assert [line.deadline is None for line in page.seats] == [clock_left != "" for clock_left in spare]
    for time_left, own_sentence, others_sentence in (
        (timedelta(minutes=47), "40 min left", "less than 1 hour left"),
        (timedelta(minutes=9, seconds=59), "less than 10 minutes left", "less than 1 hour left"),
        (timedelta(0), "time is up", "time is up"),
    ):
        Seat.objects.filter(pk=at.pk).update(time_bank=time_left)
        for person in (alice, bob):
            line = build_table_page(get_table_access(match.public_id, person.pk)).seats[at.number]
            assert line.clock_left == (own_sentence if line.is_me else others_sentence)
    Seat.objects.filter(pk=at.pk).update(time_bank=timedelta(minutes=47))
    Table.objects.filter(pk=match.pk).update(turn_seconds=3_600)  # people sit there together
    other = {alice.pk: bob.pk, bob.pk: alice.pk}[at.user_id]
    assert build_table_page(get_table_access(match.public_id, other)).seats[at.number].clock_left == "47 min left"


def test_the_clock_is_told_before_one_joins_and_kept_for_the_rematch(alice, bob):
    timing = TimeControl(600, 15, "forfeit", 5, vacations=False)
    table = opened("lombard", alice, timing=timing)
    (line,) = list_open_tables(bob.pk)
    assert line.time_control == timing
    assert build_table_page(get_table_access(table.public_id, bob.pk)).time_control == timing
    assert bodies(table)[0]["data"]["clock"] == timing.as_dict()
    filled(table, alice)
    Table.objects.filter(pk=table.pk).update(status="finished")
    rematch_id = join_rematch(public_id=table.public_id, user_id=alice.pk)
    assert Table.objects.get(public_id=rematch_id).time_control == timing


def test_a_refused_move_costs_nothing(match):
    (at,) = waiting(match)
    with pytest.raises(ConflictError):
        submit(match, at, legal(match, at.number).sample(Rng(b"banks", "refused")), question_seq=at.question_seq - 1)
    after = seat(match, at.number)
    assert (after.deadline, after.time_bank) == (at.deadline, at.time_bank)
