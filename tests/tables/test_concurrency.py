"""Concurrent requests, with real threads and real commits, on SQLite's file and on PostgreSQL.

The order must not matter: the tests say what holds for every order.
"""

import contextlib
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from functools import partial
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.utils import timezone

from accounts.models import User, Vacation
from accounts.services import availability
from games.catalog import registry
from games.catalog.lombard.moves import Call, Double, Fold
from games.catalog.sdc.moves import Draw
from games.clocks.time_control import TimeControl
from games.engine.chance import hash_client_seed
from games.moderation.models import ProposedAction
from games.moderation.services.approvals import answer_approval, order_action
from games.moderation.services.suspended_seats import sync_suspension
from games.replays.audit.report import DIFFERS
from games.replays.verification.selectors import audit_table
from games.tables.bots.scheduler import BotScheduler
from games.tables.errors import ConflictError, ServiceError, UnprocessableError
from games.tables.gameplay.moves import MoveReceipt
from games.tables.locked_table import locked_table
from games.tables.models import Event, Seat, SeatPremoves, Table
from games.tables.services.premoves import cancel_premove, play_premove, set_premove
from games.tables.services.proposals import answer_proposal, end_pause, make_proposal
from games.tables.services.seats import create_quick_table, leave_seat, take_seat
from games.tables.services.seed_reveal import expire_overdue_reveals, reveal_client_seed, submit_client_seed_hash
from games.tables.services.start import start_table
from games.tables.services.timeouts import list_overdue_questions, play_timeout
from games.tables.services.vacations import sync_availability
from tests.matches import bot_play, filled, fresh, opened, running, seat, state, submit, to_turn_of, waiting
from tests.moderation.actions import table_freeze, table_thaw
from tests.time_travel import set_deadlines

