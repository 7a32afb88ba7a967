"""Taking and leaving seats, for people and bots."""

from collections.abc import Mapping
from typing import Any, NotRequired, TypedDict, Unpack

from django.conf import settings

from config.db.locking import write_transaction
from games.catalog import registry
from games.clocks.time_control import TimeControl
from games.engine.metadata import QUICK
from games.tables import signals
from games.tables.bots.levels import require_level
from games.tables.bots.substitutes import get_substitute_level, set_seat_player
from games.tables.errors import ConflictError, ForbiddenError, NotFoundError, UnprocessableError
from games.tables.gameplay.agreements import settle_proposal
from games.tables.gameplay.client_seeds import has_reveal_started
from games.tables.gameplay.forks import ForkOrigin, is_bots_only
from games.tables.gameplay.results import record_removal
from games.tables.labels import get_holder_key
from games.tables.locked_table import TableSession, locked_table, require_open
from games.tables.models import Event, Seat, Table
from games.tables.services.quotas import require_seat_quota
from games.tables.services.seed_reveal import begin_reveal_if_ready, break_off_by_seat, require_reveal_not_started
from games.tables.services.start import (
    create_table,
    get_holder_data,
    require_acting_host,
    require_host,
    start_locked_table,
)


class TableSetup(TypedDict):
    """The arguments of `create_table` except the host."""

    game_slug: str
    options: Mapping[str, object]
    seats: int
    visibility: NotRequired[Table.Visibility]
    timing: NotRequired[TimeControl]
    turn_seconds: NotRequired[int]
    host_seat: NotRequired[int]
    origin: NotRequired[ForkOrigin | None]
    strict: NotRequired[bool]
    name: NotRequired[str]
    starts_when_full: NotRequired[bool]


def take_seat(*, public_id: str, user_id: int, number: int | None = None, invite_code: str = "") -> int:
    """Take a seat: the given one, or the first vacant. Idempotent. Return the seat's number."""
    with locked_table(public_id) as session:
        own_seat = next((seat for seat in session.seats if seat.user_id == user_id), None)
        if own_seat is not None:
            return own_seat.number
        if session.table.visibility == Table.Visibility.PRIVATE and invite_code != session.table.invite_code:
            raise NotFoundError("no-such-table")
        require_open(session.table)
        if is_bots_only(session.table):
            raise ForbiddenError("fork-bots-only")
        signals.SeatRequested(session, user_id).send()
        seat = _vacant(session.seats, number)
        require_seat_quota(user_id)
        seat.seat_person(user_id)
        seat.client_seed_hash = ""
        session.event_writer.append(
            Event.Kind.SIT, cause=Event.Cause.PLAYER, seat=seat.number, data=get_holder_data(session, user_id)
        )
        if not any(other.is_vacant for other in session.seats):
            if session.table.starts_when_full:
                _begin(session)
            elif not session.table.is_strict:  # a strict table isn't started by its host
                signals.TableFilled(session, user_id).send()
        return seat.number


def _begin(session: TableSession) -> None:
    """Start the match at a full table, or ask for the client seeds at a strict one. The last one revealed starts it."""
    if session.table.is_strict:
        begin_reveal_if_ready(session)
    else:
        start_locked_table(session)


def leave_seat(*, public_id: str, user_id: int, break_off: bool = False) -> None:
    """Leave a seat before the start. Once revealing has begun at a strict table, this requires `break_off`."""
    with locked_table(public_id) as session:
        seat = session.get_seat_for(user_id)
        require_open(session.table)
        if not break_off:
            require_reveal_not_started(session)
        vacate_seat(session, seat)


def vacate_seat(
    session: TableSession, seat: Seat, cause: Event.Cause = Event.Cause.PLAYER, data: dict[str, object] | None = None
) -> None:
    """Free a seat before the start. The host role passes on; a table without people is abandoned.

    Once client seeds are being revealed, the table is broken off instead.
    """
    require_open(session.table)
    if has_reveal_started(session):
        break_off_by_seat(session, seat, cause, data)
        return
    user_id = seat.user_id
    seat.clear()
    seat.client_seed_hash = ""
    session.table.reveal_deadline = None
    heirs = [other.user_id for other in session.seats if other.user_id is not None]
    if not heirs:
        session.table.status = Table.Status.ABANDONED
    elif session.table.host_id == user_id:
        session.table.host_id = heirs[0]
    session.event_writer.append(Event.Kind.LEAVE, cause=cause, seat=seat.number, data=data)


