"""Time controls of tables: the time for a question, the increment of an answer, and the effect of a timeout."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

MINUTE, HOUR, DAY = 60, 3_600, 86_400
TURN_SECONDS = (60, 120, 300, HOUR, 8 * HOUR, DAY, 3 * DAY, 7 * DAY)  # one minute … one week
# The initial and maximum time bank, and the increment per answer. The increment is never 0, so that a seat with an
# empty bank still has a chance to answer.
TIME_BANKS = (
    (10 * MINUTE, 15), (HOUR, 2 * MINUTE), (DAY, 2 * HOUR), (3 * DAY, 8 * HOUR), (7 * DAY, DAY),
)  # fmt: skip
NO_CLOCK = (0, 0)
CLOCKS = frozenset({NO_CLOCK, *TIME_BANKS, *((seconds, 0) for seconds in TURN_SECONDS)})
ON_TIMEOUT = ("bot", "forfeit")
BOT_AFTER = (1, 2, 3, 5)
MILLISECOND = timedelta(milliseconds=1)
LIVE_TIME = timedelta(seconds=60)  # per move, while all have agreed on live play
SOLO_TIME = timedelta(days=30)  # no one waits and no clock is shown; it only makes forgotten matches end
SLOW_SECONDS = DAY  # from here on people look in occasionally: quiet hours count, and times are displayed coarsely


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time control of a table.

    `turn_seconds`, `increment_seconds`: the time per move and 0; a time bank and its increment; or 0, 0 for no clock.
    `on_timeout`: "bot" plays the safe move, and after `bot_after` consecutive timeouts a bot takes the seat until its
    owner returns; "forfeit" plays safe moves to the end and gives last place. `vacations`: the clocks of people on
    vacation are stopped.
    """

    turn_seconds: int = DAY
    increment_seconds: int = 0
    on_timeout: str = "bot"
    bot_after: int = 3
    vacations: bool = True

    @property
    def clock(self) -> tuple[int, int]:
        return self.turn_seconds, self.increment_seconds

    @property
    def has_clock(self) -> bool:
        return self.turn_seconds > 0

    @property
    def has_time_bank(self) -> bool:
        return self.increment_seconds > 0

    @property
    def full_bank(self) -> timedelta:
        """The initial bank of a seat, which it never exceeds."""
        return timedelta(seconds=self.turn_seconds)

    @property
    def is_slow(self) -> bool:
        """Return whether people have a day or more per move, so that quiet hours count."""
        return self.turn_seconds >= SLOW_SECONDS

    def get_time_for_question(
        self, bank: timedelta | None = None, *, is_live: bool = False, is_solo: bool = False
    ) -> timedelta | None:
        """Return how much time a person has for a new question; None for no limit.

        `bank` is the content of the seat's time bank; None for a full one.
        """
        if is_solo:
            return max(self.full_bank, SOLO_TIME)
        if is_live:
            return LIVE_TIME
        if self.has_time_bank:
            return self.full_bank if bank is None else bank
        return self.full_bank if self.has_clock else None

    def charge_bank(self, bank: timedelta, charged: timedelta, *, is_answered: bool) -> timedelta:
        """Return the content of a bank after a question that used up `charged`; an answer adds the increment."""
        bonus = timedelta(seconds=self.increment_seconds if is_answered else 0)
        return min(max(bank - charged, timedelta(0)) + bonus, self.full_bank)

    def as_dict(self) -> dict[str, Any]:
        """Return the settings in the format of the log."""
        return {
            "turn_seconds": self.turn_seconds, "increment_seconds": self.increment_seconds,
            "on_timeout": self.on_timeout, "bot_after": self.bot_after, "vacations": self.vacations,
        }  # fmt: skip


def find_unsupported_setting(timing: TimeControl) -> str:
    """Return the name of a setting that isn't offered; "" if all are."""
    if timing.clock not in CLOCKS:
        return "turn_seconds"
    if timing.on_timeout not in ON_TIMEOUT:
        return "on_timeout"
    return "" if timing.bot_after in BOT_AFTER else "bot_after"
