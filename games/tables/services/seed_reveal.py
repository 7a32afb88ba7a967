"""Strict tables: all hashes are given, then all phrases are opened, and the last opening deals.

Whoever can read what is opened, and plays a seat, knows the deal before its own part is open, and could stop it. So
from the first opening on a table either deals or is broken off: an event of its own and the end of the table, shown
and counted (`games.tables.selectors.seed_reveal_stats`). Until then standing up, and giving another hash, is free.
"""

import logging
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db.models.functions import Now

from config.db.locking import write_lock
from config.db.unavailable import concerns_everyone
from games.engine.chance import hash_client_seed
from games.tables import signals
from games.tables.errors import ConflictError, UnprocessableError
from games.tables.event_writer import format_event_time
from games.tables.gameplay.client_seeds import MAX_SEED_BYTES, has_reveal_started
from games.tables.gameplay.moves import end_match
from games.tables.locked_table import TableSession, locked_table, require_open
from games.tables.models import Event, Seat, Table
from games.tables.services.start import start_locked_table

logger = logging.getLogger(__name__)
RETRY_DELAY = timedelta(minutes=1)  # a table that could not be broken off: meanwhile others are not kept waiting
MIN_REVEAL_SECONDS = 24 * 60 * 60  # at least: seats fill while some of their people sleep
_REASON_BY_CAUSE = {Event.Cause.PLAYER: "left", Event.Cause.MODERATOR: "removed", Event.Cause.HOUSE: "gone"}


def reveal_client_seed(*, public_id: str, user_id: int, phrase: bytes, seen: str = "") -> None:
    """Show the phrase behind one's hash, once everybody has given one. Showing it twice is fine. The last one deals.

    With the first one a clock begins to run for the others. `seen`: all hashes as the page had them. Who shows a phrase
    shows it to these: whoever exchanged theirs meanwhile might have known it. A browser keeps them, and looks later.
    """
    with locked_table(public_id) as session:
        seat = session.get_seat_for(user_id)
        require_open(session.table)
        if not session.table.is_strict:
            raise ConflictError("not-strict")
        if any(one.is_vacant or (one.user_id is not None and not one.client_seed_hash) for one in session.seats):
            raise ConflictError("phrases-wanting")
        if (
            not 0 < len(phrase) <= MAX_SEED_BYTES
            or hash_client_seed(public_id, seat.number, phrase) != seat.client_seed_hash
        ):
            raise UnprocessableError("phrase-other")
        if seat.client_seed:
            return
        if seen and seen != ",".join(one.client_seed_hash for one in session.seats):
            raise ConflictError("parts-changed")
        seat.client_seed = phrase.hex()
        session.event_writer.append(
            Event.Kind.OPEN, cause=Event.Cause.PLAYER, seat=seat.number, data={"phrase": seat.client_seed}
        )
        if not (rest := list_unrevealed_seats(session)):
            session.table.reveal_deadline = None
            start_locked_table(session)
        elif session.table.reveal_deadline is None:
            session.table.reveal_deadline = session.now + get_reveal_period(session.table)
            signals.SeedRevealAwaited(session, rest).send()


def list_unrevealed_seats(session: TableSession) -> list[Seat]:
    """The seats of people whose phrase is not open. Bots have none."""
    return [seat for seat in session.seats if seat.user_id is not None and not seat.client_seed]


def get_reveal_period(table: Table) -> timedelta:
    """For all openings after the first: as long as for a decision, but a day at least; what is open longer expires."""
    patience = timedelta(days=settings.OPEN_TABLE_EXPIRY_DAYS)
    if not table.turn_seconds:
        return patience
    return min(patience, timedelta(seconds=max(MIN_REVEAL_SECONDS, table.turn_seconds)))


def require_reveal_not_started(session: TableSession) -> None:
    """Raises ConflictError where opening has begun: from there on the table deals, or is broken off."""
    if has_reveal_started(session):
        raise ConflictError("opening-begun")


def break_off_by_seat(
    session: TableSession, seat: Seat, cause: Event.Cause, data: dict[str, object] | None = None
) -> None:
    """Somebody stands up, or is taken from their seat, after opening began. All keep their seats at the ended table."""
    break_off(session, cause, _REASON_BY_CAUSE[cause], seat.number, data)


def break_off(
    session: TableSession, cause: Event.Cause, why: str, seat: int | None = None, data: dict[str, Any] | None = None
) -> None:
    """End an open table where opening has begun. The event tells who had opened what, as a start does.

    `why`: "time" (the clock's), "left", "removed", "void" or "gone"; `seat`: whose doing it was, if anyone's.
    """
    silent = {one.number for one in list_unrevealed_seats(session)}
    hosts = {one.number for one in session.seats if one.user_id is not None and one.user_id == session.table.host_id}
    session.table.broken_off_by_host = bool(hosts & (silent | {seat}))
    session.table.reveal_deadline = None
    told = {
        "why": why,
        "phrases": [one.client_seed_hash for one in session.seats],
        "opened": [one.client_seed for one in session.seats],
    }
    session.event_writer.append(Event.Kind.BREAK_OFF, cause=cause, seat=seat, data=told | (data or {}))
    end_match(session, Table.Status.BROKEN_OFF)


def expire_overdue_reveals(limit: int) -> int:
    """Break off the tables whose people have not all opened in time, the oldest first. Returns how many."""
    due = (
        Table.objects.filter(reveal_deadline__lte=Now()).order_by("reveal_deadline").values_list("public_id", flat=True)
    )
    broken = 0
    for public_id in list(due[:limit]):
        try:
            broken += expire_reveal_if_due(public_id)
        except Exception as problem:  # one broken table must not stop the others
            if concerns_everyone(problem):
                raise
            logger.error("table %s can't be broken off: %s", public_id, type(problem).__name__)
            with write_lock():
                Table.objects.filter(public_id=public_id).update(reveal_deadline=Now() + RETRY_DELAY)
    return broken


def expire_reveal_if_due(public_id: str) -> bool:
    """Break the table off if, under the lock, it is still due. Says whether it was."""
    with locked_table(public_id) as session:
        if (
            session.table.reveal_deadline is None
            or session.table.reveal_deadline > session.now
            or session.table.status != Table.Status.OPEN
        ):
            return False
        expire_reveal(session)
        return True


def expire_reveal(session: TableSession) -> None:
    """Not all have opened in time."""
    evidence = {
        "deadline": format_event_time(session.table.reveal_deadline or session.now),
        "found": format_event_time(session.now),
    }
    break_off(session, Event.Cause.CLOCK, "time", data=evidence)
