"""A table's seats as its page shows them, with what is left of everybody's time."""

from dataclasses import replace
from datetime import timedelta

from django.utils.translation import gettext

from games.rendering.seats import SeatLine
from games.tables.access import TableAccess
from games.tables.clocks.coarse_times import coarsen_deadline, get_time_granularity
from games.tables.labels import list_seat_lines
from games.tables.models import Seat, Table
from games.tables.templatetags.formatting import duration, time_left_text


def list_seats_with_clocks(access: TableAccess) -> list[SeatLine]:
    """The seats with their clocks; without any where nobody waits."""
    lines = list_seat_lines(access.seats, access.seat_number)
    if access.is_solo:
        return [replace(line, deadline=None, vacation=False) for line in lines]
    table = access.table
    told = [coarsen_deadline(table, line.deadline, own=line.is_me) for line in lines]
    spares = [
        _time_left_text(table, _time_left(table, seat), seat.number == access.seat_number) for seat in access.seats
    ]
    return [replace(line, deadline=at, clock_left=left) for line, at, left in zip(lines, told, spares, strict=True)]


def _time_left(table: Table, seat: Seat) -> timedelta | None:
    """What is left of a seat's time while no deadline tells it: in its bank, or because the clock stands still."""
    if table.status != Table.Status.RUNNING or not seat.is_person or seat.deadline is not None:
        return None
    if seat.time_left is not None:
        return seat.time_left
    if not table.increment_seconds or table.live_since is not None:
        return None
    return timedelta(seconds=table.turn_seconds) if seat.time_bank is None else seat.time_bank


def _time_left_text(table: Table, left: timedelta | None, own: bool) -> str:
    """In words, and no finer than this reader may know it; "" where nothing is told."""
    grain = get_time_granularity(table, own=own)
    if left is None:
        return ""
    if grain is None or left <= timedelta(0) or left >= grain:
        return time_left_text(left if grain is None else left // grain * grain)
    return gettext("less than %(time)s left") % {"time": duration(int(grain.total_seconds()))}
