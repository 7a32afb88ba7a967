"""Estimate of how long a table will take, for people who check in now and then."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.catalog import registry
from games.clocks.time_control import DAY, HOUR, MINUTE
from games.engine.metadata import GameMetadata, Value

CHECK_INS_PER_DAY = 3
LIVE = 5 * MINUTE  # with at most this much time per decision, everyone sits at the table together
ANSWER = 20  # seconds that a person at the table takes


@dataclass(frozen=True, slots=True)
class DurationEstimate:
    """An estimate of `visits`, each taking `seconds` (whole minutes, hours or days). `kind` names its assumption.

    live: everyone is present and answers within ANSWER seconds. hourly, daily: everyone checks in once an hour, or
    CHECK_INS_PER_DAY times a day, and plans ahead. alone: there is no one to wait for, and the numbers mean nothing.
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
    """Estimate the duration of a table with `bots` of its seats taken by bots, which answer immediately.

    Return None if the game has not been measured or the settings are invalid. `turn_seconds` 0 is no limit; with an
    increment it is a time bank that has to last for all of a person's decisions.
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
    live = kind == "live"  # no time to plan ahead
    visits, looks = (
        (pace.visits(options, seats), pace.check_ins(options, seats)) if live else pace.with_premoves(options, seats)
    )
    # Bots reduce the waiting, but not the number of decisions a person has to make.
    return DurationEstimate(kind, visits, _rounded(max(visits, looks * people / seats) * gap))


def _rhythm(turn_seconds: int) -> tuple[str, int]:
    """Return the assumption for this much time per decision, and the seconds between two check-ins of a person."""
    if 0 < turn_seconds <= LIVE:
        return "live", 2 * ANSWER  # a check-in covers two hand-offs: on average the next player is half a gap away
    if 0 < turn_seconds <= HOUR:
        return "hourly", HOUR
    return "daily", DAY // CHECK_INS_PER_DAY


def _rounded(seconds: float) -> int:
    """Round to the precision of an estimate: minutes up to 1.5 hours, hours up to 1.5 days, then days."""
    unit = MINUTE if seconds < 1.5 * HOUR else HOUR if seconds < 1.5 * DAY else DAY
    count = max(1, round(seconds / unit))
    return unit * (5 * round(count / 5) if unit == MINUTE and count > 10 else count)
