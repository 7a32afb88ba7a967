"""Setting a table up and starting it."""

from collections.abc import Mapping
from datetime import datetime

from django.db.models.functions import Now

from config.db.locking import write_transaction
from games.catalog import registry
from games.engine.chance import commitment, new_seed
from games.engine.errors import BadOptions
from games.engine.game import Value
from games.engine.hash_chain import holder_mark
from games.tables.access import may_lead
from games.tables.errors import Conflict, NotAllowed, Unprocessable
from games.tables.gameplay.client_seeds import check_opened, phrase_noted
from games.tables.gameplay.forks import Origin, fork_noted
from games.tables.gameplay.match_flow import match_begun
from games.tables.models import Event, Seat, Seed, Table, new_public_id, sharing_unasked
from games.tables.services.quotas import check_alone, check_create, check_sit
from games.tables.session.table_session import Desk, check_open, desk
from games.tables.time_control import Timing, unoffered


def table_create(
    *,
    title_slug: str,
    host_id: int,
    options: Mapping[str, object],
    seats: int,
    visibility: Table.Visibility = Table.Visibility.PUBLIC,
    timing: Timing | None = None,
    turn_seconds: int = 86_400,
    host_seat: int = 0,
    origin: Origin | None = None,
    strict: bool = False,
) -> Table:
    """Set up a table with the host at `host_seat`, which goes on from `origin`, if there is one.

    `turn_seconds` is short for a `timing` of so much time per decision. Raises Unprocessable for options the title does
    not offer, and TooMany for a host who has enough tables.
    """
    checked = _checked(title_slug, options, seats)
    timing = timing or Timing(turn_seconds)
    if name := unoffered(timing):
        raise Unprocessable("bad-option", {"option": name})
    public_id, seed = new_public_id(), new_seed()
    promise = commitment(public_id, seed)
    data = {"title": title_slug, "options": checked, "seats": seats, "commitment": promise, "clock": timing.plain()}
    with write_transaction():
        check_create(host_id)
        check_sit(host_id)
        table = Table.objects.create(
            public_id=public_id, title=title_slug, options=checked, visibility=visibility, host_id=host_id,
            commitment=promise, digest=promise, sharing=sharing_unasked(visibility, 0), forked=origin is not None,
            strict=strict, **timing.plain(),
        )  # fmt: skip
        table.seed = Seed.objects.create(table=table, value=seed)
        hosts = {host_seat: host_id}
        Seat.objects.bulk_create(Seat(table=table, number=n, user_id=hosts.get(n)) for n in range(seats))
        if origin is not None:
            fork_noted(table, origin)
            data["fork"] = origin.named
        d = Desk(table, _database_now(table))
        table.created_at = d.now
        data |= {"strict": True} if strict else {}
        d.journal.add(Event.Kind.CREATE, cause=Event.Cause.PLAYER, seat=host_seat, data=data | holder(d, host_id))
        d.close()
    return table


def _checked(slug: str, options: Mapping[str, object], seats: int) -> dict[str, Value]:
    """The options, all of them. Raises Unprocessable for what the title does not offer, or not with so many seats."""
    meta = registry.title(slug).meta
    try:
        checked = meta.options_checked(options)
    except BadOptions as problem:
        raise Unprocessable(problem.code, problem.params) from None
    if not meta.seats_min <= seats <= meta.seats_max:
        raise Unprocessable("bad-seats", {"min": meta.seats_min, "max": meta.seats_max})
    low, high = meta.seats_for(checked)
    if not low <= seats <= high:
        raise Unprocessable("bad-seats-for-options", {"min": low, "max": high})
    return checked


def table_start(*, public_id: str, user_id: int, phrase: str = "") -> None:
    """Deal: needs every seat taken, and the host to ask for it, who may add a phrase (its hash) at the same time."""
    with desk(public_id) as d:
        check_leads(d, user_id)
        if any(seat.vacant for seat in d.seats):
            raise Conflict("seats-vacant")
        if phrase:
            phrase_noted(d, d.seat_of(user_id), phrase)
        begin(d)


def begin(d: Desk) -> None:
    """Start the match at an open table that is full.

    Raises TooMany if only one person plays, who has enough such matches, Conflict where phrases are not open yet.
    """
    check_opened(d)
    people = [seat.user_id for seat in d.seats if seat.user_id is not None]
    if len(people) == 1:
        check_alone(people[0])
    match_begun(d)


def check_leads(d: Desk, user_id: int) -> None:
    """Raises a Refusal unless the table is open and this person may fill and start it."""
    d.seat_of(user_id)
    check_open(d.table)
    if not may_lead(d.table, d.seats, user_id, d.now):
        raise NotAllowed("not-host")


def check_hosts(d: Desk, user_id: int) -> None:
    """Raises a Refusal unless the table is open and this person is its host: nobody else takes seats away."""
    d.seat_of(user_id)
    check_open(d.table)
    if d.table.host_id != user_id:
        raise NotAllowed("not-host")


def holder(d: Desk, user_id: int) -> dict[str, str]:
    """Who sits down, as an event tells it."""
    return {"holder": holder_mark(d.table.public_id, d.journal.seed, user_id)}


def _database_now(table: Table) -> datetime:
    now: datetime = Table.objects.annotate(clock=Now()).values_list("clock", flat=True).get(pk=table.pk)
    return now
