"""Deadlines: what is past due is seen to by the clock, which plays the safe move the rules sheet names.

For a bot only when it can't answer: its worker failed again and again, or there is none. Not because many wait.
"""

import logging
import time
from collections.abc import Collection
from datetime import datetime
from functools import lru_cache

from django.conf import settings
from django.db.models import F, Q, Window
from django.db.models.functions import Now, RowNumber

from accounts.services import audit_log
from config.db.compiled_queries import Prepared
from config.db.unavailable import concerns_all
from games.tables.bots.queue import bots_forsaken
from games.tables.bots.substitutes import level_offered, played_by
from games.tables.clocks.seat_clock import live_set
from games.tables.errors import Conflict
from games.tables.gameplay.moves import seat_moves
from games.tables.models import Event, Seat, Table
from games.tables.session.event_writer import time_text
from games.tables.session.table_session import Desk, desk

logger = logging.getLogger(__name__)
BATCH = 100  # looked up at once, so that whoever is next in turn never waits for long
Question = tuple[str, int, int]  # table's public id, seat number, asked


def questions_overdue(limit: int, besides: Collection[Question] = ()) -> list[Question]:
    """The questions whose deadline has passed by the database's clock, oldest first, but for those `besides`.

    Every host's oldest comes before anybody's second, so that no one's many tables keep the others waiting.
    """
    tries = None if bots_forsaken() else settings.BOT_TRIES
    rows = _overdue(tries, limit + len(besides)).all()
    found = [(public_id, number, asked) for public_id, number, asked in rows if asked is not None]
    return [question for question in found if question not in besides][:limit]


@lru_cache(maxsize=32)  # one for each number of questions to be passed over
def _overdue(tries: int | None, limit: int) -> "Prepared[tuple[str, int, int | None]]":
    """Of bots those that were tried so often, or all. Written once, as the clock asks every second."""
    hopeless = Q() if tries is None else Q(bot="") | Q(tries__gte=tries, leased_until__lte=Now())
    overdue = Seat.objects.in_play().filter(hopeless, deadline__lte=Now(), asked__isnull=False)
    turn = Window(RowNumber(), partition_by=[F("table__host_id")], order_by=[F("deadline").asc(), F("pk").asc()])
    ordered = overdue.annotate(turn=turn).order_by("turn", "deadline", "pk")
    return Prepared(lambda: ordered.values_list("table__public_id", "number", "asked")[:limit])


def timeout_play(public_id: str, number: int, asked: int) -> bool:
    """Do what is due if the question is still open and, under the lock, still overdue. Says whether it was."""
    with desk(public_id) as d:
        seat = d.seats[number]
        late = seat.asked == asked and seat.deadline is not None and seat.deadline <= d.now
        if not late or not d.table.in_play or not _hopeless(seat, d.now):
            return False
        _timed_out(d, seat, asked)
        return True


def _timed_out(d: Desk, seat: Seat, asked: int) -> None:
    """Play the safe move, and what the table was set up with for people whose time is up.

    Who plays live and doesn't answer has left, and has the former clock's time.
    """
    evidence = {"deadline": time_text(seat.deadline or d.now), "found": time_text(d.now)}
    plays = not (seat.bot or seat.forfeited)
    if plays and d.table.live_at is not None:
        live_set(d, None)
        d.journal.add(Event.Kind.LIVE_OVER, cause=Event.Cause.CLOCK, seat=seat.number, data=evidence)
        return
    if plays and d.table.on_timeout == Table.OnTimeout.FORFEIT:
        seat.forfeited = True
        d.journal.add(Event.Kind.FORFEIT, cause=Event.Cause.CLOCK, seat=seat.number, data=evidence)
    move = d.title.rules.safe_move(d.state, seat.number, d.chance)
    if seat.forfeited and not seat.bot:  # what follows from it; no deadline decides any more
        seat_moves(d, seat, asked, move, Event.Cause.HOUSE)
        return
    seat_moves(d, seat, asked, move, Event.Cause.CLOCK, evidence)
    if seat.bot:
        _audited(d, "watchdog", seat)
    if not seat.bot and seat.timeouts >= d.table.bot_after and not d.table.ended:
        level = level_offered(d, seat.number)
        played_by(d, seat, level, away=True)
        d.journal.add(Event.Kind.SEAT_TO_BOT, cause=Event.Cause.CLOCK, seat=seat.number, data={"level": level})
        _audited(d, "away-to-bot", seat)


def _audited(d: Desk, action: str, seat: Seat) -> None:
    """What the site does by itself in somebody's place."""
    audit_log.record(
        action, kind=audit_log.TABLE, target=d.table.public_id, details={"seat": seat.number, "seq": d.journal.seq}
    )


def _hopeless(seat: Seat, now: datetime) -> bool:
    """Whether nobody else will answer: always so for people past their deadline."""
    tried = seat.tries >= settings.BOT_TRIES and seat.leased_until is not None and seat.leased_until <= now
    return not seat.bot or tried or bots_forsaken()


def overdue_resolved(seconds: float) -> int:
    """Resolve what is past due, each in a transaction of its own, until nothing is or for about `seconds`.

    Returns how many the clock played.
    """
    stop_at, played, vain = time.monotonic() + seconds, 0, set[Question]()
    while time.monotonic() < stop_at and (questions := questions_overdue(BATCH, vain)):
        for question in questions:
            if _resolved(question):
                played += 1
            else:
                vain.add(question)
    return played


def _resolved(question: Question) -> bool:
    try:
        return timeout_play(*question)
    except Conflict:  # answered in the meantime
        return False
    except Exception as problem:  # one broken table must not stop all clocks; its text may name cards
        if concerns_all(problem):
            raise
        logger.error("the clock failed at %s: %s", question[0], type(problem).__name__)
        return False