def remove_player(*, public_id: str, user_id: int, number: int, key: str) -> None:
    """Remove a person or bot before the start, as the host. `key` is the expected holder (`get_holder_key`)."""
    with locked_table(public_id) as session:
        require_host(session, user_id)
        seat = next((other for other in session.seats if other.number == number and not other.is_vacant), None)
        if seat is None or seat.user_id == user_id or get_holder_key(seat) != key:
            raise ConflictError("no-such-seat")
        require_reveal_not_started(session)
        if seat.user_id is not None:
            record_removal(session, seat)
        vacate_seat(session, seat)


def fill_with_bots(
    *,
    public_id: str,
    user_id: int,
    level: str,
    levels: Mapping[int, str] | None = None,
    count: int | None = None,
    start: bool = False,
    is_offered: bool = False,
) -> None:
    """Put bots in `count` vacant seats, or all, as the host, and start the match if `start` is set.

    All have `level` unless `levels` (by seat number) says otherwise. With `is_offered`, levels are limited to those
    offered at such a table; a rematch keeps the ones it had.
    """
    levels_by_seat = levels or {}
    with locked_table(public_id) as session:
        require_acting_host(session, user_id)
        if not {level, *levels_by_seat.values()} <= set(session.game.bots):
            raise UnprocessableError("bad-option", {"option": "level"})
        if is_offered:
            require_level(
                session.table.game_slug, len(session.seats), session.table.options, level, *levels_by_seat.values()
            )
        for seat in [seat for seat in session.seats if seat.is_vacant][:count]:
            seat_level = levels_by_seat.get(seat.number, level)
            seat.set_player(Seat.PlayedBy.BOT, seat_level)
            session.event_writer.append(
                Event.Kind.SIT_BOT, cause=Event.Cause.PLAYER, seat=seat.number, data={"level": seat_level}
            )
        if start and not any(seat.is_vacant for seat in session.seats):
            start_locked_table(session)


def create_table_with_bots(
    *, host_id: int, bots: int, level: str, start: bool = True, **setup: Unpack[TableSetup]
) -> Table:
    """Create a table with this many bots and, unless `start` is False, start it if it is full. Atomic."""
    with write_transaction():
        table = create_table(host_id=host_id, **setup)
        if bots or setup["seats"] == 1:
            begins = start and bots == setup["seats"] - 1 and not table.is_strict
            fill_with_bots(public_id=table.public_id, user_id=host_id, level=level, count=bots, start=begins)
    return table


def create_quick_table(
    *, game_slug: str, user_id: int, level: str = "normal", start: bool = True, bots: int | None = None
) -> Table:
    """Create a private table against bots for a short match. Starts unless `start` is False."""
    meta = registry.list_metadata()[game_slug]
    preset = meta.get_preset(QUICK)
    seats = (preset and preset.seats) or meta.seats_default if bots is None else bots + 1
    return create_table_with_bots(
        host_id=user_id, bots=seats - 1, level=level, start=start, game_slug=game_slug,
        options=preset.options if preset else {}, seats=seats,
        visibility=Table.Visibility.PRIVATE, turn_seconds=settings.SOLO_TURN_SECONDS,
    )  # fmt: skip


def _vacant(seats: list[Seat], number: int | None) -> Seat:
    vacant = [seat for seat in seats if seat.is_vacant and number in (None, seat.number)]
    if not vacant:
        raise ConflictError("seat-taken")
    return vacant[0]


def remove_person(session: TableSession, seat: Seat, data: dict[str, Any]) -> int:
    """Remove a person as a moderator. Return the number of the event, which contains `data`.

    Before the start, the seat becomes vacant (or the table is broken off, once client seeds are being revealed). In a
    running match a bot takes over, no weaker than the others at the table.
    """
    record_removal(session, seat)
    if session.table.status == Table.Status.OPEN:
        vacate_seat(session, seat, Event.Cause.MODERATOR, data)
        return session.event_writer.seq
    user_id = seat.user_id
    seat.clear()
    seat.on_vacation = False
    if session.table.host_id == user_id:
        session.table.host_id = next((other.user_id for other in session.seats if other.user_id is not None), user_id)
    seq = session.event_writer.append(Event.Kind.LEAVE, cause=Event.Cause.MODERATOR, seat=seat.number, data=data)
    level = get_substitute_level(session, seat.number)
    set_seat_player(session, seat, Seat.PlayedBy.BOT, level)
    session.event_writer.append(
        Event.Kind.SEAT_TO_BOT, cause=Event.Cause.MODERATOR, seat=seat.number, data={"level": level}
    )
    settle_proposal(session)
    return seq
