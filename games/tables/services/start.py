"""Creating and starting tables."""

from collections.abc import Mapping
from datetime import datetime

from django.db.models.functions import Now

from config.db.locking import write_transaction
from games.catalog import registry
from games.clocks.time_control import TimeControl, find_unsupported_setting
from games.engine.chance import generate_server_seed, hash_server_seed
from games.engine.errors import InvalidOptionsError
from games.engine.event_kinds import LOG_VERSION
from games.engine.game import Value
from games.engine.hash_chain import hash_seat_holder
from games.tables.access import is_acting_host
from games.tables.errors import ConflictError, ForbiddenError, UnprocessableError
from games.tables.gameplay.client_seeds import record_client_seed_hash, require_all_revealed
from games.tables.gameplay.forks import ForkOrigin, create_fork
from games.tables.gameplay.moves import start_match
from games.tables.locked_table import TableSession, locked_table, require_open
from games.tables.models import Event, Seat, Seed, Table, get_default_replay_visibility, new_public_id
from games.tables.services.quotas import require_seat_quota, require_solo_quota, require_table_quota


def create_table(
    *,
    game_slug: str,
    host_id: int,
    options: Mapping[str, object],
    seats: int,
    visibility: Table.Visibility = Table.Visibility.PUBLIC,
    timing: TimeControl | None = None,
    turn_seconds: int = 86_400,
    host_seat: int = 0,
    origin: ForkOrigin | None = None,
    strict: bool = False,
    name: str = "",
    starts_when_full: bool = False,
) -> Table:
    """Create a table with the host at `host_seat`, continuing from `origin` if given.

    `turn_seconds` is a shorthand for `timing` with that much time per decision. Raises UnprocessableError for options
    the game doesn't offer, and LimitExceededError if the host has too many tables.
    """
    checked = _validate_options(game_slug, options, seats)
    timing = timing or TimeControl(turn_seconds)
    if setting := find_unsupported_setting(timing):
        raise UnprocessableError("bad-option", {"option": setting})
    public_id, seed = new_public_id(), generate_server_seed()
    commitment = hash_server_seed(public_id, seed)
    data = {"title": game_slug, "options": checked, "seats": seats, "commitment": commitment, "clock": timing.as_dict()}
    with write_transaction():
        require_table_quota(host_id)
        require_seat_quota(host_id)
        table = Table.objects.create(
            public_id=public_id, game_slug=game_slug, options=checked, visibility=visibility, host_id=host_id,
            commitment=commitment, digest=commitment, replay_visibility=get_default_replay_visibility(visibility, 0),
            is_fork=origin is not None, is_strict=strict, name=name,
            starts_when_full=starts_when_full, **timing.as_dict(),
        )  # fmt: skip
        table.seed = Seed.objects.create(table=table, value=seed)
        places = [Seat(table=table, number=number) for number in range(seats)]
        places[host_seat].seat_person(host_id)
        Seat.objects.bulk_create(places)
        if origin is not None:
            create_fork(table, origin)
            data["fork"] = origin.event_data
        session = TableSession(table, _database_now(table))
        table.created_at = session.now
        data |= {"log": LOG_VERSION} | ({"strict": True} if strict else {})
        session.event_writer.append(
            Event.Kind.CREATE, cause=Event.Cause.PLAYER, seat=host_seat, data=data | get_holder_data(session, host_id)
        )
        session.save()
    return table


def _validate_options(game_slug: str, options: Mapping[str, object], seats: int) -> dict[str, Value]:
    """Return the complete options. Raises UnprocessableError if they don't fit the game or the number of seats."""
    meta = registry.get_game(game_slug).metadata
    try:
        checked = meta.clean_options(options)
    except InvalidOptionsError as problem:
        raise UnprocessableError(problem.code, problem.params) from None
    if not meta.seats_min <= seats <= meta.seats_max:
        raise UnprocessableError("bad-seats", {"min": meta.seats_min, "max": meta.seats_max})
    low, high = meta.get_seat_range(checked)
    if not low <= seats <= high:
        raise UnprocessableError("bad-seats-for-options", {"min": low, "max": high})
    return checked


def start_table(*, public_id: str, user_id: int, client_seed_hash: str = "") -> None:
    """Start the match at a full table, as the host, who may submit the hash of a client seed at the same time."""
    with locked_table(public_id) as session:
        require_acting_host(session, user_id)
        if any(seat.is_vacant for seat in session.seats):
            raise ConflictError("seats-vacant")
        if client_seed_hash:
            record_client_seed_hash(session, session.get_seat_for(user_id), client_seed_hash)
        start_locked_table(session)


def start_locked_table(session: TableSession) -> None:
    """Start the match at an open table that is full.

    Raises LimitExceededError if its only person has too many such matches, ConflictError while client seeds are hidden.
    """
    require_all_revealed(session)
    people = [seat.user_id for seat in session.seats if seat.user_id is not None]
    if len(people) == 1:
        require_solo_quota(people[0])
    start_match(session)


def require_acting_host(session: TableSession, user_id: int) -> None:
    """Raise a ServiceError unless the table is open and this person may add bots and start it."""
    session.get_seat_for(user_id)
    require_open(session.table)
    if not is_acting_host(session.table, session.seats, user_id, session.now):
        raise ForbiddenError("not-host")


def require_host(session: TableSession, user_id: int) -> None:
    """Raise a ServiceError unless the table is open and this person is its host. Only the host removes players."""
    session.get_seat_for(user_id)
    require_open(session.table)
    if session.table.host_id != user_id:
        raise ForbiddenError("not-host")


def get_holder_data(session: TableSession, user_id: int) -> dict[str, str]:
    """Return the event data that identifies who sits down."""
    return {"holder": hash_seat_holder(session.table.public_id, session.event_writer.seed, user_id)}


def _database_now(table: Table) -> datetime:
    now: datetime = Table.objects.annotate(clock=Now()).values_list("clock", flat=True).get(pk=table.pk)
    return now
