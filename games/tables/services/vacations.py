"""Clocks follow people's availability: they stop during vacations, and deadlines move with quiet hours.

All inputs are stored: vacations, each seat's knowledge of them, and the time left on its clock with its start. So one
job per table updates its seats, however often, late or out of order it runs. A vacation counts from its first moment,
even if the job is late, until the event that ends it at the table.
"""

import logging

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Now

from accounts.models import Vacation
from config.db.on_commit import queue_on_commit
from config.db.unavailable import concerns_everyone
from games.clocks.time_control import SLOW_SECONDS
from games.tables.access import is_solo
from games.tables.clocks.seat_clock import refresh_deadline, update_clock
from games.tables.gameplay.agreements import settle_proposal
from games.tables.locked_table import TableSession, locked_table
from games.tables.models import Event, Seat, Table

logger = logging.getLogger(__name__)


def schedule_availability_sync(person_pk: int) -> None:
    """Schedule a job for each of the person's running tables, once the transaction is committed.

    If a job is lost, the sweep every minute still handles vacations. A deadline then remains until the next change; a
    timeout recomputes it before acting, and the remaining time doesn't depend on it.
    """
    seats = Seat.objects.filter(
        Q(table__vacations=True) | Q(table__turn_seconds__gte=SLOW_SECONDS),
        table__status=Table.Status.RUNNING,
        user_id=person_pk,
    )
    for table_pk in seats.values_list("table_id", flat=True):
        queue_on_commit("tables.sync_vacation", table_pk)


def sync_availability(table_pk: int) -> bool:
    """Stop the clocks of people on vacation at this table, resume the others, and refresh all deadlines.

    Return whether a vacation has begun or ended here.
    """
    public_id = Table.objects.values_list("public_id", flat=True).get(pk=table_pk)
    with locked_table(public_id) as session:
        if session.table.status != Table.Status.RUNNING:
            return False
        changed = _sync_vacations(session)
        for seat in session.seats:
            refresh_deadline(session, seat)
        settle_proposal(session)
        return changed


def _sync_vacations(session: TableSession) -> bool:
    people = [seat.user_id for seat in session.seats if seat.user_id is not None]
    resting = set(_vacations().filter(user__in=people).values_list("user_id", flat=True))
    changed = [
        seat for seat in session.seats if seat.on_vacation != (session.table.vacations and seat.user_id in resting)
    ]
    for seat in changed:
        seat.on_vacation = not seat.on_vacation
        update_clock(session, seat)
        if not is_solo(session.seats):  # otherwise no one else needs to know
            kind = Event.Kind.VACATION if seat.on_vacation else Event.Kind.VACATION_OVER
            session.event_writer.append(kind, cause=Event.Cause.HOUSE, seat=seat.number)
    return bool(changed)


def sync_due_vacations(limit: int) -> int:
    """Apply vacations that begin or end now, including those whose job was lost. Return how many tables changed."""
    rested = 0
    for table_pk in list_tables_to_sync(limit):
        try:
            rested += sync_availability(table_pk)
        except Exception as problem:  # one broken table must not stop the others; the error text may name cards
            if concerns_everyone(problem):
                raise
            logger.error("vacations at table %s not seen to: %s", table_pk, type(problem).__name__)
    return rested


def list_tables_to_sync(limit: int) -> list[int]:
    """List tables whose seats disagree with current vacations. 2 queries, starting from the few people on vacation."""
    resting = Exists(_vacations().filter(user=OuterRef("user")))
    leaving = _seats().filter(user__in=_vacations().values("user"), on_vacation=False)
    returning = _seats().filter(~resting, on_vacation=True)
    table_pks = [
        *leaving.values_list("table_id", flat=True)[:limit],
        *returning.values_list("table_id", flat=True)[:limit],
    ]
    return sorted(set(table_pks))[:limit]


def _seats() -> "QuerySet[Seat]":
    """Return the seats whose clocks stop during vacations."""
    return Seat.objects.filter(table__status=Table.Status.RUNNING, table__vacations=True)


def _vacations() -> "QuerySet[Vacation]":
    """Return the current vacations."""
    return Vacation.objects.filter(starts_at__lte=Now(), ends_at__gt=Now())
