"""Everything that can happen to clocks, in any order: what always holds, and a match that can be verified."""

from contextlib import suppress
from datetime import time, timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from accounts.models import User, Vacation
from accounts.services.availability import (
    change_quiet_hours,
    end_vacation,
    get_local_date,
    list_vacations,
    take_vacation,
)
from games.clocks.time_control import TimeControl
from games.engine.chance import Rng
from games.tables.bots.substitutes import reclaim_seat
from games.tables.errors import ServiceError
from games.tables.models import Seat
from games.tables.services.proposals import answer_proposal, end_live_play, end_pause, make_proposal
from games.tables.services.timeouts import resolve_overdue
from games.tables.services.vacations import list_tables_to_sync, sync_availability, sync_due_vacations
from tests.matches import SHORT, fresh, play_on, running, turn, waiting
from tests.moderation.actions import seat_back, seat_to_bot, table_freeze, table_thaw
from tests.replays.audit.agreeing import all_agree
from tests.time_travel import time_runs_out

pytestmark = pytest.mark.thorough

STEPS = 90
TIMINGS = [
    TimeControl(),
    TimeControl(86_400, 7_200, bot_after=2),
    TimeControl(3_600, on_timeout="forfeit"),
    TimeControl(0),
    TimeControl(60, bot_after=1),
]


def holds(table) -> None:
    """Check every seat: one clock at most, and none that runs while it should be stopped."""
    now = fresh(table)
    for seat in Seat.objects.filter(table=table):
        if seat.question_seq is None:
            assert (seat.deadline, seat.time_left, seat.clock_since) == (None, None, None)
        elif seat.is_bot or seat.deadline is None:
            assert seat.clock_since is None
        else:  # quiet hours and vacations only put it off
            assert seat.deadline >= seat.clock_since + seat.time_left
        if seat.question_seq is None:
            continue
        if seat.bot_level:
            assert seat.deadline is not None
        elif now.paused_at or (seat.on_vacation and not seat.has_forfeited):
            assert seat.deadline is None
        elif now.turn_seconds or now.live_since or seat.has_forfeited:
            assert seat.deadline is not None
        if seat.time_bank is not None:
            assert timedelta(0) <= seat.time_bank <= timedelta(seconds=now.turn_seconds)
        assert seat.is_bot == bool(seat.bot_level)
    assert now.proposed_agreement or not now.agreed_seats
    assert list_tables_to_sync(50) == []


@pytest.mark.parametrize("timing", TIMINGS, ids=lambda timing: f"{timing.clock}{timing.on_timeout}")
def test_in_any_order(alice, bob, moderator, timing):
    rng, people = Rng(b"together", str(timing)), [alice, bob]
    table = running("sdc", alice, bob, timing=timing, **SHORT["sdc"])
    here = {"public_id": table.public_id}
    order = here | {"moderator_id": moderator.pk, "reason": "a look"}

    def anybody():
        return here | {"user_id": rng.choice(people).pk}

    def move():
        if fresh(table).is_in_play:
            turn(table, rng.choice(waiting(table)), rng)  # refused to players who have forfeited

    def time_out():
        running_out = Seat.objects.filter(table=table, deadline__isnull=False, bot_level="")
        if numbers := list(running_out.values_list("number", flat=True)):
            time_runs_out(table, *numbers)
        resolve_overdue(50)

    def vacation():
        person = rng.choice(people)
        if rows := list_vacations(person):
            end_vacation(person=person, pk=rows[0].pk)
        else:
            day = get_local_date(User.objects.get(pk=person.pk))
            take_vacation(person=person, first=day, last=day + timedelta(days=rng.randbelow(2)))
        sync_due_vacations(50)

    def quiet_hours():
        begins = rng.randbelow(24)
        ends = (begins + 1 + rng.randbelow(10)) % 24
        times = (time(begins), time(ends)) if rng.randbelow(3) else (None, None)
        change = dict(zip(("quiet_hours_start", "quiet_hours_end"), times, strict=True))
        if rng.randbelow(2):
            change = {"time_zone": rng.choice(["Asia/Tokyo", "America/New_York", "Pacific/Chatham"])}
        change_quiet_hours(person=rng.choice(people), changes=change)
        sync_availability(table.pk)

    actions = [
        move, move, move, time_out, vacation, quiet_hours, quiet_hours,
        lambda: make_proposal(**anybody(), kind=rng.choice(["pause", "live"])),
        lambda: answer_proposal(**anybody(), kind=fresh(table).proposed_agreement, agrees=rng.randbelow(4) > 0),
        lambda: answer_proposal(**anybody(), kind=fresh(table).proposed_agreement, agrees=True),
        lambda: end_pause(**anybody()), lambda: end_pause(**anybody()), lambda: end_live_play(**anybody()),
        lambda: reclaim_seat(**anybody()), lambda: reclaim_seat(**anybody()),
        lambda: table_freeze(**order), lambda: table_thaw(**order), lambda: table_thaw(**order),
        lambda: seat_to_bot(**order, number=rng.randbelow(2), level="normal"),
        lambda: seat_back(**order, number=rng.randbelow(2)),
    ]  # fmt: skip
    for _ in range(STEPS):
        if fresh(table).is_ended:
            break
        with suppress(ServiceError, ValidationError):
            rng.choice(actions)()
        holds(table)
    _left_to_end(table, order, here | {"user_id": alice.pk}, time_out)
    holds(table)
    all_agree(table)


def _left_to_end(table, order, alice, time_out) -> None:
    """Remove everything that stops it."""
    for let_go in (lambda: table_thaw(**order), lambda: end_pause(**alice)):
        with suppress(ServiceError):
            let_go()
    for row in Vacation.objects.filter(ends_at__gt=timezone.now()):
        end_vacation(person=row.user, pk=row.pk)
    sync_due_vacations(50)
    while not fresh(table).is_ended and Seat.objects.filter(table=table, played_by="forfeited").exists():
        for waiting_seat in waiting(table):
            if waiting_seat.bot_level or not waiting_seat.has_forfeited:
                turn(table, waiting_seat, Rng(b"together", str(waiting_seat.question_seq)))
        time_out()
    play_on(table)