ENOUGH = 12  # moves, in a match twenty threads fight over
pytestmark = [pytest.mark.thorough, pytest.mark.django_db(transaction=True)]


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Run all calls in threads that start together. Return each result, or the code of its refusal."""
    gate = threading.Barrier(len(calls))
    answers: list[Any] = [None] * len(calls)

    def run(index: int, call: Callable[[], Any]) -> None:
        try:
            gate.wait(10)
            answers[index] = call()
        except ServiceError as refusal:
            answers[index] = (refusal.status, refusal.code)
        except Exception as problem:
            answers[index] = problem
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(i, call)) for i, call in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert not [answer for answer in answers if isinstance(answer, Exception)], answers
    return answers


def refusals(answers: Sequence[Any]) -> list[Any]:
    return [answer for answer in answers if isinstance(answer, tuple)]


def moves(table) -> int:
    return Event.objects.filter(table=table, kind="move").count()


@pytest.fixture
def duel(alice, bob):
    """A Lombard table for two, and the one seat that has the turn."""
    table = running("lombard", alice, bob)
    return table, waiting(table)[0]


def test_one_move_posted_twice_is_played_once_and_answered_twice(duel):
    table, at = duel
    answers = at_once(*[lambda: submit(table, at, Call(0), key="double-click")] * 2)
    assert len({(answer.seq, answer.digest) for answer in answers}) == 1
    assert sorted(answer.repeated for answer in answers) == [False, True]
    assert moves(table) == 1


def test_the_same_move_under_two_keys_is_played_once(duel):
    table, at = duel
    answers = at_once(*[lambda: submit(table, at, Call(0))] * 2)
    assert refusals(answers) == [(409, "stale")]
    assert moves(table) == 1


def test_of_two_different_moves_one_is_played(duel):
    table, at = duel
    answers = at_once(lambda: submit(table, at, Double()), lambda: submit(table, at, Fold()))
    assert refusals(answers) == [(409, "stale")]
    assert moves(table) == 1


def test_two_different_moves_under_one_key(duel):
    table, at = duel
    answers = at_once(*[lambda m=m: submit(table, at, m, key="once") for m in (Double(), Fold())])
    assert refusals(answers) == [(422, "key-reused")]
    assert moves(table) == 1


def test_two_seats_choosing_at_once_both_succeed(alice, bob):
    table = running("sdc", alice, bob)
    seats = waiting(table)
    assert len(seats) == 2
    answers = at_once(*[lambda at=at: submit(table, at, Draw()) for at in seats])
    assert refusals(answers) == []
    assert sorted(Event.objects.filter(table=table, kind="move").values_list("seat", flat=True)) == [0, 1]


def test_the_last_seat_goes_to_one(alice, person):
    table = opened("sdc", alice)
    rush = [person(f"rusher{n}") for n in range(6)]
    answers = at_once(*[lambda u=u: take_seat(public_id=table.public_id, user_id=u.pk) for u in rush])
    assert Counter(map(str, answers)) == {"1": 1, str((409, "seat-taken")): 5}
    assert seat(table, 1).user == rush[answers.index(1)]


def test_one_person_in_two_tabs_takes_one_seat(alice, bob):
    table = opened("lombard", alice, seats_=4)
    assert at_once(*[lambda: take_seat(public_id=table.public_id, user_id=bob.pk)] * 3) == [1, 1, 1]
    assert Seat.objects.filter(table=table, user=bob).count() == 1


def test_two_start_buttons_deal_once(alice, bob):
    table = opened("sdc", alice, bob)
    answers = at_once(*[lambda: start_table(public_id=table.public_id, user_id=alice.pk)] * 2)
    assert refusals(answers) == [(409, "already-started")]
    assert Event.objects.filter(table=table, kind="start").count() == 1


def test_the_clock_and_the_player_in_the_same_moment(duel):
    table, at = duel
    set_deadlines(Seat.objects.filter(pk=at.pk), timezone.now() - timedelta(seconds=1))
    played, by_clock = at_once(
        lambda: submit(table, at, Double()), lambda: play_timeout(table.public_id, at.number, at.question_seq)
    )
    assert moves(table) == 1
    cause = Event.objects.get(table=table, kind="move").cause
    assert (cause == "clock") is by_clock is (played == (409, "stale"))


def list_differing(table: Table) -> list[str]:
    """List the checks that differ. `set_deadlines` starts clocks before the question, which the audit notices."""
    return [answer.name for answer in audit_table(fresh(table)).answers if answer.outcome == DIFFERS]


def test_two_sweepers_find_the_same_timeout(alice, bob):
    table = running("lombard", alice, bob, timing=TimeControl(600, 15, bot_after=1))
    (at,) = waiting(table)
    set_deadlines(Seat.objects.filter(pk=at.pk), fresh(table).changed_at)
    answers = at_once(*[lambda: play_timeout(table.public_id, at.number, at.question_seq)] * 4)
    assert sorted(answers) == [False, False, False, True]
    assert Event.objects.filter(table=table, kind="seat-to-bot").count() == moves(table) == 1
    assert list_differing(table) == ["clocks"]


def test_a_bank_is_charged_once_whoever_is_first(alice, bob):
    table = running("lombard", alice, bob, timing=TimeControl(86_400, 7_200, "forfeit"))
    (at,) = waiting(table)
    Seat.objects.filter(pk=at.pk).update(time_bank=timedelta(hours=3), time_left=timedelta(hours=3))
    set_deadlines(Seat.objects.filter(pk=at.pk), fresh(table).changed_at)
    at_once(
        lambda: submit(table, at, Double()),
        *[lambda: play_timeout(table.public_id, at.number, at.question_seq)] * 2,
    )
    after = seat(table, at.number)
    assert moves(table) == 1
    # Nothing was left; an answer adds the increment.
    assert after.time_bank == timedelta(hours=2) or after.has_forfeited
    assert Event.objects.filter(table=table, kind="forfeit").count() == after.has_forfeited


def test_the_last_word_for_a_pause_and_a_move_and_its_timeout(alice, bob):
    """In either order: a paused table has no deadline, and a move that ends the deal ends the proposal."""
    table = running("lombard", alice, bob, timing=TimeControl(600, 15))
    at = waiting(table)[0]
    make_proposal(public_id=table.public_id, user_id=alice.pk, kind="pause")
    set_deadlines(Seat.objects.filter(pk=at.pk), fresh(table).changed_at)
    at_once(
        lambda: answer_proposal(public_id=table.public_id, user_id=bob.pk, kind="pause", agrees=True),
        lambda: submit(table, at, Double()),
        lambda: play_timeout(table.public_id, at.number, at.question_seq),
    )
    assert moves(table) <= 1
    if fresh(table).paused_at is None:
        assert registry.get_game("lombard").get_chapter_number(state(table).public) > 1
        assert fresh(table).proposed_agreement == ""
        return
    assert [waiting_seat.deadline for waiting_seat in waiting(table)] == [None]
    ends = [lambda u=u: end_pause(public_id=table.public_id, user_id=u.pk) for u in (alice, bob)]
    assert refusals(at_once(*ends)) == [(409, "not-paused")]
    assert all(
        waiting_seat.deadline is not None and waiting_seat.clock_since is not None for waiting_seat in waiting(table)
    )
    assert set(list_differing(table)) <= {"clocks"}


def test_many_jobs_for_the_same_vacation(alice, bob):
    table, now = running("lombard", alice, bob), timezone.now()
    day = timedelta(days=1)
    Vacation.objects.create(user=bob, first_day=now.date(), last_day=now.date(), starts_at=now - day, ends_at=now + day)
    assert sorted(at_once(*[lambda: sync_availability(table.pk)] * 4)) == [False, False, False, True]
    assert Event.objects.filter(table=table, kind="vacation").count() == 1


def test_days_of_vacation_are_counted_one_request_after_the_other(alice):
    first = availability.get_local_date(alice) + timedelta(days=40)
    answers = at_once(*[lambda n=n: _take_vacation(alice, first + n * timedelta(days=12)) for n in range(3)])
    days = sum((row.last_day - row.first_day).days + 1 for row in Vacation.objects.filter(user=alice))
    assert answers.count(True) == days // 12
    if first.year == (first + timedelta(days=36)).year:
        assert answers.count(True) == 1


def _take_vacation(person: User, first: date) -> bool:
    try:
        availability.take_vacation(person=person, first=first, last=first + timedelta(days=11))
    except ValidationError:
        return False
    return True


def test_two_workers_with_the_same_job(alice):
    table = running("lombard", alice, seats=2)
    bot = to_turn_of(table, 1)
    before = moves(table)
    assert sorted(at_once(*[lambda: bot_play(bot)] * 3)) == [False, False, True]
    assert moves(table) == before + 1


def test_who_has_waited_builds_on_what_the_other_wrote(alice, bob, moderator):
    """PostgreSQL rereads a locked row after the wait, but not rows joined to it: that would undo the move."""
    table = running("lombard", alice, bob)
    at = waiting(table)[0]
    locked = threading.Event()

    def slow_move():
        with locked_table(table.public_id):
            locked.set()
            submit(table, at, Call(0))
            time.sleep(0.4)

    def freeze():
        locked.wait(10)
        table_freeze(public_id=table.public_id, moderator_id=moderator.pk, reason="a look")

    assert refusals(at_once(slow_move, freeze)) == []
    assert fresh(table).frozen_at is not None
    assert state(table).public.actions[at.number] == "call"


def test_the_last_agreement_comes_twice(alice, bob, charlie, moderating):
    table = running("lombard", moderating(alice), bob, charlie)
    order_action(public_id=table.public_id, moderator_id=alice.pk, action="void", reason="a look")
    arguments = {"public_id": table.public_id, "proposal_pk": ProposedAction.objects.get().pk, "agrees": True}
    answers = at_once(*[lambda u=u: answer_approval(user_id=u.pk, **arguments) for u in (bob, charlie, bob, charlie)])
    assert {answer for answer in answers if answer} <= {(409, "proposal-over")}
    assert Event.objects.filter(table=table, kind="voiding").count() == 1
    assert audit_table(fresh(table)).is_ok


def test_many_jobs_that_settle_the_same_table(alice, bob):
    table = running("lombard", alice, bob, seats=4)
    type(bob).objects.filter(pk=bob.pk).update(is_active=False)
    assert sorted(at_once(*[lambda: sync_suspension(table.pk)] * 4)) == [False, False, False, True]
    assert Event.objects.filter(table=table, kind="seat-to-bot").count() == 1


def test_twenty_at_one_table(alice, bob, moderator):
    """Two people in many tabs, a hasty clock and a moderator: in any order, the log is complete."""
    table = running("lombard", alice, bob, options={"target_coins": 32}, timing=TimeControl(600, 15))
    over_at = time.monotonic() + 20

    def enough():
        return moves(table) >= ENOUGH or fresh(table).is_ended or time.monotonic() > over_at

    def hurry(user, n):
        while not enough():
            at = Seat.objects.get(table=table, user=user)
            if at.question_seq is not None:
                attempt(submit, table, at, (Call(0), Fold(), Double())[n % 3], key=f"{n}-{at.question_seq}")

    def clock():
        while not enough():
            at = Seat.objects.get(table=table, number=0)
            if at.question_seq is not None:  # the question looked at, or its time would be up before it was put
                set_deadlines(Seat.objects.filter(pk=at.pk, question_seq=at.question_seq), timezone.now())
            for question in list_overdue_questions(2):
                attempt(play_timeout, *question)

    def moderate():
        for service in (table_freeze, table_thaw):
            attempt(service, public_id=table.public_id, moderator_id=moderator.pk, reason="a look")

    hasty = [lambda n=n, user=user: hurry(user, n) for n in range(9) for user in (alice, bob)]
    at_once(*hasty, clock, moderate)
    table = fresh(table)
    seqs = list(Event.objects.filter(table=table).order_by("seq").values_list("seq", flat=True))
    assert seqs == list(range(1, table.last_seq + 1))
    assert moves(table) >= ENOUGH or table.is_ended
    assert set(list_differing(table)) <= {"clocks"}


def attempt(call, *args, **kwargs):
    """A late request gets a 409, or a 422 if the key was used for another move."""
    with contextlib.suppress(ConflictError, UnprocessableError):
        call(*args, **kwargs)


def test_tables_do_not_wait_for_each_other_in_vain(alice, bob):
    """Concurrent writers at many tables: none gets "database is locked"."""
    tables = [running("lombard", alice, bob) for _ in range(8)]
    calls = [lambda t=t: submit(t, waiting(t)[0], Fold()) for t in tables]
    assert refusals(at_once(*calls)) == []
    assert [moves(table) for table in tables] == [1] * 8


# --- limits: fifty concurrent requests get no more than consecutive ones


def test_fifty_tables_set_up_at_once(settings, alice):
    settings.MAX_OPEN_TABLES_HOSTED = {"account": 7, "guest": 7}
    answers = at_once(*[lambda: opened("sdc", alice).pk] * 50)
    assert refusals(answers) == [(429, "too-many-open-tables")] * 43
    assert Table.objects.filter(host=alice, status="open").count() == 7


def test_fifty_quick_tables_at_once(settings, alice):
    settings.MAX_SOLO_TABLES = {"account": 3, "guest": 3}
    answers = at_once(*[lambda: create_quick_table(game_slug="sdc", user_id=alice.pk).pk] * 50)
    assert len(refusals(answers)) == 47
    assert Table.objects.filter(host=alice).count() == 3


def test_sitting_down_at_many_tables_at_once(settings, alice, bob):
    tables = [opened("lombard", alice, seats_=4) for _ in range(12)]
    settings.MAX_SEATS_PER_USER = {"account": 5, "guest": 5}
    answers = at_once(*[lambda t=t: take_seat(public_id=t.public_id, user_id=bob.pk) for t in tables])
    assert refusals(answers) == [(429, "too-many-seats")] * 7
    assert Seat.objects.filter(user=bob).count() == 5


def test_starting_many_matches_against_bots_at_once(settings, alice):
    tables = [opened("sdc", alice) for _ in range(8)]
    settings.MAX_SOLO_TABLES = {"account": 2, "guest": 2}
    answers = at_once(*[lambda t=t: filled(t, alice) for t in tables])
    assert refusals(answers) == [(429, "too-many-solo-tables")] * 6
    assert Table.objects.filter(host=alice, status="running").count() == 2


def test_one_question_of_many_workers(alice, bob):
    """Workers that all look at the same moment: every question is answered by exactly one of them."""
    tables = [running("lombard", user, seats=2) for user in (alice, bob) for _ in range(3)]
    for table in tables:
        to_turn_of(table, 1)
    Seat.objects.filter(act_at__isnull=False).update(act_at=timezone.now())
    before = {table.pk: moves(table) for table in tables}
    at_once(*[lambda: BotScheduler().run_once()] * 4)
    assert {table.pk: moves(table) - 1 for table in tables} == before


def test_a_plan_and_its_person_answer_once(alice, bob):
    """In either order: the other finds the question answered, and nothing is played twice."""
    table = running("lombard", alice, bob, options={"target_coins": 32})
    for _ in range(6):
        at = waiting(table)[0]
        title = registry.get_game("lombard")
        about = title.premoves.list_offers(title.view(state(table), at.number))[0].about
        set_premove(public_id=table.public_id, user_id=at.user_id, form={"type": ["step-out"], "about": [about]})
        Seat.objects.filter(pk=at.pk).update(act_at=timezone.now() - timedelta(seconds=1))
        before = Event.objects.filter(table=table, kind="move").count()
        answers = at_once(
            partial(play_premove, table.public_id, at.number, at.question_seq),
            partial(play_premove, table.public_id, at.number, at.question_seq),
            partial(submit, table, at, Fold()),
            partial(cancel_premove, public_id=table.public_id, user_id=at.user_id, kind="step-out"),
        )
        played = [answers[0] is True or None, answers[1] is True or None, isinstance(answers[2], MoveReceipt) or None]
        assert played.count(True) == 1
        assert Event.objects.filter(table=table, kind="move").count() == before + 1
        assert not SeatPremoves.objects.exists()


# --- Strict tables: opening, standing up, another part, the deadline ------------------------------------------------


PARTS = (b"\x01" * 32, b"\x02" * 32)


@pytest.fixture
def sealed(alice, bob):
    """A strict table for two, both parts given and none shown."""
    table = opened("lombard", alice, bob, strict=True)
    for number, user in enumerate((alice, bob)):
        submit_seed_hash(table, number, user, PARTS[number])
    return fresh(table)


def submit_seed_hash(table, number, user, part):
    submit_client_seed_hash(
        public_id=table.public_id, user_id=user.pk, client_seed_hash=hash_client_seed(table.public_id, number, part)
    )


def reveal_seed(table, user, part):
    reveal_client_seed(public_id=table.public_id, user_id=user.pk, client_seed=part)


def pass_reveal_deadline(table):
    first = Event.objects.get(table=table, kind="open").created_at
    Table.objects.filter(pk=table.pk).update(reveal_deadline=first)


def assert_status(table, *statuses):
    """In a way that the audit finds to be right."""
    table = fresh(table)
    assert table.status in statuses
    report = audit_table(table)
    assert report.verdict == "yes", report.first_mismatch
    return table


def test_all_parts_shown_at_once_are_dealt_once(sealed, alice, bob):
    calls = [lambda: reveal_seed(sealed, alice, PARTS[0]), lambda: reveal_seed(sealed, bob, PARTS[1])] * 2
    answers = at_once(*calls)
    assert set(refusals(answers)) <= {(409, "already-started")}
    assert_status(sealed, "running")
    kinds = Counter(Event.objects.filter(table=sealed).values_list("kind", flat=True))
    assert (kinds["open"], kinds["start"], kinds["break-off"]) == (2, 1, 0)


def test_a_part_shown_while_another_is_given_in_its_place(sealed, alice, bob):
    """In either order: no one adds a client seed who could have seen another, and no shown one is lost."""
    answers = at_once(
        lambda: reveal_seed(sealed, alice, PARTS[0]),
        lambda: submit_seed_hash(sealed, 1, bob, b"another"),
    )
    assert set(refusals(answers)) <= {(409, "phrases-closed")}
    reveal_seed(sealed, bob, PARTS[1] if refusals(answers) else b"another")
    assert_status(sealed, "running")


def test_the_last_part_shown_at_the_very_deadline(sealed, alice, bob):
    reveal_seed(sealed, alice, PARTS[0])
    pass_reveal_deadline(sealed)
    answers = at_once(
        lambda: reveal_seed(sealed, bob, PARTS[1]),
        lambda: expire_overdue_reveals(10),
        lambda: expire_overdue_reveals(10),
    )
    table = assert_status(sealed, "running", "broken-off")
    assert (table.status == "broken-off") == ((409, "table-over") in answers)
    assert Event.objects.filter(table=table, kind="break-off").count() == (table.status == "broken-off")


def test_a_part_shown_while_somebody_stands_up(sealed, alice, bob):
    """If nothing had been shown, the seat becomes free; otherwise leaving is refused without confirmation."""
    answers = at_once(
        lambda: reveal_seed(sealed, alice, PARTS[0]),
        lambda: leave_seat(public_id=sealed.public_id, user_id=bob.pk),
    )
    assert refusals(answers) in ([(409, "opening-begun")], [(409, "phrases-wanting")])
    table = fresh(sealed)
    assert (table.status, table.reveal_deadline is None) == ("open", refusals(answers) == [(409, "phrases-wanting")])


def test_breaking_off_while_the_last_part_is_shown(sealed, alice, bob):
    reveal_seed(sealed, alice, PARTS[0])
    at_once(
        lambda: reveal_seed(sealed, bob, PARTS[1]),
        lambda: leave_seat(public_id=sealed.public_id, user_id=alice.pk, break_off=True),
    )
    assert_status(sealed, "running", "broken-off")
