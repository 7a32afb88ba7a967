"""The seats of a table for display, with their remaining time."""

from dataclasses import replace
from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext

from games.rendering.seats import SeatLine
from games.tables.access import TableAccess
from games.tables.clocks.coarse_times import coarsen_deadline, get_time_granularity
from games.tables.clocks.seat_clock import get_time_bank, read_seat_clock, uses_time_bank
from games.tables.formatting import duration, time_left_text
from games.tables.labels import list_seat_lines
from games.tables.models import Seat, Table


def list_seats_with_clocks(access: TableAccess) -> list[SeatLine]:
    """Return the seats with their clocks; no clocks if no one waits."""
    lines = list_seat_lines(access.seats, access.seat_number)
    if access.is_solo:
        return [replace(line, deadline=None, vacation=False) for line in lines]
    return [_add_clock(access, seat, line) for seat, line in zip(access.seats, lines, strict=True)]


def is_own_clock_stopped(access: TableAccess) -> bool:
    """Return whether the reader has a question to answer and its clock is stopped."""
    seat = access.own_seat
    return seat is not None and _get_stopped_time(access, seat) is not None


def _add_clock(access: TableAccess, seat: Seat, line: SeatLine) -> SeatLine:
    """Add the deadline of a running clock, or the remaining time of a stopped clock or an unused time bank."""
    time_left = _get_standing_time(access, seat)
    text = "" if time_left is None else _time_left_text(access.table, time_left, line.is_me)
    return replace(line, deadline=coarsen_deadline(access.table, line.deadline, is_own=line.is_me), clock_left=text)


def _get_standing_time(access: TableAccess, seat: Seat) -> timedelta | None:
    """Return a person's remaining time while it isn't running; None if it runs, or there is no clock."""
    table = access.table
    if table.status != Table.Status.RUNNING or not seat.is_person or seat.deadline is not None:
        return None
    if (time_left := _get_stopped_time(access, seat)) is not None:
        return time_left
    return get_time_bank(table, seat) if uses_time_bank(table, access.seats, seat) else None


def _get_stopped_time(access: TableAccess, seat: Seat) -> timedelta | None:
    if seat.deadline is not None:  # running: how far depends on quiet hours, which aren't loaded with the seats
        return None
    clock = read_seat_clock(access.table, access.seats, seat, timezone.now())
    return None if clock is None else clock.time_left


def _time_left_text(table: Table, time_left: timedelta | None, is_own: bool) -> str:
    """Return the remaining time in words, no finer than this reader may know; "" if nothing is shown."""
    grain = get_time_granularity(table, is_own=is_own)
    if time_left is None:
        return ""
    if grain is None or time_left <= timedelta(0) or time_left >= grain:
        return time_left_text(time_left if grain is None else time_left // grain * grain)
    return gettext("less than %(time)s left") % {"time": duration(int(grain.total_seconds()))}
