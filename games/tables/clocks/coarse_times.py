"""Times as they are told while a match runs: so coarse that nobody's response time can be read from them.

How fast somebody answers tells of their cards, and whether it was a plan that answered.
"""

from dataclasses import replace
from datetime import datetime, timedelta

from games.rendering.log_lines import LogLine
from games.tables.models import Table

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
OWN_GRANULARITY = timedelta(minutes=10)


def floor_time(moment: datetime, grain: timedelta = HOUR) -> datetime:
    """The whole hour (or `grain`) before it."""
    return moment - timedelta(seconds=moment.timestamp() % grain.total_seconds())


def coarsen_time(table: Table, moment: datetime) -> datetime:
    """When something happened at a table: the hour, until it has ended."""
    return moment if table.is_ended or table.status == Table.Status.OPEN else floor_time(moment)


def coarsen_log_times(table: Table, lines: list[LogLine]) -> list[LogLine]:
    """The log's lines, likewise."""
    return lines if table.is_ended else [replace(line, at=coarsen_time(table, line.at)) for line in lines]


def get_time_granularity(table: Table, *, own: bool) -> timedelta | None:
    """How finely a seat's time is told; None: to the second. With less than a day, or live, people sit at the table
    together, and see how long each other takes."""
    if table.turn_seconds < DAY.total_seconds() or table.live_since is not None:
        return None
    return OWN_GRANULARITY if own else HOUR


def coarsen_deadline(table: Table, deadline: datetime | None, *, own: bool) -> datetime | None:
    """Where people have a day or more, others' deadlines to the hour, one's own a little early."""
    grain = get_time_granularity(table, own=own)
    if deadline is None or grain is None:
        return deadline
    return floor_time(deadline, grain) if own else floor_time(deadline + grain)
