"""Suspended people's seats go to bots, and come back; people who have gone leave no seat without an owner."""

from datetime import timedelta

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.db import transaction
from django.db.models import ProtectedError
from django.utils import timezone

import games.moderation.tasks  # noqa: F401  # what the queue names
from accounts import signals
from accounts.models import User
from accounts.staff import conflicts_of_interest
from config.celery import app
from games.moderation.models import ModerationAction
from games.moderation.services.suspended_seats import list_unsynced, sync_all_suspensions, sync_suspension
from games.tables.bots.queue import list_unleased_turns
from games.tables.errors import ConflictError
from games.tables.models import Event, Seat, Table
from games.tables.services.start import start_table
from games.tables.services.timeouts import list_overdue_questions, resolve_overdue
from tests.matches import bodies, bot_play, finished, fresh, opened, play_on, running, seat, snapshot, to_turn_of
from tests.moderation.actions import seat_back, seat_to_bot, table_freeze, table_thaw
from tests.time_travel import set_deadlines


def set_active(person: User, active: bool) -> None:
    User.objects.filter(pk=person.pk).update(is_active=active)


def order(service, table, moderator, number, **options):
    service(public_id=table.public_id, moderator_id=moderator.pk, reason="away", number=number, **options)


def last(table):
    body = bodies(table)[-1]
    return body["kind"], body["cause"], body["seat"]


@pytest.mark.parametrize(
    "signal", [signals.user_suspended, signals.suspension_lifted, signals.user_anonymized], ids=["s", "r", "a"]
)
def test_one_job_per_table_that_has_not_ended(alice, bob, moderator, jobs, django_capture_on_commit_callbacks, signal):
    tables = [running("sdc", alice, bob), opened("lombard", bob), running("sdc", bob, alice)]
    finished("lombard", alice, bob)
    running("lombard", alice)
    jobs()
    with django_capture_on_commit_callbacks(execute=True):
        signal.send(User, person=bob)
    assert sorted(jobs()) == sorted(("moderation.sync_suspension", (table.pk,)) for table in tables)


def test_the_jobs_and_the_minutes_task_do_it(alice, bob, jobs, django_capture_on_commit_callbacks):
    tables = [running("sdc", alice, bob) for _ in range(2)]
    set_active(bob, False)
    with django_capture_on_commit_callbacks(execute=True):
        signals.user_suspended.send(User, person=bob)
    name, ids = jobs()[0]
    app.tasks[name](*ids)
    assert sorted(seat(table, 1).bot_level for table in tables) == ["", "normal"]  # whichever is found first
    app.tasks[app.conf.beat_schedule["settle"]["task"]]()
    assert [seat(table, 1).bot_level for table in tables] == ["normal", "normal"]


