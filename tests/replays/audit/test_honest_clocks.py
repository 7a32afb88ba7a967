"""Honest matches of all games with all clocks: stops, restarts and timeouts, and every checker says yes."""

from collections.abc import Callable
from datetime import time, timedelta
from functools import partial
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from games.catalog import registry
from games.clocks.time_control import BOT_AFTER, CLOCKS, ON_TIMEOUT, TimeControl
from games.engine.chance import Rng, hash_client_seed
from games.engine.serialization.canonical_json import dump_canonical
from games.replays.standalone.verify_match import YES, check_record
from games.replays.verification.selectors import audit_table
from games.tables.errors import ConflictError, ServiceError
from games.tables.models import Result, Seat, Table
from games.tables.services.seats import fill_with_bots
from games.tables.services.seed_reveal import reveal_client_seed, submit_client_seed_hash
from games.tables.services.timeouts import resolve_overdue
from tests.matches import CAP, SHORT, fresh, opened, running, waiting
from tests.moderation.actions import a_day_later, void_ordered
from tests.replays.archived import record_of
from tests.replays.audit import test_combinations as combinations
from tests.replays.audit.test_combinations import Act, Match
from tests.replays.record_checker import verify
from tests.time_travel import time_passes

pytestmark = pytest.mark.thorough

ALL_CLOCKS = sorted(CLOCKS)
QUICK, SLOW = len(ALL_CLOCKS), 320
KINDS = ("together", "three", "with a bot", "alone", "strict", "fork", "voided")
DAY = 86_400


class TimedMatch(Match):
    """A match in which time goes by between decisions."""

    lets_time_pass = True

    def let_time_pass(self) -> None:
        """Let a part of the table's time pass, sometimes more than there is; timeouts are found late."""
        seconds = self.table.time_control.turn_seconds or DAY
        time_passes(self.table, timedelta(microseconds=self.rng.randbelow(seconds * 600_000)))
        resolve_overdue(50)

    def let_time_run_out(self, at: Seat) -> None:
        if at.deadline is None:
            raise ConflictError("no-clock")
        super().let_time_run_out(at)

    def resume(self) -> None:
        """End a pause, which may also begin when the last one whose agreement was missing stops playing."""
        for person in self.people:
            if fresh(self.table).paused_at:
                _try(partial(end_pause, person.pk), self)

    def play(self, decisions: int) -> None:
        for _ in range(min(decisions, 40)):
            if self.lets_time_pass and fresh(self.table).is_in_play and self.rng.percent_chance(20):
                self.let_time_pass()
            self.resume()
            super().play(1)
        super().play(max(decisions - 40, 0))


def pause_for_long(match: Match) -> None:
    combinations._agree(match, "pause")
    _pass_time(match)
    combinations.end_pause(**match.here, user_id=match.people[-1].pk)


def freeze_for_long(match: Match) -> None:
    match.order("freeze")
    _pass_time(match)
    match.order("thaw")


def freeze_a_bots_seat(match: Match) -> None:
    """A bot comes and goes while the table is frozen and announced void."""
    match.order("void")
    match.order("seat-to-bot", number=0, level="normal")
    _pass_time(match)
    match.order("seat-back", number=0)
    match.order("thaw")


def live_until_time_is_up(match: Match) -> None:
    combinations._agree(match, "live")
    match.play(1)
    if at := match.play_until_asked():
        match.let_time_run_out(at)


def moderators_move(match: Match) -> None:
    if at := match.play_until_asked():
        match.order("play", number=at.number, asked=at.question_seq, move="")


def end_pause(user_id: int, match: Match) -> None:
    combinations.end_pause(**match.here, user_id=user_id)


def play_a_while(match: Match) -> None:
    match.play(6)


def _pass_time(match: Match) -> None:
    time_passes(match.table, timedelta(seconds=match.rng.randbelow(20 * 3_600)))


ACTS: tuple[Act, ...] = (
    *combinations.TOGETHER, pause_for_long, freeze_for_long, freeze_a_bots_seat, live_until_time_is_up, moderators_move,
    play_a_while, play_a_while,
)  # fmt: skip


