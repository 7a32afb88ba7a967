"""Seats of people who may not play: suspended, or gone. Bots play on for them, or at an open table the seat is free.

What is due stands in the rows: whether a person is active, who plays the seat, and why a bot does. So one job per table
brings all its seats in line, however often, late or out of order it comes.
"""

import logging
from collections.abc import Sequence
from itertools import chain

from django.db.models import Exists, OuterRef

from games import catalog
from games.moderation.measures import levels_offered, seat_played_by, seats_with_people
from games.tables.journal import Journal
from games.tables.locking import locked_table
from games.tables.models import Event, Seat, Table
from games.tables.queue import queue_on_commit
from games.tables.seats import seat_leave

logger = logging.getLogger(__name__)
LEVEL = "normal"


def tables_nudged(person_pk: int) -> None:
    """Have the tables that somebody plays at settled, one by one, once the present transaction is committed."""
    alive = (Table.Status.OPEN, Table.Status.RUNNING)
    for table_pk in Seat.objects.filter(user_id=person_pk, table__status__in=alive).values_list("table_id", flat=True):
        queue_on_commit("games.settle", table_pk)


def tables_unsettled(limit: int) -> list[int]:
    """The keys of tables whose seats are not in line with who may play, because a job got lost. 4 queries.

    Each starts from the few tables that have not ended, or the few seats with an absent person, not from all seats.
    """
    running = Table.objects.filter(status=Table.Status.RUNNING)
    waiting = Table.objects.filter(status=Table.Status.OPEN, frozen_at=None)  # nobody stands up at a frozen table
    theirs = Seat.objects.filter(table=OuterRef("pk"), bot="")
    suspended = Exists(theirs.filter(user__is_active=False))
    back = Seat.objects.filter(absent=True, user__is_active=True, table__status=Table.Status.RUNNING)
    found = chain(
        running.filter(suspended).values_list("pk", flat=True)[:limit],
        running.filter(Exists(theirs.filter(user=None))).values_list("pk", flat=True)[:limit],
        waiting.filter(suspended).values_list("pk", flat=True)[:limit],
        back.values_list("table_id", flat=True)[:limit],
    )
    return sorted(set(found))[:limit]


def table_settled(table_pk: int) -> bool:
    """Hand seats that nobody may play to bots, and give those back whose people may play again. Says if any."""
    public_id = Table.objects.values_list("public_id", flat=True).get(pk=table_pk)
    with locked_table(public_id) as table:
        seats = seats_with_people(table)
        if table.status == Table.Status.OPEN:
            return table.frozen_at is None and _vacated(table, seats)
        return table.status == Table.Status.RUNNING and _played_on(table, seats)


def all_settled(limit: int) -> int:
    """Settle what no job has settled, each table in a transaction of its own. Returns how many were."""
    settled = 0
    for table_pk in tables_unsettled(limit):
        try:
            settled += table_settled(table_pk)
        except Exception as problem:  # one broken table must not stop the others; its text may name cards
            logger.error("seats of table %s not settled: %s", table_pk, type(problem).__name__)
    return settled


def _vacated(table: Table, seats: Sequence[Seat]) -> bool:
    suspended = [seat.user.pk for seat in seats if seat.user is not None and not seat.user.is_active and not seat.bot]
    for user_id in suspended:
        seat_leave(public_id=table.public_id, user_id=user_id, cause=Event.Cause.HOUSE)
    return bool(suspended)


def _played_on(table: Table, seats: Sequence[Seat]) -> bool:
    journal = Journal(table, catalog.title(table.title), table.now)
    for seat in seats:
        if not seat.bot and (seat.user is None or not seat.user.is_active):
            level = _level(table, seats, seat.number)
            seat_played_by(table, seat, level, absent=True)
            journal.add("seat-to-bot", cause=Event.Cause.HOUSE, seat=seat.number, data={"level": level})
        elif seat.absent and seat.user is not None and seat.user.is_active:
            seat_played_by(table, seat, "")
            journal.add("seat-back", cause=Event.Cause.HOUSE, seat=seat.number)
    if journal.events:
        journal.write()
    return bool(journal.events)


def _level(table: Table, seats: Sequence[Seat], number: int) -> str:
    """A normal player, if that is no weaker than the table's other bots."""
    offered = levels_offered(table, seats, number)
    return LEVEL if LEVEL in offered else offered[0]