class TestARunningTable:
    @pytest.fixture
    def match(self, alice, bob):
        return running("lombard", alice, bob, seats=3, turn_seconds=3_600)

    def test_a_bot_plays_on(self, match, bob):
        at = to_turn_of(match, 1)
        set_active(bob, False)
        assert sync_suspension(match.pk)
        assert (seat(match, 1).user, seat(match, 1).bot_level) == (bob, "normal")
        assert last(match) == ("seat-to-bot", "house", 1)
        assert bob.name not in str(bodies(match)[-1])
        assert [turn.question for turn in list_unleased_turns(9)] == [(match.pk, 1, at.question_seq)]
        assert bot_play(at)

    def test_the_seat_comes_back(self, match, bob):
        at = to_turn_of(match, 1)
        for active in (False, True):
            set_active(bob, active)
            assert sync_suspension(match.pk)
        back = seat(match, 1)
        assert (back.bot_level, back.user, back.question_seq) == ("", bob, at.question_seq)
        assert back.deadline == fresh(match).changed_at + timedelta(hours=1)
        assert last(match) == ("seat-back", "house", 1)

    @pytest.mark.parametrize("active", [False, True])
    def test_twice_is_once(self, match, bob, active):
        for now in (False, active):
            set_active(bob, now)
            sync_suspension(match.pk)
        before = snapshot(match)
        assert not sync_suspension(match.pk)
        assert snapshot(match) == before

    def test_a_late_job_looks_at_what_holds_now(self, match, bob):
        """Suspended and restored before the first job came."""
        before = snapshot(match)
        assert not sync_suspension(match.pk)
        assert snapshot(match) == before

    def test_what_a_moderator_ordered_stays(self, match, bob, moderator):
        order(seat_to_bot, match, moderator, 1)
        set_active(bob, False)
        assert not sync_suspension(match.pk)
        set_active(bob, True)
        assert not sync_suspension(match.pk)
        assert seat(match, 1).bot_level == "normal"

    def test_suspended_again_after_a_moderator_gave_it_back(self, match, bob, moderator):
        order(seat_to_bot, match, moderator, 1)
        order(seat_back, match, moderator, 1)
        for active in (False, True):
            set_active(bob, active)
            assert sync_suspension(match.pk)
        assert seat(match, 1).bot_level == ""

    def test_no_moderator_gives_it_back_meanwhile(self, match, bob, moderator):
        set_active(bob, False)
        sync_suspension(match.pk)
        before = snapshot(match)
        with pytest.raises(ConflictError) as refused:
            order(seat_back, match, moderator, 1)
        assert refused.value.code == "person-suspended"
        assert snapshot(match) == before

    def test_everybody_at_once(self, match, alice, bob):
        for person in (alice, bob):
            set_active(person, False)
        assert sync_suspension(match.pk)
        assert play_on(match).status == "finished"
        assert not Event.objects.filter(table=match, kind="move", cause="player").exists()

    def test_a_frozen_one_waits_for_the_thaw(self, match, bob, moderator):
        to_turn_of(match, 1)
        act = {"public_id": match.public_id, "moderator_id": moderator.pk, "reason": "a look"}
        table_freeze(**act)
        frozen_at = fresh(match).frozen_at - timedelta(hours=5)
        Table.objects.filter(pk=match.pk).update(frozen_at=frozen_at)
        set_active(bob, False)
        assert sync_suspension(match.pk)
        table_thaw(**act)
        assert seat(match, 1).act_at - fresh(match).changed_at < timedelta(seconds=2)

    def test_the_bot_is_no_weaker_than_the_others(self, alice, bob):
        table = running("lombard", alice, bob, seats=3, level="normal")
        set_active(bob, False)
        sync_suspension(table.pk)
        assert seat(table, 1).bot_level == "normal"

    def test_an_ended_one_is_left_alone(self, alice, bob):
        table = finished("lombard", alice, bob)
        set_active(bob, False)
        before = snapshot(table)
        assert (sync_suspension(table.pk), sync_all_suspensions(9)) == (False, 0)
        assert snapshot(table) == before


class TestAnOpenTable:
    def test_the_seat_is_free_and_the_host_passes_on(self, alice, bob):
        table = opened("lombard", alice, bob, seats_=3)
        set_active(alice, False)
        assert sync_suspension(table.pk)
        assert seat(table, 0).is_vacant
        assert (fresh(table).host, fresh(table).status) == (bob, "open")
        assert last(table) == ("leave", "house", 0)
        assert not sync_suspension(table.pk)

    def test_of_several_the_host_is_one_who_may_play(self, alice, bob, charlie):
        table = opened("lombard", alice, bob, charlie, seats_=4)
        for person in (alice, bob):
            set_active(person, False)
        sync_suspension(table.pk)
        assert fresh(table).host == charlie
        assert [seat(table, n).user for n in range(3)] == [None, None, charlie]

    def test_left_by_everybody_it_is_abandoned(self, alice, bob):
        table = opened("lombard", alice, bob, seats_=3)
        for person in (alice, bob):
            set_active(person, False)
        sync_suspension(table.pk)
        assert fresh(table).status == "abandoned"

    def test_a_frozen_one_after_the_thaw(self, alice, bob, moderator):
        table = opened("lombard", alice, bob, seats_=3)
        act = {"public_id": table.public_id, "moderator_id": moderator.pk, "reason": "a look"}
        table_freeze(**act)
        set_active(bob, False)
        assert (list_unsynced(9), sync_suspension(table.pk)) == ([], False)
        table_thaw(**act)
        assert sync_all_suspensions(9) == 1
        assert seat(table, 1).is_vacant


