"""Vacations of people, at the tables that allow them: while somebody has one, their clock stands still.

What is due stands in the rows: who is on vacation, and what each seat knows of it. So one job per table brings its
seats in line, however often, late or out of order it comes.
"""

import logging

from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Now

from accounts.models import Vacation
from config.db.unavailable import concerns_everyone
from games.tables.access import is_solo
from games.tables.clocks.seat_clock import update_clock
from games.tables.gameplay.enqueue import queue_on_commit
from games.tables.models import Event, Seat, Table
from games.tables.session.table_session import locked_table

logger = logging.getLogger(__name__)


def schedule_vacation_sync(person_pk: int) -> None:
    """Have the tables that somebody plays at brought in line, one by one, once the transaction is committed."""
    seats = _seats().filter(user_id=person_pk)
    for table_pk in seats.values_list("table_id", flat=True):
        queue_on_commit("tables.sync_vacation", table_pk)


def sync_vacations(table_pk: int) -> bool:
    """Stop the clocks of people on vacation at this table, and let those of others go on. Says if any."""
    public_id = Table.objects.values_list("public_id", flat=True).get(pk=table_pk)
    with locked_table(public_id) as d:
        if d.table.status != Table.Status.RUNNING:
            return False
        people = [seat.user_id for seat in d.seats if seat.user_id is not None]
        resting = set(_vacations().filter(user__in=people).values_list("user_id", flat=True))
        changed = [seat for seat in d.seats if seat.on_vacation != (d.table.vacations and seat.user_id in resting)]
        for seat in changed:
            seat.on_vacation = not seat.on_vacation
            update_clock(d, seat)
            if not is_solo(d.seats):  # nobody else to be told
                kind = Event.Kind.VACATION if seat.on_vacation else Event.Kind.VACATION_OVER
                d.event_writer.append(kind, cause=Event.Cause.HOUSE, seat=seat.number)
        return bool(changed)


def sync_due_vacations(limit: int) -> int:
    """Vacations that begin or end by now, and those whose job got lost. Returns at how many tables something was."""
    rested = 0
    for table_pk in list_tables_to_sync(limit):
        try:
            rested += sync_vacations(table_pk)
        except Exception as problem:  # one broken table must not stop the others; its text may name cards
            if concerns_everyone(problem):
                raise
            logger.error("vacations at table %s not seen to: %s", table_pk, type(problem).__name__)
    return rested


def list_tables_to_sync(limit: int) -> list[int]:
    """The keys of tables that don't know who is on vacation. 2 queries, each from the few people who are."""
    resting = Exists(_vacations().filter(user=OuterRef("user")))
    gone = _seats().filter(user__in=_vacations().values("user"), on_vacation=False)
    back = _seats().filter(~resting, on_vacation=True)
    found = [*gone.values_list("table_id", flat=True)[:limit], *back.values_list("table_id", flat=True)[:limit]]
    return sorted(set(found))[:limit]


def _seats() -> "QuerySet[Seat]":
    return Seat.objects.filter(table__status=Table.Status.RUNNING, table__vacations=True)


def _vacations() -> "QuerySet[Vacation]":
    """Those that are at present."""
    return Vacation.objects.filter(begins_at__lte=Now(), ends_at__gt=Now())
