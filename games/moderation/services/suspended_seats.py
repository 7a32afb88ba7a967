"""Seats of people who may not play, because they are suspended or deleted.

Bots take over; at open tables the seat is freed.

What to do follows from rows: whether a person is active, who plays the seat, and why a bot does. So one job per table
settles all its seats, however often, late or out of order it runs.
"""

import logging
from itertools import chain

from django.db.models import Exists, OuterRef

from config.db.on_commit import queue_on_commit
from config.db.unavailable import concerns_everyone
from games.tables.bots.substitutes import get_substitute_level, record_substitution, set_seat_player
from games.tables.clocks.seat_clock import get_open_time_left_data
from games.tables.gameplay.agreements import settle_proposal
from games.tables.locked_table import TableSession, locked_table
from games.tables.models import Event, Seat, Table
from games.tables.services.seats import vacate_seat

logger = logging.getLogger(__name__)


def schedule_suspension_sync(person_pk: int) -> None:
    """Queue a job for each table of the person, after the current transaction commits."""
    alive = (Table.Status.OPEN, Table.Status.RUNNING)
    for table_pk in Seat.objects.filter(user_id=person_pk, table__status__in=alive).values_list("table_id", flat=True):
        queue_on_commit("moderation.sync_suspension", table_pk)


def list_unsynced(limit: int) -> list[int]:
    """List tables whose seats don't match who may play, because a job was lost. 4 queries.

    Each query starts from the few live tables, or the few seats with a stand-in, not from all seats.
    """
    running = Table.objects.filter(status=Table.Status.RUNNING)
    waiting = Table.objects.filter(status=Table.Status.OPEN, frozen_at=None)  # frozen tables keep their players
    seats = Seat.objects.filter(table=OuterRef("pk"))
    suspended = Exists(seats.filter(played_by=Seat.PlayedBy.PERSON, user__is_active=False))
    back = Seat.objects.filter(
        played_by=Seat.PlayedBy.BOT_WHILE_SUSPENDED, user__is_active=True, table__status=Table.Status.RUNNING
    )
    table_ids = chain(
        running.filter(suspended).values_list("pk", flat=True)[:limit],
        running.filter(Exists(seats.filter(played_by=Seat.PlayedBy.NOBODY))).values_list("pk", flat=True)[:limit],
        waiting.filter(suspended).values_list("pk", flat=True)[:limit],
        back.values_list("table_id", flat=True)[:limit],
    )
    return sorted(set(table_ids))[:limit]


def sync_suspension(table_pk: int) -> bool:
    """Hand seats that no one may play to bots, and give back those of people who may play again.

    Return whether any changed.
    """
    public_id = Table.objects.values_list("public_id", flat=True).get(pk=table_pk)
    with locked_table(public_id) as session:
        if session.table.status == Table.Status.OPEN:
            return session.table.frozen_at is None and _vacate_seats(session)
        return session.table.status == Table.Status.RUNNING and _substitute_seats(session)


def sync_all_suspensions(limit: int) -> int:
    """Settle tables whose job was lost, with one transaction each. Return how many changed."""
    settled = 0
    for table_pk in list_unsynced(limit):
        try:
            settled += sync_suspension(table_pk)
        except Exception as problem:  # one broken table must not stop the others; the message may name cards
            if concerns_everyone(problem):
                raise
            logger.error("seats of table %s not settled: %s", table_pk, type(problem).__name__)
    return settled


def _vacate_seats(session: TableSession) -> bool:
    suspended = [seat for seat in session.seats if seat.user is not None and seat.is_person and not seat.user.is_active]
    for seat in suspended:
        vacate_seat(session, seat, Event.Cause.HOUSE)
        if session.table.is_ended:
            break
    return bool(suspended)


def _substitute_seats(session: TableSession) -> bool:
    for seat in session.seats:
        if seat.is_vacant or (seat.is_person and seat.user is not None and not seat.user.is_active):
            level = get_substitute_level(session, seat.number)
            played_by = Seat.PlayedBy.BOT if seat.is_vacant else Seat.PlayedBy.BOT_WHILE_SUSPENDED
            set_seat_player(session, seat, played_by, level)
            session.event_writer.append(
                Event.Kind.SEAT_TO_BOT, cause=Event.Cause.HOUSE, seat=seat.number, data={"level": level}
            )
            record_substitution(session, "absent-to-bot", seat)
        elif seat.played_by == Seat.PlayedBy.BOT_WHILE_SUSPENDED and seat.user is not None and seat.user.is_active:
            set_seat_player(session, seat, Seat.PlayedBy.PERSON)
            times = get_open_time_left_data(session, seat)
            session.event_writer.append(Event.Kind.SEAT_BACK, cause=Event.Cause.HOUSE, seat=seat.number, data=times)
            record_substitution(session, "absent-back", seat)
    settle_proposal(session)
    return bool(session.event_writer.events)
