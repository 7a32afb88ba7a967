"""Any combination of events at a table: an honest match agrees in all three checks."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from accounts.models import Vacation
from accounts.services.availability import get_local_date, take_vacation
from accounts.staff.services import anonymize_user
from games.catalog import registry
from games.clocks.time_control import TimeControl
from games.engine.chance import Rng
from games.engine.serialization.canonical_json import dump_canonical
from games.moderation.services.approvals import order_action
from games.moderation.services.suspended_seats import sync_all_suspensions
from games.replays.forks.services import create_fork_table, get_fork_origin
from games.replays.standalone.verify_match import YES, check_record
from games.replays.verification.selectors import audit_table
from games.tables.access import get_table_access
from games.tables.bots.substitutes import reclaim_seat, resign_seat
from games.tables.errors import ServiceError
from games.tables.models import Seat, Table
from games.tables.selectors.event_log import get_recent_log
from games.tables.services.hints import ask_for_hint
from games.tables.services.proposals import answer_proposal, end_live_play, end_pause, make_proposal
from games.tables.services.take_back import get_undoable_move, take_back_move
from games.tables.services.timeouts import resolve_overdue
from games.tables.services.vacations import sync_availability
from tests.matches import CAP, SHORT, finished, fresh, running, seat, state, turn, waiting
from tests.replays.archived import record_of
from tests.replays.record_checker import verify
from tests.time_travel import time_runs_out

SAMPLES = 9  # of each kind of table
ACTS_EACH = 5
SLUGS = ("lombard", "sdc", "get9")


class Match:
    """A match in progress; every act leaves it ready to go on. Impossible acts are left out."""

    def __init__(self, table: Table, people: list[Any], moderator: Any, rng: Rng) -> None:
        self.table, self.people, self.moderator, self.rng = table, people, moderator, rng
        self.here = {"public_id": table.public_id}

    def order(self, action: str, **order: Any) -> None:
        order_action(**self.here, moderator_id=self.moderator.pk, reason="a look", action=action, **order)

    def play(self, decisions: int) -> None:
        for _ in range(decisions):
            if not (seats := waiting(self.table)):
                return
            at = self.rng.choice(seats)
            if at.has_forfeited:
                self.let_time_run_out(at)
            else:
                turn(self.table, at, self.rng)

    def let_time_run_out(self, at: Seat) -> None:
        time_runs_out(self.table, at.number)
        resolve_overdue(50)

    def play_until_asked(self) -> Seat | None:
        """A seat whose person has to decide."""
        for _ in range(50):
            if at := next((seat for seat in waiting(self.table) if seat.is_person), None):
                return at
            self.play(1)
        return None


def hint(match: Match) -> None:
    if at := match.play_until_asked():
        ask_for_hint(**match.here, user_id=at.user_id, question_seq=at.question_seq)


def undo(match: Match) -> None:
    if at := match.play_until_asked():
        turn(match.table, at, match.rng)
        table = fresh(match.table)
        tail, game = get_recent_log(table, at.number, 50), registry.get_game(table.game_slug)
        move_seq = get_undoable_move(game, state(table).public, seat(table, at.number), tail)
        take_back_move(table.public_id, user_id=at.user_id, move_seq=move_seq)


def vacation(match: Match) -> None:
    for person in match.people:
        take_vacation(person=person, first=get_local_date(person), last=get_local_date(person))
        sync_availability(match.table.pk)
        match.play(2)
        Vacation.objects.filter(user=person).update(ends_at=timezone.now())
        sync_availability(match.table.pk)


def pause(match: Match) -> None:
    _agree(match, "pause")
    end_pause(**match.here, user_id=match.people[-1].pk)


def live(match: Match) -> None:
    _agree(match, "live")
    match.play(2)
    end_live_play(**match.here, user_id=match.people[0].pk)


def _agree(match: Match, kind: str) -> None:
    make_proposal(**match.here, user_id=match.people[0].pk, kind=kind)
    if fresh(match.table).proposed_agreement:
        answer_proposal(**match.here, user_id=match.people[-1].pk, kind=kind, agrees=True)


def freeze(match: Match) -> None:
    match.order("freeze")
    match.order("thaw")


def cancel_and_restore(match: Match) -> None:
    match.order("void")
    match.order("thaw")


def more_time(match: Match) -> None:
    if at := match.play_until_asked():
        match.order("extend", number=at.number, hours=2)


def bot_and_back(match: Match) -> None:
    """A moderator hands the seat to a bot, and gives it back."""
    match.order("seat-to-bot", number=0, level="normal")
    match.play(2)
    match.order("seat-back", number=0)


def late_and_back(match: Match) -> None:
    """Time runs out (where it is no forfeit a bot takes over), and the person takes the seat back."""
    if at := match.play_until_asked():
        match.let_time_run_out(at)
        match.play(2)
        reclaim_seat(**match.here, user_id=at.user_id)


def removal(match: Match) -> None:
    match.order("remove", number=len(match.people) - 1)


def resignation(match: Match) -> None:
    resign_seat(**match.here, user_id=match.people[-1].pk)


def deleted_account(match: Match) -> None:
    anonymize_user(person=match.people[0], by=match.moderator, reason="asked for it")
    sync_all_suspensions(50)


Act = Callable[[Match], None]
ALONE: tuple[Act, ...] = (hint, undo, vacation, freeze, cancel_and_restore, more_time, bot_and_back, late_and_back)
TOGETHER: tuple[Act, ...] = (pause, live, vacation, freeze, cancel_and_restore, more_time, bot_and_back, late_and_back)
LAST: tuple[Act, ...] = (resignation, deleted_account, removal)  # after it the person no longer plays


def _start_table(kind: str, on_timeout: str, rng: Rng, alice: Any, bob: Any) -> Table:
    slug = rng.choice(SLUGS)
    if kind == "fork":
        origin = finished(slug, alice, bob)
        start = origin.events.get(kind="start").seq
        at = start + rng.randbelow(max(1, (origin.last_seq - start) // 2))
        access, company = get_table_access(origin.public_id, alice.pk), {"against": "bots", "level": "beginner"}
        assert access is not None
        position = get_fork_origin(access, at, seat=0, **company)
        return create_fork_table(position, user_id=alice.pk, seat=0, seats=len(access.seats), start=True, **company)
    people = [alice] if kind == "alone" else [alice, bob]
    timing = TimeControl(3_600, on_timeout=on_timeout, bot_after=1)
    return running(slug, *people, timing=timing, **SHORT.get(slug, {}))


@pytest.mark.parametrize("sample", range(SAMPLES))
@pytest.mark.parametrize("kind", ["alone", "together", "fork"])
def test_any_sequence_of_acts(kind, sample, alice, bob, moderator):
    rng = Rng(b"combinations", f"{kind} {sample}")
    people = [alice, bob] if kind == "together" else [alice]
    match = Match(_start_table(kind, ("bot", "forfeit")[sample % 2], rng, alice, bob), people, moderator, rng)
    acts = [rng.choice(TOGETHER if kind == "together" else ALONE) for _ in range(ACTS_EACH)]
    names = []
    for act in (*acts, LAST[sample % len(LAST)]):
        match.play(rng.randbelow(4))
        try:
            act(match)
        except (ServiceError, ValidationError):
            continue
        names.append(act.__name__)
    match.play(CAP)
    table = fresh(match.table)
    assert table.status == Table.Status.FINISHED, names
    report = audit_table(table, bots=False)
    assert report.first_mismatch is None, (names, report.first_mismatch)
    assert report.verdict == "yes", names
    record = record_of(table)
    assert verify(record) is None, names
    assert check_record(dump_canonical(record)).code == YES, names
