"""The clocks a table can have, and what happens at one when time is up."""

from dataclasses import dataclass
from typing import Any

MINUTE, HOUR, DAY = 60, 3_600, 86_400
TURN_SECONDS = (60, 120, 300, HOUR, 8 * HOUR, DAY, 3 * DAY, 7 * DAY)  # one minute … one week
# The bank a seat begins with, which it never exceeds, and what each answer adds. Never nothing: whose bank is empty
# must still have a chance to answer.
TIME_BANKS = (
    (10 * MINUTE, 15), (HOUR, 2 * MINUTE), (DAY, 2 * HOUR), (3 * DAY, 8 * HOUR), (7 * DAY, DAY),
)  # fmt: skip
NO_CLOCK = (0, 0)
CLOCKS = frozenset({NO_CLOCK, *TIME_BANKS, *((seconds, 0) for seconds in TURN_SECONDS)})
BOT_AFTER = (1, 2, 3, 5)
LIVE_SECONDS = 60  # for a decision, while all have agreed to play live
QUIET_HOURS_MIN_SECONDS = DAY  # clocks with less time than this stand still at no night


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How a table waits.

    turn_seconds, increment_seconds: time for each decision and 0; a time bank and what an answer adds to it; or 0, 0.
    on_timeout: "bot": the safe move is played, and after `bot_after` timeouts in a row a bot takes the seat until its
    person comes back; "forfeit": safe moves to the end, and the last place.
    vacations: whether the clocks of people on vacation stand still.
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
    def has_quiet_hours(self) -> bool:
        """Whether quiet hours count."""
        return self.turn_seconds >= QUIET_HOURS_MIN_SECONDS

    def as_dict(self) -> dict[str, Any]:
        """As the log tells it."""
        return {
            "turn_seconds": self.turn_seconds, "increment_seconds": self.increment_seconds,
            "on_timeout": self.on_timeout, "bot_after": self.bot_after, "vacations": self.vacations,
        }  # fmt: skip


def find_unsupported_setting(timing: TimeControl) -> str:
    """The name of a setting that isn't offered; "" if all of them are."""
    if timing.clock not in CLOCKS:
        return "turn_seconds"
    if timing.on_timeout not in ("bot", "forfeit"):
        return "on_timeout"
    return "" if timing.bot_after in BOT_AFTER else "bot_after"
