"""How long a table will take: an honest guess for people who come by now and then."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.catalog import registry
from games.engine.metadata import GameMetadata, Value
from games.tables.time_control import DAY, HOUR, MINUTE

CHECK_INS_PER_DAY = 3
LIVE = 5 * MINUTE  # with less time than this for a decision, all sit at the table together
ANSWER = 20  # seconds a person takes who sits there


@dataclass(frozen=True, slots=True)
class DurationEstimate:
    """`visits` each in `seconds`, which are whole minutes, hours or days; `kind` says what that takes for granted.

    live: everybody is there and answers within ANSWER seconds. hourly, daily: everybody looks in once an hour, or
    CHECK_INS_PER_DAY times a day, and plans ahead. alone: there is nobody to wait for, and the numbers mean nothing.
    """

    kind: str
    visits: int = 0
    seconds: int = 0


def estimate_duration(
    meta: GameMetadata,
    options: Mapping[str, Value],
    seats: int,
    *,
    bots: int = 0,
    turn_seconds: int = DAY,
    increment_seconds: int = 0,
) -> DurationEstimate | None:
    """The guess for a table with so many of its seats taken by bots, which answer at once.

    None where the game has not been measured or the settings don't go together. `turn_seconds` 0 is no limit; with
    an increment it is a time bank, which has to last for all of a person's decisions.
    """
    low, high = meta.get_seat_range(options)
    pace, people = registry.get_duration(meta.slug), seats - bots
    if pace is None or not low <= seats <= high or people < 1 or meta.find_conflict(options):
        return None
    if people == 1:
        return DurationEstimate("alone")
    each = turn_seconds
    if increment_seconds:
        each = turn_seconds // max(1, round(pace.visits(options, seats))) + increment_seconds
    kind, gap = _rhythm(each)
    live = kind == "live"  # then nobody has time to plan
    visits, looks = (
        (pace.visits(options, seats), pace.check_ins(options, seats)) if live else pace.with_premoves(options, seats)
    )
    # Bots take their share of the waiting away; what a person has to decide remains.
    return DurationEstimate(kind, visits, _rounded(max(visits, looks * people / seats) * gap))


def _rhythm(turn_seconds: int) -> tuple[str, int]:
    """What people do at a table with that much time for a decision, and the seconds between two looks of one."""
    if 0 < turn_seconds <= LIVE:
        return "live", 2 * ANSWER  # a look stands for two hand-offs: whoever is awaited is half a gap away
    if 0 < turn_seconds <= HOUR:
        return "hourly", HOUR
    return "daily", DAY // CHECK_INS_PER_DAY


def _rounded(seconds: float) -> int:
    """To no more precision than a guess has: minutes up to an hour and a half, hours up to a day and a half, days."""
    unit = MINUTE if seconds < 1.5 * HOUR else HOUR if seconds < 1.5 * DAY else DAY
    count = max(1, round(seconds / unit))
    return unit * (5 * round(count / 5) if unit == MINUTE and count > 10 else count)