class TestAJobThatGotLost:
    def test_is_found(self, alice, bob, charlie):
        tables = [running("sdc", alice, bob), opened("lombard", charlie, bob, seats_=3)]
        running("sdc", alice, charlie)
        assert sync_all_suspensions(9) == 0
        set_active(bob, False)
        assert list_unsynced(9) == sorted(table.pk for table in tables)
        assert (sync_all_suspensions(9), sync_all_suspensions(9)) == (2, 0)
        set_active(bob, True)
        assert (sync_all_suspensions(9), sync_all_suspensions(9)) == (1, 0)  # a player who left doesn't come back
        assert seat(tables[0], 1).bot_level == ""

    def test_at_most_so_many_at_a_time(self, alice, bob):
        for _ in range(3):
            running("sdc", alice, bob)
        set_active(bob, False)
        assert [sync_all_suspensions(2) for _ in range(3)] == [2, 1, 0]


class TestASeatOfNobody:
    """From before a person's row was kept."""

    @pytest.fixture
    def match(self, alice, bob):
        table = running("lombard", alice, bob, turn_seconds=3_600)
        to_turn_of(table, 1)
        Seat.objects.filter(table=table, number=1).update(user=None, played_by="nobody")
        return table

    def test_a_moderator_hands_it_to_a_bot(self, match, moderator):
        order(seat_to_bot, match, moderator, 1)
        assert (seat(match, 1).user, seat(match, 1).bot_level, last(match)) == (
            None,
            "normal",
            ("seat-to-bot", "moderator", 1),
        )
        with pytest.raises(ConflictError):
            order(seat_back, match, moderator, 1)
        assert play_on(match, 0).last_seq > 0

    def test_or_the_house_does(self, match):
        assert sync_all_suspensions(9) == 1
        assert (seat(match, 1).bot_level, last(match)) == ("normal", ("seat-to-bot", "house", 1))
        assert sync_all_suspensions(9) == 0

    def test_the_clock_plays_for_it(self, match):
        set_deadlines(Seat.objects.filter(table=match, number=1), timezone.now() - timedelta(seconds=1))
        assert len(list_overdue_questions(9)) == 1
        assert resolve_overdue(9) == 1
        assert [body["seat"] for body in bodies(match) if body["cause"] == "clock"] == [1]

    def test_at_an_open_table_it_is_free(self, alice, moderator):
        table = opened("lombard", alice, seats_=3)
        before = snapshot(table)
        with pytest.raises(ConflictError) as refused:
            order(seat_to_bot, table, moderator, 1)
        assert (refused.value.code, sync_all_suspensions(9)) == ("no-such-seat", 0)
        assert snapshot(table) == before


class TestDeleting:
    """A person's row stays as long as other rows refer to it."""

    def test_somebody_with_a_seat(self, alice, bob):
        table = opened("sdc", alice, bob)
        with pytest.raises(ProtectedError):
            bob.delete()
        assert seat(table, 1).user == bob

    def test_a_moderator(self, sdc, moderator):
        table_freeze(public_id=sdc.public_id, moderator_id=moderator.pk, reason="a look")
        with pytest.raises(ProtectedError):
            moderator.delete()
        assert ModerationAction.objects.get().moderator == moderator

    @pytest.mark.parametrize(
        "delete", [lambda person: person.delete(), lambda person: User.objects.filter(pk=person.pk).delete()]
    )
    def test_staff_with_a_history(self, alice, moderator, delete):
        LogEntry.objects.log_actions(moderator.pk, User.objects.filter(pk=alice.pk), CHANGE, "Suspended: spam")
        with pytest.raises(ProtectedError), transaction.atomic():
            delete(moderator)
        assert LogEntry.objects.get().user == moderator

    def test_nobody_who_left_a_trace_is_nobody(self, charlie):
        charlie.delete()
        assert not User.objects.filter(name="Charlie").exists()


class TestTies:
    def test_a_table_that_has_not_ended_ties_people(self, alice, bob, charlie):
        table = opened("sdc", alice, bob)
        assert conflicts_of_interest.has_strong_conflict(alice.pk, bob.pk)
        start_table(public_id=table.public_id, user_id=alice.pk)
        assert conflicts_of_interest.has_strong_conflict(bob.pk, alice.pk)
        assert not conflicts_of_interest.has_strong_conflict(alice.pk, charlie.pk)

    def test_an_ended_one_does_not(self, alice, bob):
        finished("lombard", alice, bob)
        assert not conflicts_of_interest.has_strong_conflict(alice.pk, bob.pk)

    def test_nor_does_anything_tie_somebody_to_themselves(self, sdc, alice):
        assert not conflicts_of_interest.has_strong_conflict(alice.pk, alice.pk)
