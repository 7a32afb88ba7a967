"""Seats of people who may not play: suspended, or gone. Bots play on for them, or at an open table the seat is free.

What is due stands in the rows: whether a person is active, who plays the seat, and the event that put a bot there. So
one job per table brings all its seats in line, however often, late or out of order it comes.
"""

import logging

from django.db.models import OuterRef, Q, QuerySet, Subquery

from games import catalog
from games.models import Event, Seat, Table
from games.services.journal import Journal
from games.services.locking import locked_table
from games.services.measures import levels_offered, seat_played_by, seats_with_people
from games.services.queue import queue_on_commit
from games.services.seats import seat_leave

logger = logging.getLogger(__name__)
LEVEL = "normal"
TO_BOT, BACK = "seat-to-bot", "seat-back"  # kinds of events
ALIVE = (Table.Status.OPEN, Table.Status.RUNNING)


def tables_nudged(person_pk: int) -> None:
    """Have the tables that somebody plays at settled, one by one, once the present transaction is committed."""
    theirs = Seat.objects.filter(user_id=person_pk, table__status__in=ALIVE)
    for table_pk in theirs.values_list("table_id", flat=True):
        queue_on_commit("games.settle", table_pk)


def tables_unsettled(limit: int) -> list[int]:
    """The keys of tables whose seats are not in line with who may play, because a job got lost. 2 queries."""
    found = [_unattended(), _to_return()]
    return sorted({pk for seats in found for pk in seats.values_list("table_id", flat=True).distinct()[:limit]})[:limit]


def table_settled(table_pk: int) -> bool:
    """Hand seats that nobody may play to bots and give those back whose people may play again. Says if any."""
    public_id = Table.objects.values_list("public_id", flat=True).get(pk=table_pk)
    with locked_table(public_id) as table:
        unattended = set(_unattended().filter(table=table).values_list("number", flat=True))
        returned = set(_to_return().filter(table=table).values_list("number", flat=True))
        if table.status == Table.Status.OPEN:
            _vacated(table, unattended)
        elif unattended or returned:
            _played_on(table, unattended, returned)
        return bool(unattended or returned)


def all_settled(limit: int) -> int:
    """Settle what no job has settled, each table in a transaction of its own. Returns how many were."""
    settled = 0
    for table_pk in tables_unsettled(limit):
        try:
            settled += table_settled(table_pk)
        except Exception as problem:  # one broken table must not stop the others; its text may name cards
            logger.error("seats of table %s not settled: %s", table_pk, type(problem).__name__)
    return settled


def _unattended() -> "QuerySet[Seat]":
    """The seats that wait for somebody who can't come. At a running table a seat of nobody is one of them."""
    running = Q(table__status=Table.Status.RUNNING)
    waiting = Q(table__status=Table.Status.OPEN, table__frozen_at=None)  # nobody stands up at a frozen table
    gone = Q(user__is_active=False) & (running | waiting)
    return Seat.objects.filter(gone | running & Q(user=None), bot="")


def _to_return() -> "QuerySet[Seat]":
    """The seats that the house handed over and whose people may play again. What a moderator ordered stays."""
    changes = Event.objects.filter(table=OuterRef("table"), seat=OuterRef("number"), kind__in=(TO_BOT, BACK))
    stand_ins = Seat.objects.filter(table__status=Table.Status.RUNNING, user__is_active=True).exclude(bot="")
    last_cause = Subquery(changes.order_by("-seq").values("cause")[:1])
    return stand_ins.alias(last_cause=last_cause).filter(last_cause=Event.Cause.HOUSE)


def _vacated(table: Table, numbers: set[int]) -> None:
    for seat in seats_with_people(table):
        if seat.number in numbers and seat.user_id is not None:
            seat_leave(public_id=table.public_id, user_id=seat.user_id, cause=Event.Cause.HOUSE)


def _played_on(table: Table, unattended: set[int], returned: set[int]) -> None:
    seats = seats_with_people(table)
    journal = Journal(table, catalog.title(table.title), table.now)
    for seat in seats:
        if seat.number in unattended:
            level = _level(table, seats, seat.number)
            seat_played_by(table, seat, level)
            journal.add(TO_BOT, cause=Event.Cause.HOUSE, seat=seat.number, data={"level": level})
        elif seat.number in returned:
            seat_played_by(table, seat, "")
            journal.add(BACK, cause=Event.Cause.HOUSE, seat=seat.number)
    journal.write()


def _level(table: Table, seats: list[Seat], number: int) -> str:
    """A normal player, if that is no weaker than the table's other bots."""
    offered = levels_offered(table, seats, number)
    return LEVEL if LEVEL in offered else offered[0]