def _start(kind: str, slug: str, timing: TimeControl, people: list[Any], rng: Rng) -> Table:
    setup = SHORT.get(slug, {}) | {"timing": timing}
    if kind == "fork":
        return combinations._start_table("fork", timing.on_timeout, rng, *people[:2])
    if kind != "strict":
        return running(slug, *people, seats=_count_seats(kind, slug, people), **setup)
    table = opened(slug, *people, strict=True, **setup)
    if any(seat.is_vacant for seat in table.seats.all()):
        fill_with_bots(public_id=table.public_id, user_id=people[0].pk, level="beginner")
    for number, person in enumerate(people):
        seed_hash = hash_client_seed(table.public_id, number, bytes([number]) * 32)
        submit_client_seed_hash(public_id=table.public_id, user_id=person.pk, client_seed_hash=seed_hash)
    for number, person in enumerate(people):
        reveal_client_seed(public_id=table.public_id, user_id=person.pk, client_seed=bytes([number]) * 32)
    return fresh(table)


def _count_seats(kind: str, slug: str, people: list[Any]) -> int:
    meta = registry.list_metadata()[slug]
    low, high = meta.get_seat_range(meta.clean_options(SHORT.get(slug, {}).get("options", {})))
    return min(high, max(low, len(people) + (kind == "with a bot")))


def _draw_match(sample: int, people: list[Any], moderator: Any) -> tuple[TimedMatch, tuple[Act, ...], str]:
    rng = Rng(b"honest clocks", str(sample))
    turn_seconds, increment = ALL_CLOCKS[sample % len(ALL_CLOCKS)]
    timing = TimeControl(
        turn_seconds, increment, rng.choice(ON_TIMEOUT), rng.choice(BOT_AFTER), vacations=rng.percent_chance(80)
    )
    kind = KINDS[(sample // 2) % len(KINDS)]
    slug = rng.choice(sorted(registry.list_metadata()))
    is_for_two = registry.list_metadata()[slug].seats_max < 3
    count = 1 if kind in ("alone", "fork") else 3 if kind == "three" and not is_for_two else 2
    for person in people[:count]:
        if rng.percent_chance(50):
            person.quiet_hours_start, person.quiet_hours_end = time(rng.randbelow(24)), time(rng.randbelow(24))
            person.save(update_fields=["quiet_hours_start", "quiet_hours_end"])
    table = _start(kind, slug, timing, people if kind == "fork" else people[:count], rng)
    match = TimedMatch(table, people[:count], moderator, rng)
    acts = combinations.ALONE if count == 1 else ACTS
    return match, tuple(rng.choice(acts) for _ in range(5)), kind


def _try(act: Callable[[Match], None], match: TimedMatch) -> str:
    """Do it. Return its name, "" where it wasn't possible."""
    try:
        act(match)
    except (ServiceError, ValidationError):
        return ""
    return getattr(act, "__name__", "")


def check_honest_match(sample: int, people: list[Any], moderator: Any) -> None:
    match, acts, kind = _draw_match(sample, people, moderator)
    history = [kind, match.table.game_slug, match.table.time_control]
    for act in acts:
        match.play(match.rng.randbelow(6))
        history.append(_try(act, match))
        if fresh(match.table).frozen_at:
            match.order("thaw")
        match.resume()
    if kind == "voided" and not fresh(match.table).is_ended:
        void_ordered(public_id=match.table.public_id, moderator_id=moderator.pk, reason="a look")
        a_day_later(match.table.public_id)
    else:
        match.lets_time_pass = False
        history.append(_try(combinations.LAST[sample % 3], match))
        match.play(CAP)
    table = fresh(match.table)
    if removed := table.events.filter(kind="leave", seq__gt=table.events.get(kind="start").seq).first():
        # Time that goes by moves the log, and not the results that are there already.
        Result.objects.filter(table=table, outcome="removed").update(ended_at=removed.created_at)
    assert table.is_ended, (history, [(at.number, at.played_by) for at in waiting(table)])
    report = audit_table(table, bots=False)
    assert (report.verdict, report.first_mismatch) == ("yes", None), (history, report.answers)
    record = record_of(table)
    assert verify(record) is None, history
    verdict = check_record(dump_canonical(record))
    assert verdict.code == YES, (history, verdict.text)


@pytest.mark.parametrize("sample", range(QUICK))
def test_one_by_each_clock(sample, alice, bob, charlie, moderator):
    check_honest_match(sample, [alice, bob, charlie], moderator)


@pytest.mark.slow
@pytest.mark.parametrize("sample", range(QUICK, SLOW))
def test_some_three_hundred(sample, alice, bob, charlie, moderator):
    check_honest_match(sample, [alice, bob, charlie], moderator)
