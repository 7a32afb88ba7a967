"""Sitting down and standing up, for people and bots."""

from collections.abc import Mapping
from typing import NotRequired, TypedDict, Unpack

from django.conf import settings

from games import catalog
from games.tables.errors import Conflict, NotFound, Unprocessable
from games.tables.journal import Journal
from games.tables.limits import check_sit
from games.tables.locking import locked_table, write_transaction
from games.tables.models import Event, Seat, Table
from games.tables.opening import check_leads, check_open, own_seat, table_begin, table_create


class Setup(TypedDict):
    """What `table_create` takes, but for the host."""

    title_slug: str
    options: Mapping[str, object]
    seats: int
    visibility: NotRequired[Table.Visibility]
    turn_seconds: NotRequired[int]


def seat_take(*, public_id: str, user_id: int, number: int | None = None, invite_code: str = "") -> int:
    """Sit down, at the first vacant seat or a given one. Sitting there already is fine. Returns the seat's number."""
    with locked_table(public_id) as table:
        seats = list(table.seats.order_by("number"))
        own = next((seat for seat in seats if seat.user_id == user_id), None)
        if table.visibility == Table.Visibility.PRIVATE and own is None and invite_code != table.invite_code:
            raise NotFound("no-such-table")
        if own is not None:
            return own.number
        check_open(table)
        seat = _vacant(seats, number)
        check_sit(user_id)
        seat.user_id = user_id
        seat.save(update_fields=["user"])
        _note(table, "sit", seat.number)
        return seat.number


def seat_leave(*, public_id: str, user_id: int, cause: Event.Cause = Event.Cause.PLAYER) -> None:
    """Stand up before the start. The host's place passes on; a table that nobody sits at any more is abandoned."""
    with locked_table(public_id) as table:
        seats = list(table.seats.order_by("number"))
        seat = own_seat(table, seats, user_id)
        check_open(table)
        seat.user_id = None
        seat.save(update_fields=["user"])
        heirs = [other.user_id for other in seats if other.user_id is not None]
        if not heirs:
            table.status = Table.Status.ABANDONED
        elif table.host_id == user_id:
            table.host_id = heirs[0]
        _note(table, "leave", seat.number, cause)


def seats_fill(*, public_id: str, user_id: int, level: str, count: int | None = None, start: bool = False) -> None:
    """Put bots into vacant seats: `count` of them, or all; and start if asked to. The host may."""
    with locked_table(public_id) as table:
        seats = list(table.seats.order_by("number"))
        check_leads(table, seats, user_id)
        bots_seated(table, [seat for seat in seats if seat.vacant][:count], level)
        if start and not any(seat.vacant for seat in seats):
            table_begin(table, seats)


def bots_seated(table: Table, vacant: list[Seat], level: str) -> None:
    """Put a bot of that level into each of these vacant seats of a locked table."""
    title = catalog.title(table.title)
    if level not in title.bots:
        raise Unprocessable("bad-option", {"option": "level"})
    if not vacant:
        return
    journal = Journal(table, title, table.now)
    for seat in vacant:
        seat.bot = level
        journal.add("sit-bot", cause=Event.Cause.PLAYER, seat=seat.number, data={"level": level})
    Seat.objects.bulk_update(vacant, ["bot"])
    journal.write()


def table_with_bots(*, host_id: int, bots: int, level: str, **setup: Unpack[Setup]) -> Table:
    """Set up a table with that many bots, and start it if they fill it. All of it, or nothing."""
    with write_transaction():
        table = table_create(host_id=host_id, **setup)
        if bots or setup["seats"] == 1:
            full = bots == setup["seats"] - 1
            seats_fill(public_id=table.public_id, user_id=host_id, level=level, count=bots, start=full)
    return table


def table_quick(*, title_slug: str, user_id: int, level: str = "normal") -> Table:
    """A private table against bots with the sheet's defaults, started at once."""
    seats = catalog.metas()[title_slug].seats_default
    return table_with_bots(
        host_id=user_id, bots=seats - 1, level=level, title_slug=title_slug, options={}, seats=seats,
        visibility=Table.Visibility.PRIVATE, turn_seconds=settings.QUICK_TURN_SECONDS,
    )  # fmt: skip


def _note(table: Table, kind: str, number: int, cause: Event.Cause = Event.Cause.PLAYER) -> None:
    journal = Journal(table, catalog.title(table.title), table.now)
    journal.add(kind, cause=cause, seat=number)
    journal.write()


def _vacant(seats: list[Seat], number: int | None) -> Seat:
    vacant = [seat for seat in seats if seat.vacant and number in (None, seat.number)]
    if not vacant:
        raise Conflict("seat-taken")
    return vacant[0]
