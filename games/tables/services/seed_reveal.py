"""Strict tables: all hashes are submitted, then all client seeds are revealed; the last one starts the deal.

A person who can read the revealed seeds and has a seat knows the deal before revealing their own, and could stop it.
Therefore, from the first reveal on, a table is either dealt or broken off: an event that ends the table, which is shown
and counted (`games.tables.selectors.seed_reveal_stats`). Until then, leaving and changing a hash is free.
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
from games.tables.gameplay.client_seeds import MAX_SEED_BYTES, has_reveal_started, record_client_seed_hash
from games.tables.gameplay.moves import end_match
from games.tables.locked_table import TableSession, locked_table, require_open
from games.tables.models import Event, Seat, Table
from games.tables.services.start import start_locked_table

logger = logging.getLogger(__name__)
RETRY_DELAY = timedelta(minutes=1)  # for a table that could not be broken off, so that it doesn't hold up the others
MIN_REVEAL_SECONDS = 24 * 60 * 60  # minimum, because seats fill while some of the players sleep
_REASON_BY_CAUSE = {Event.Cause.PLAYER: "left", Event.Cause.MODERATOR: "removed", Event.Cause.HOUSE: "gone"}


def submit_client_seed_hash(*, public_id: str, user_id: int, client_seed_hash: str) -> None:
    """Store the hash of a person's client seed, replacing an earlier one, until the match starts.

    Raises ConflictError once someone has revealed theirs.
    """
    with locked_table(public_id) as session:
        seat = session.get_seat_for(user_id)
        require_open(session.table)
        if has_reveal_started(session):
            raise ConflictError("phrases-closed")
        record_client_seed_hash(session, seat, client_seed_hash)
        if session.table.starts_when_full:
            begin_reveal_if_ready(session)


def begin_reveal_if_ready(session: TableSession) -> None:
    """Ask everyone at a full strict table to reveal their client seed, once all hashes are there. Sets the deadline."""
    is_ready = not any(
        seat.is_vacant or (seat.user_id is not None and not seat.client_seed_hash) for seat in session.seats
    )
    if session.table.is_strict and is_ready and session.table.reveal_deadline is None:
        session.table.reveal_deadline = session.now + get_reveal_period(session.table)
        signals.SeedRevealAwaited(session, list_unrevealed_seats(session)).send()


def reveal_client_seed(*, public_id: str, user_id: int, client_seed: bytes, seen_hashes: str = "") -> None:
    """Reveal a client seed once all hashes are there. Idempotent. The last one starts the deal.

    The first one starts the deadline for the others. `seen_hashes` is the list of all hashes as shown on the page:
    someone who changed their hash since then might have known this seed. The browser keeps the seed and tries again
    later.
    """
    with locked_table(public_id) as session:
        seat = session.get_seat_for(user_id)
        require_open(session.table)
        if not session.table.is_strict:
            raise ConflictError("not-strict")
        if any(
            other.is_vacant or (other.user_id is not None and not other.client_seed_hash) for other in session.seats
        ):
            raise ConflictError("phrases-wanting")
        if (
            not 0 < len(client_seed) <= MAX_SEED_BYTES
            or hash_client_seed(public_id, seat.number, client_seed) != seat.client_seed_hash
        ):
            raise UnprocessableError("phrase-other")
        if seat.client_seed:
            return
        if seen_hashes and seen_hashes != ",".join(other.client_seed_hash for other in session.seats):
            raise ConflictError("parts-changed")
        seat.client_seed = client_seed.hex()
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
    """List the seats of people who have not revealed their client seed. Bots have none."""
    return [seat for seat in session.seats if seat.user_id is not None and not seat.client_seed]


def get_reveal_period(table: Table) -> timedelta:
    """Return the time for revealing: as long as for a decision, at least a day, at most until open tables expire."""
    patience = timedelta(days=settings.OPEN_TABLE_EXPIRY_DAYS)
    time = table.time_control.get_time_for_question()
    return patience if time is None else min(patience, max(timedelta(seconds=MIN_REVEAL_SECONDS), time))


def require_reveal_not_started(session: TableSession) -> None:
    """Raise ConflictError if revealing has begun: then the table is either dealt or broken off."""
    if has_reveal_started(session):
        raise ConflictError("opening-begun")


def break_off_by_seat(
    session: TableSession, seat: Seat, cause: Event.Cause, data: dict[str, object] | None = None
) -> None:
    """Break the table off because a person leaves or is removed while seeds are revealed. Everyone keeps their seat."""
    break_off(session, cause, _REASON_BY_CAUSE[cause], seat.number, data)


def break_off(
    session: TableSession, cause: Event.Cause, why: str, seat: int | None = None, data: dict[str, Any] | None = None
) -> None:
    """End an open table where revealing has begun. Like a start, the event lists all hashes and revealed seeds.

    `why`: "time" (the deadline), "left", "removed", "void" or "gone"; `seat`: whose doing it was, if anyone's.
    """
    silent = {player.number for player in list_unrevealed_seats(session)}
    hosts = {
        player.number
        for player in session.seats
        if player.user_id is not None and player.user_id == session.table.host_id
    }
    session.table.broken_off_by_host = bool(hosts & (silent | {seat}))
    session.table.reveal_deadline = None
    event_data = {
        "why": why,
        "phrases": [player.client_seed_hash for player in session.seats],
        "opened": [player.client_seed for player in session.seats],
    }
    session.event_writer.append(Event.Kind.BREAK_OFF, cause=cause, seat=seat, data=event_data | (data or {}))
    end_match(session, Table.Status.BROKEN_OFF)


def expire_overdue_reveals(limit: int) -> int:
    """Break off tables whose players have not all revealed in time, oldest first. Return how many."""
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
    """Break the table off if it is still due once locked. Return whether it was."""
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
    """Break the table off because not everyone has revealed in time."""
    evidence = {
        "deadline": format_event_time(session.table.reveal_deadline or session.now),
        "found": format_event_time(session.now),
    }
    break_off(session, Event.Cause.CLOCK, "time", data=evidence)
