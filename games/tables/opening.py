"""Setting a table up and starting it."""

from collections.abc import Mapping
from datetime import datetime

from django.db.models.functions import Now

from games import catalog
from games.engine.chance import commitment, new_seed
from games.engine.errors import BadOptions
from games.tables.access import may_lead
from games.tables.errors import Conflict, NotAllowed, NotFound, Unprocessable
from games.tables.journal import Journal
from games.tables.limits import check_alone, check_create, check_sit
from games.tables.locking import locked_table, write_transaction
from games.tables.models import Event, Seat, Seed, Table, new_public_id
from games.tables.progress import house_moves, questions_put

TURN_SECONDS = (60, 120, 300, 3_600, 28_800, 86_400, 259_200, 604_800)  # one minute … one week


def table_create(
    *,
    title_slug: str,
    host_id: int,
    options: Mapping[str, object],
    seats: int,
    visibility: Table.Visibility = Table.Visibility.PUBLIC,
    turn_seconds: int = 86_400,
) -> Table:
    """Set up a table with the host in seat 0.

    Raises Unprocessable for options the title does not offer, and TooMany for a host who has enough tables.
    """
    title = catalog.title(title_slug)
    try:
        checked = title.meta.options_checked(options)
    except BadOptions as problem:
        raise Unprocessable(problem.code, problem.params) from None
    if not title.meta.seats_min <= seats <= title.meta.seats_max:
        raise Unprocessable("bad-seats", {"min": title.meta.seats_min, "max": title.meta.seats_max})
    low, high = title.meta.seats_for(checked)
    if not low <= seats <= high:
        raise Unprocessable("bad-seats-for-options", {"min": low, "max": high})
    if turn_seconds not in TURN_SECONDS:
        raise Unprocessable("bad-option", {"option": "turn_seconds"})
    public_id, seed = new_public_id(), new_seed()
    promise = commitment(public_id, seed)
    with write_transaction():
        check_create(host_id)
        check_sit(host_id)
        table = Table.objects.create(
            public_id=public_id, title=title_slug, rules=title.meta.rules, options=checked, visibility=visibility,
            host_id=host_id, turn_seconds=turn_seconds, commitment=promise, digest=promise,
        )  # fmt: skip
        Seed.objects.create(table=table, value=seed)
        Seat.objects.bulk_create(Seat(table=table, number=n, user_id=host_id if n == 0 else None) for n in range(seats))
        journal = Journal(table, title, _database_now(table))
        data = {"title": title_slug, "options": checked, "seats": seats, "commitment": promise}
        journal.add("create", cause=Event.Cause.PLAYER, seat=0, data=data)
        journal.write()
    return table


def table_start(*, public_id: str, user_id: int) -> None:
    """Deal: needs every seat taken, and the host to ask for it."""
    with locked_table(public_id) as table:
        seats = list(table.seats.order_by("number"))
        check_leads(table, seats, user_id)
        if any(seat.vacant for seat in seats):
            raise Conflict("seats-vacant")
        table_begin(table, seats)


def table_begin(table: Table, seats: list[Seat]) -> None:
    """Set the match up and let the house make its first steps. The table must be locked, open and full.

    Raises TooMany if only one person plays, who has enough such matches.
    """
    people = [seat.user_id for seat in seats if seat.user_id is not None]
    if len(people) == 1:
        check_alone(people[0])
    title = catalog.title(table.title)
    table.status, table.rules = Table.Status.RUNNING, title.meta.rules
    journal = Journal(table, title, table.now)
    table.started_at = journal.now
    state = title.rules.setup({**table.options, "rules": table.rules}, len(seats))
    phrases = [seat.phrase_hash for seat in seats]
    journal.add("start", cause=Event.Cause.HOUSE, state=state, data={"phrases": phrases}, seats=len(seats))
    state, asked = house_moves(journal, title, state, {}, seats)
    questions_put(journal, title, state, asked, seats)
    journal.write()


def own_seat(table: Table, seats: list[Seat], user_id: int | None) -> Seat:
    """The person's seat. Whoever has none is refused, and at a private table is not even told that it exists."""
    own = next((seat for seat in seats if user_id is not None and seat.user_id == user_id), None)
    if own is None:
        raise NotFound("no-such-table") if table.visibility == Table.Visibility.PRIVATE else NotAllowed("not-seated")
    return own


def check_leads(table: Table, seats: list[Seat], user_id: int) -> None:
    """Raises a Refusal unless the table is open and this person may fill and start it."""
    own_seat(table, seats, user_id)
    check_open(table)
    if not may_lead(table, seats, user_id, table.now):
        raise NotAllowed("not-host")


def check_open(table: Table) -> None:
    """Raises Conflict unless people may still sit down, stand up and start."""
    if table.ended:
        raise Conflict("table-over")
    if table.status != Table.Status.OPEN:
        raise Conflict("already-started")
    if table.frozen_at is not None:
        raise Conflict("table-frozen")


def _database_now(table: Table) -> datetime:
    now: datetime = Table.objects.annotate(clock=Now()).values_list("clock", flat=True).get(pk=table.pk)
    return now
