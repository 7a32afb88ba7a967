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
from config.db.unavailable import concerns_all
from games.engine.chance import phrase_hash
from games.tables import signals
from games.tables.errors import Conflict, Unprocessable
from games.tables.gameplay.client_seeds import PHRASE_BYTES, opening_begun
from games.tables.gameplay.match_flow import match_ended
from games.tables.models import Event, Seat, Table
from games.tables.services.start import begin
from games.tables.session.event_writer import time_text
from games.tables.session.table_session import Desk, check_open, desk

logger = logging.getLogger(__name__)
TRIED_AGAIN = timedelta(minutes=1)  # a table that could not be broken off: meanwhile others are not kept waiting
OPENING_SECONDS = 24 * 60 * 60  # at least: seats fill while some of their people sleep
_WHY = {Event.Cause.PLAYER: "left", Event.Cause.MODERATOR: "removed", Event.Cause.HOUSE: "gone"}


def phrase_open(*, public_id: str, user_id: int, phrase: bytes, seen: str = "") -> None:
    """Show the phrase behind one's hash, once everybody has given one. Showing it twice is fine. The last one deals.

    With the first one a clock begins to run for the others. `seen`: all hashes as the page had them. Who shows a phrase
    shows it to these: whoever exchanged theirs meanwhile might have known it. A browser keeps them, and looks later.
    """
    with desk(public_id) as d:
        seat = d.seat_of(user_id)
        check_open(d.table)
        if not d.table.strict:
            raise Conflict("not-strict")
        if any(one.vacant or (one.user_id is not None and not one.phrase_hash) for one in d.seats):
            raise Conflict("phrases-wanting")
        if not 0 < len(phrase) <= PHRASE_BYTES or phrase_hash(public_id, seat.number, phrase) != seat.phrase_hash:
            raise Unprocessable("phrase-other")
        if seat.phrase:
            return
        if seen and seen != ",".join(one.phrase_hash for one in d.seats):
            raise Conflict("parts-changed")
        seat.phrase = phrase.hex()
        d.journal.add(Event.Kind.OPEN, cause=Event.Cause.PLAYER, seat=seat.number, data={"phrase": seat.phrase})
        if not (rest := unopened(d)):
            d.table.open_until = None
            begin(d)
        elif d.table.open_until is None:
            d.table.open_until = d.now + opening_time(d.table)
            signals.SeedRevealAwaited(d, rest).send()


def unopened(d: Desk) -> list[Seat]:
    """The seats of people whose phrase is not open. Bots have none."""
    return [seat for seat in d.seats if seat.user_id is not None and not seat.phrase]


def opening_time(table: Table) -> timedelta:
    """For all openings after the first: as long as for a decision, but a day at least; what is open longer expires."""
    patience = timedelta(days=settings.OPEN_TABLE_DAYS)
    if not table.turn_seconds:
        return patience
    return min(patience, timedelta(seconds=max(OPENING_SECONDS, table.turn_seconds)))


def check_unopened(d: Desk) -> None:
    """Raises Conflict where opening has begun: from there on the table deals, or is broken off."""
    if opening_begun(d):
        raise Conflict("opening-begun")


def broken_off_by(d: Desk, seat: Seat, cause: Event.Cause, data: dict[str, object] | None = None) -> None:
    """Somebody stands up, or is taken from their seat, after opening began. All keep their seats at the ended table."""
    break_off(d, cause, _WHY[cause], seat.number, data)


def break_off(
    d: Desk, cause: Event.Cause, why: str, seat: int | None = None, data: dict[str, Any] | None = None
) -> None:
    """End an open table where opening has begun. The event tells who had opened what, as a start does.

    `why`: "time" (the clock's), "left", "removed", "void" or "gone"; `seat`: whose doing it was, if anyone's.
    """
    silent = {one.number for one in unopened(d)}
    hosts = {one.number for one in d.seats if one.user_id is not None and one.user_id == d.table.host_id}
    d.table.broken_off_by_host = bool(hosts & (silent | {seat}))
    d.table.open_until = None
    told = {
        "why": why,
        "phrases": [one.phrase_hash for one in d.seats],
        "opened": [one.phrase for one in d.seats],
    }
    d.journal.add(Event.Kind.BREAK_OFF, cause=cause, seat=seat, data=told | (data or {}))
    match_ended(d, Table.Status.BROKEN_OFF)


def openings_overdue(limit: int) -> int:
    """Break off the tables whose people have not all opened in time, the oldest first. Returns how many."""
    due = Table.objects.filter(open_until__lte=Now()).order_by("open_until").values_list("public_id", flat=True)
    broken = 0
    for public_id in list(due[:limit]):
        try:
            broken += opening_overdue(public_id)
        except Exception as problem:  # one broken table must not stop the others
            if concerns_all(problem):
                raise
            logger.error("table %s can't be broken off: %s", public_id, type(problem).__name__)
            with write_lock():
                Table.objects.filter(public_id=public_id).update(open_until=Now() + TRIED_AGAIN)
    return broken


def opening_overdue(public_id: str) -> bool:
    """Break the table off if, under the lock, it is still due. Says whether it was."""
    with desk(public_id) as d:
        if d.table.open_until is None or d.table.open_until > d.now or d.table.status != Table.Status.OPEN:
            return False
        time_up(d)
        return True


def time_up(d: Desk) -> None:
    """Not all have opened in time."""
    evidence = {"deadline": time_text(d.table.open_until or d.now), "found": time_text(d.now)}
    break_off(d, Event.Cause.CLOCK, "time", data=evidence)
