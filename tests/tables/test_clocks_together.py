"""Everything that can happen to clocks, in any order: what always holds, and a match that can be verified."""

from contextlib import suppress
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Vacation
from games.engine.chance import Rng
from games.tables.bots.substitutes import seat_reclaim
from games.tables.errors import Refusal
from games.tables.models import Seat
from games.tables.services.proposals import agreement_answered, agreement_proposed, live_left, pause_ended
from games.tables.services.timeouts import overdue_resolved
from games.tables.services.vacations import all_rested, tables_unrested
from games.tables.time_control import Timing
from tests.matches import SHORT, fresh, play_on, running, turn, waiting
from tests.orders import seat_back, seat_to_bot, table_freeze, table_thaw
from tests.passing import time_runs_out
from tests.replays.audit.agreeing import all_agree

STEPS = 90
TIMINGS = [
    Timing(),
    Timing(86_400, 7_200, bot_after=2),
    Timing(3_600, on_timeout="forfeit"),
    Timing(0),
    Timing(60, bot_after=1),
]


def holds(table) -> None:
    """Of every seat: one clock at most, and none that acts while it is to stand still."""
    now = fresh(table)
    for seat in Seat.objects.filter(table=table):
        assert seat.deadline is None or seat.left is None
        if seat.asked is None:
            assert (seat.deadline, seat.left) == (None, None)
        elif seat.bot:
            assert seat.deadline is not None
        elif now.paused_at or (seat.vacation and not seat.forfeited):
            assert seat.deadline is None
        elif now.turn_seconds or now.live_at or seat.forfeited:
            assert seat.deadline is not None
        if seat.bank is not None:
            assert timedelta(0) <= seat.bank <= timedelta(seconds=now.turn_seconds)
        assert not (seat.away and not seat.bot)
    assert now.proposed or not now.agreed
    assert tables_unrested(50) == []


@pytest.mark.parametrize("timing", TIMINGS, ids=lambda timing: f"{timing.clock}{timing.on_timeout}")
def test_in_any_order(alice, bob, moderator, timing):
    rng, people = Rng(b"together", str(timing)), [alice, bob]
    table = running("sdc", alice, bob, timing=timing, **SHORT["sdc"])
    here = {"public_id": table.public_id}
    order = here | {"moderator_id": moderator.pk, "reason": "a look"}

    def anybody():
        return here | {"user_id": rng.choice(people).pk}

    def move():
        if fresh(table).in_play:
            turn(table, rng.choice(waiting(table)), rng)  # refused to who has forfeited

    def time_out():
        running_out = Seat.objects.filter(table=table, deadline__isnull=False, bot="")
        if numbers := list(running_out.values_list("number", flat=True)):
            time_runs_out(table, *numbers)
        overdue_resolved(50)

    def vacation():
        person, now, day = rng.choice(people), timezone.now(), timedelta(days=1)
        if not Vacation.objects.filter(user=person).delete()[0]:
            Vacation.objects.create(
                user=person, first=now.date(), last=now.date(), begins_at=now - day, ends_at=now + day
            )
        all_rested(50)

    actions = [
        move, move, move, time_out, vacation,
        lambda: agreement_proposed(**anybody(), kind=rng.choice(["pause", "live"])),
        lambda: agreement_answered(**anybody(), kind=fresh(table).proposed, agrees=rng.below(4) > 0),
        lambda: agreement_answered(**anybody(), kind=fresh(table).proposed, agrees=True),
        lambda: pause_ended(**anybody()), lambda: pause_ended(**anybody()), lambda: live_left(**anybody()),
        lambda: seat_reclaim(**anybody()), lambda: seat_reclaim(**anybody()),
        lambda: table_freeze(**order), lambda: table_thaw(**order), lambda: table_thaw(**order),
        lambda: seat_to_bot(**order, number=rng.below(2), level="normal"),
        lambda: seat_back(**order, number=rng.below(2)),
    ]  # fmt: skip
    for _ in range(STEPS):
        if fresh(table).ended:
            break
        with suppress(Refusal):
            rng.choice(actions)()
        holds(table)
    _left_to_end(table, order, here | {"user_id": alice.pk}, time_out)
    holds(table)
    all_agree(table)


def _left_to_end(table, order, alice, time_out) -> None:
    """Nothing stands in its way any more."""
    for let_go in (lambda: table_thaw(**order), lambda: pause_ended(**alice)):
        with suppress(Refusal):
            let_go()
    Vacation.objects.all().delete()
    all_rested(50)
    while not fresh(table).ended and Seat.objects.filter(table=table, forfeited=True, bot="").exists():
        for one in waiting(table):
            if one.bot or not one.forfeited:
                turn(table, one, Rng(b"together", str(one.asked)))
        time_out()
    play_on(table)
