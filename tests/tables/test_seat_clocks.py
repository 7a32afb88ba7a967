"""A seat's clock through pauses, freezes, vacations, nights and answers, against one watched minute by minute."""

from datetime import UTC, datetime, time, timedelta

import pytest

from accounts.models import User
from games.clocks.availability import QuietHours
from games.engine.chance import Rng
from games.tables.clocks.availability import get_availability
from games.tables.clocks.seat_clock import charge_clock, read_seat_clock, start_clock, thaw_clocks, update_clock
from games.tables.locked_table import TableSession
from games.tables.models import Seat, Table
from tests.clocks.test_availability import BERLIN, TOKYO, is_quiet

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
SPRING, AUTUMN = datetime(2026, 3, 27, 9, tzinfo=UTC), datetime(2026, 10, 23, 9, tzinfo=UTC)
BANK, INCREMENT = 7 * 24 * HOUR, 2 * HOUR


class Watched:
    """One seat of two at a table in memory, and the same situation in minutes."""

    def __init__(self, begin: datetime, quiet: QuietHours | None, bank: bool) -> None:
        self.now, self.quiet = begin, quiet
        table = Table(status="running", turn_seconds=604_800, increment_seconds=7_200 if bank else 0)
        person = User(pk=1)
        if quiet:
            person.quiet_hours_start, person.quiet_hours_end, person.time_zone = (
                quiet.begins,
                quiet.ends,
                quiet.zone.key,
            )
        self.seats = [Seat(table=table, number=0, user=person), Seat(table=table, number=1, user=User(pk=2))]
        for seat in self.seats:
            seat.set_player(Seat.PlayedBy.PERSON)
        self.desk = TableSession(table, begin)
        self.desk.seats = self.seats
        self.seat, self.table = self.seats[0], table
        self.left, self.banked = BANK, bank
        self.ask()

    def ask(self) -> None:
        self.seat.question_seq = 1
        start_clock(self.desk, self.seat)

    @property
    def runs(self) -> bool:
        still = self.table.paused_at or self.table.frozen_at or self.seat.on_vacation
        return not still and not (self.quiet and is_quiet(self.now, self.quiet))

    def wait(self, minutes: int) -> None:
        for _ in range(minutes):
            self.left -= MINUTE * self.runs
            self.now += MINUTE
        self.desk.now = self.now

    def answer(self) -> None:
        if self.table.paused_at or self.table.frozen_at:
            return
        bank = BANK if self.seat.time_bank is None else self.seat.time_bank
        charged = charge_clock(self.desk, self.seat, is_answered=True)
        assert charged == (bank - max(self.left, 0 * HOUR) if self.banked else None)
        assert charge_clock(self.desk, self.seat, is_answered=True) in (None, 0 * HOUR)  # once is enough
        self.left = min(max(self.left, 0 * HOUR) + INCREMENT, BANK) if self.banked else BANK
        if self.banked:
            assert self.seat.time_bank == self.left
        self.ask()

    def pause(self) -> None:
        if not self.table.frozen_at:
            self.table.paused_at = None if self.table.paused_at else self.now
            update_clock(self.desk, self.seat)

    def freeze(self) -> None:
        if self.table.frozen_at:
            thaw_clocks(self.desk)
        else:
            self.table.frozen_at = self.now

    def vacation(self) -> None:
        self.seat.on_vacation = not self.seat.on_vacation
        update_clock(self.desk, self.seat)

    def check(self) -> None:
        """A stopped clock has no deadline; once released, it ends when the reference clock does."""
        update_clock(self.desk, self.seat)  # any number of times
        still = bool(self.table.paused_at or self.seat.on_vacation)
        assert (self.seat.deadline is None) is still
        assert (self.seat.clock_since is None) is still
        if still:
            assert self.seat.time_left == self.left
            return
        now = self.table.frozen_at or self.now
        clock = read_seat_clock(self.table, self.seats, self.seat, now)
        assert clock.get_remaining(now, get_availability(self.table, self.seats, self.seat, clock.since)) == self.left
        if self.left > 0 * HOUR and not self.table.frozen_at:
            late = Watched.__new__(Watched)
            late.__dict__ |= {"now": self.now, "quiet": self.quiet, "table": Table(), "seat": Seat()}
            late.desk, late.left = self.desk, self.left
            end = self.seat.deadline
            late.wait(int((end - self.now) / MINUTE))
            assert late.left == 0 * HOUR
            self.desk.now = self.now


@pytest.mark.parametrize("bank", [True, False], ids=["bank", "per decision"])
@pytest.mark.parametrize(
    "quiet",
    [
        None,
        QuietHours(time(22), time(7), BERLIN),
        QuietHours(time(9, 30), time(19, 30), TOKYO),
    ],
    ids=["day and night", "Berlin", "Tokyo by day"],
)
@pytest.mark.parametrize("begin", [SPRING, AUTUMN], ids=["spring", "autumn"])
def test_nothing_is_lost_or_gained(begin, quiet, bank):
    rng = Rng(b"seat clocks", f"{begin}{quiet}{bank}")
    watched = Watched(begin, quiet, bank)
    for _ in range(60):
        watched.wait(rng.randbelow(8 * 60))
        rng.choice([watched.answer, watched.answer, watched.pause, watched.freeze, watched.vacation])()
        watched.check()
