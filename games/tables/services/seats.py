"""Sitting down and standing up, for people and bots."""

from collections.abc import Mapping
from typing import NotRequired, TypedDict, Unpack

from django.conf import settings

from config.db.locking import write_transaction
from games.catalog import registry
from games.tables import signals
from games.tables.errors import Conflict, NotAllowed, NotFound, Unprocessable
from games.tables.gameplay.client_seeds import opening_begun
from games.tables.gameplay.forks import Origin, bots_only
from games.tables.gameplay.results import removal_noted
from games.tables.labels import holder_key
from games.tables.models import Event, Seat, Table
from games.tables.services.quotas import check_sit
from games.tables.services.seed_reveal import broken_off_by, check_unopened
from games.tables.services.start import begin, check_hosts, check_leads, holder, table_create
from games.tables.session.table_session import Desk, check_open, desk
from games.tables.time_control import Timing


class Setup(TypedDict):
    """What `table_create` takes, but for the host."""

    title_slug: str
    options: Mapping[str, object]
    seats: int
    visibility: NotRequired[Table.Visibility]
    timing: NotRequired[Timing]
    turn_seconds: NotRequired[int]
    host_seat: NotRequired[int]
    origin: NotRequired[Origin | None]
    strict: NotRequired[bool]


def seat_take(*, public_id: str, user_id: int, number: int | None = None, invite_code: str = "") -> int:
    """Sit down, at the first vacant seat or a given one. Sitting there already is fine. Returns the seat's number."""
    with desk(public_id) as d:
        own = next((seat for seat in d.seats if seat.user_id == user_id), None)
        if own is not None:
            return own.number
        if d.table.visibility == Table.Visibility.PRIVATE and invite_code != d.table.invite_code:
            raise NotFound("no-such-table")
        check_open(d.table)
        if bots_only(d.table):
            raise NotAllowed("fork-bots-only")
        signals.SeatRequested(d, user_id).send()
        seat = _vacant(d.seats, number)
        check_sit(user_id)
        seat.user_id, seat.phrase_hash = user_id, ""
        d.journal.add(Event.Kind.SIT, cause=Event.Cause.PLAYER, seat=seat.number, data=holder(d, user_id))
        return seat.number


def seat_leave(*, public_id: str, user_id: int, break_off: bool = False) -> None:
    """Stand up before the start. At a strict table where opening has begun only whoever means to break it off may."""
    with desk(public_id) as d:
        seat = d.seat_of(user_id)
        check_open(d.table)
        if not break_off:
            check_unopened(d)
        stand_up(d, seat)


def stand_up(
    d: Desk, seat: Seat, cause: Event.Cause = Event.Cause.PLAYER, data: dict[str, object] | None = None
) -> None:
    """Free a seat before the start. The host's place passes on; a table nobody sits at any more is abandoned.

    Where opening has begun the table is broken off instead.
    """
    check_open(d.table)
    if opening_begun(d):
        broken_off_by(d, seat, cause, data)
        return
    gone, seat.user_id, seat.phrase_hash = seat.user_id, None, ""
    heirs = [other.user_id for other in d.seats if other.user_id is not None]
    if not heirs:
        d.table.status = Table.Status.ABANDONED
    elif d.table.host_id == gone:
        d.table.host_id = heirs[0]
    d.journal.add(Event.Kind.LEAVE, cause=cause, seat=seat.number, data=data)


def seat_remove(*, public_id: str, user_id: int, number: int, key: str) -> None:
    """The host takes a seat from a person or a bot before the start: whoever `names.holder_key` says sits there."""
    with desk(public_id) as d:
        check_hosts(d, user_id)
        seat = next((one for one in d.seats if one.number == number and not one.vacant), None)
        if seat is None or seat.user_id == user_id or holder_key(seat) != key:
            raise Conflict("no-such-seat")
        check_unopened(d)
        if seat.user_id is not None:
            removal_noted(d, seat)
        seat.bot, seat.absent = "", False
        stand_up(d, seat)


def seats_fill(*, public_id: str, user_id: int, level: str, count: int | None = None, start: bool = False) -> None:
    """Put bots into vacant seats: `count` of them, or all; and start if asked to. The host may."""
    with desk(public_id) as d:
        check_leads(d, user_id)
        if level not in d.title.bots:
            raise Unprocessable("bad-option", {"option": "level"})
        for seat in [seat for seat in d.seats if seat.vacant][:count]:
            seat.bot = level
            d.journal.add(Event.Kind.SIT_BOT, cause=Event.Cause.PLAYER, seat=seat.number, data={"level": level})
        if start and not any(seat.vacant for seat in d.seats):
            begin(d)


def table_with_bots(*, host_id: int, bots: int, level: str, start: bool = True, **setup: Unpack[Setup]) -> Table:
    """Set up a table with that many bots, and start it if they fill it, unless told not to. All of it, or nothing."""
    with write_transaction():
        table = table_create(host_id=host_id, **setup)
        if bots or setup["seats"] == 1:
            begins = start and bots == setup["seats"] - 1 and not table.strict
            seats_fill(public_id=table.public_id, user_id=host_id, level=level, count=bots, start=begins)
    return table


def table_quick(*, title_slug: str, user_id: int, level: str = "normal", start: bool = True) -> Table:
    """A private table against bots with the sheet's defaults, started at once or with the player's phrase."""
    seats = registry.metas()[title_slug].seats_default
    return table_with_bots(
        host_id=user_id, bots=seats - 1, level=level, start=start, title_slug=title_slug, options={}, seats=seats,
        visibility=Table.Visibility.PRIVATE, turn_seconds=settings.QUICK_TURN_SECONDS,
    )  # fmt: skip


def _vacant(seats: list[Seat], number: int | None) -> Seat:
    vacant = [seat for seat in seats if seat.vacant and number in (None, seat.number)]
    if not vacant:
        raise Conflict("seat-taken")
    return vacant[0]
