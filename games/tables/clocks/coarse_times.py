"""Coarse times for running matches, so that response times can't be read from pages.

The time an answer takes gives away cards, or that it was a premove.
"""

from dataclasses import replace
from datetime import datetime, timedelta

from games.rendering.log_lines import LogLine
from games.tables.models import Table

HOUR = timedelta(hours=1)
OWN_GRANULARITY = timedelta(minutes=10)


def floor_time(moment: datetime, grain: timedelta = HOUR) -> datetime:
    """Round down to the hour (or `grain`)."""
    return moment - timedelta(seconds=moment.timestamp() % grain.total_seconds())


def coarsen_time(table: Table, moment: datetime) -> datetime:
    """Return the time of something that happened at a table, rounded to the hour until the table has ended."""
    return moment if table.is_ended or table.status == Table.Status.OPEN else floor_time(moment)


def coarsen_log_times(table: Table, lines: list[LogLine]) -> list[LogLine]:
    """Round the times of log lines until the table has ended."""
    return lines if table.is_ended else [replace(line, at=coarsen_time(table, line.at)) for line in lines]


def get_time_granularity(table: Table, *, is_own: bool) -> timedelta | None:
    """Return how precisely a seat's time is shown; None: to the second.

    With less than a day per decision, or live, people sit at the table together and see response times anyway.
    """
    if not table.time_control.is_slow or table.live_since is not None:
        return None
    return OWN_GRANULARITY if is_own else HOUR


def coarsen_deadline(table: Table, deadline: datetime | None, *, is_own: bool) -> datetime | None:
    """Return the deadline to show: at slow tables, others' rounded up to the hour, the reader's own down a little."""
    grain = get_time_granularity(table, is_own=is_own)
    if deadline is None or grain is None:
        return deadline
    return floor_time(deadline, grain) if is_own else floor_time(deadline + grain)
