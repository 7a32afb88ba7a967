"""Timeouts: overdue questions, for which the clock plays the safe move given in the rulebook.

For a bot this happens only if it can't answer because its worker failed repeatedly or is missing, not because the
queue is long.
"""

import logging
import time
from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from config.db.unavailable import concerns_everyone
from games.tables import signals
from games.tables.bots.queue import IN_PLAY, is_worker_missing
from games.tables.bots.substitutes import get_substitute_level, record_substitution, set_seat_player
from games.tables.clocks.seat_clock import get_open_time_left_data, refresh_deadline, set_live_play
from games.tables.errors import ConflictError
from games.tables.event_writer import format_event_time
from games.tables.fair_order import order_by_hosts, read_both_ends
from games.tables.gameplay.agreements import settle_proposal
from games.tables.gameplay.moves import submit_automatic_move
from games.tables.locked_table import TableSession, locked_table
from games.tables.models import Event, Seat, Table

logger = logging.getLogger(__name__)
BATCH = 100  # looked up at a time, so that the order is refreshed often
READ_AHEAD = 4  # factor of rows read over rows used, to find questions of different hosts
Question = tuple[str, int, int]  # the table's public id, seat number, question


def list_overdue_questions(limit: int, besides: Collection[Question] = ()) -> list[Question]:
    """List overdue questions by the database's clock, oldest first, except those in `besides`.

    Every host's oldest comes before any host's second, so that a host with many tables can't keep the others waiting. 3
    queries.
    """
    tries = None if is_worker_missing() else settings.BOT_MAX_ATTEMPTS
    rows = read_both_ends(_overdue(tries), "deadline", limit * READ_AHEAD + len(besides))
    tables = Table.objects.in_play().in_bulk({table_pk for _, table_pk, *_ in rows})
    overdue = [
        (tables[table_pk], number, question_seq) for _, table_pk, number, question_seq in rows if table_pk in tables
    ]
    ordered = order_by_hosts(overdue, lambda entry: entry[0].host_id)
    questions = [(table.public_id, number, question_seq) for table, number, question_seq in ordered]
    return [question for question in questions if question not in besides][:limit]


def _overdue(tries: int | None) -> "QuerySet[Seat, tuple[Any, ...]]":
    """Return overdue seats; bots only if tried `tries` times (None: all)."""
    hopeless = Q() if tries is None else Q(bot_level="") | Q(bot_attempts__gte=tries, leased_until__lte=Now())
    overdue = Seat.objects.filter(hopeless, deadline__lte=Now(), question_seq__isnull=False)
    return overdue.filter(bot_priority__in=IN_PLAY).values_list("pk", "table_id", "number", "question_seq")


def play_timeout(public_id: str, number: int, question_seq: int) -> bool:
    """Apply a timeout if the question is still open and overdue once locked. Return whether it was."""
    with locked_table(public_id) as session:
        seat = session.seats[number]
        if not session.table.is_in_play or seat.question_seq != question_seq or not _is_unattended(seat, session.now):
            return False
        refresh_deadline(session, seat)  # quiet hours or vacations may have changed since the deadline was computed
        if seat.deadline is None or seat.deadline > session.now:
            return False
        _apply_timeout(session, seat, question_seq)
        return True


def _apply_timeout(session: TableSession, seat: Seat, question_seq: int) -> None:
    """Play the safe move, and apply what the table is set to do when a person runs out of time.

    In live play, the timeout ends live play instead: the person has left, and gets the time of the table's own clock.
    """
    evidence = {"deadline": format_event_time(seat.deadline or session.now), "found": format_event_time(session.now)}
    if seat.is_person and session.table.live_since is not None:
        set_live_play(session, None)
        times = get_open_time_left_data(session, *session.seats)
        session.event_writer.append(
            Event.Kind.LIVE_OVER, cause=Event.Cause.CLOCK, seat=seat.number, data={**evidence, **times}
        )
        return
    if seat.is_person and session.table.on_timeout == Table.OnTimeout.FORFEIT:
        seat.set_player(Seat.PlayedBy.SAFE_MOVES)
        session.event_writer.append(Event.Kind.FORFEIT, cause=Event.Cause.CLOCK, seat=seat.number, data=evidence)
        signals.TimeRanOut(session, seat).send()
    move = session.game.rules.safe_move(session.state, seat.number, session.chance)
    if seat.has_forfeited:  # a consequence of the forfeit; no deadline is involved any more
        submit_automatic_move(session, seat, question_seq, move, Event.Cause.HOUSE)
        settle_proposal(session)
        return
    submit_automatic_move(session, seat, question_seq, move, Event.Cause.CLOCK, evidence)
    if seat.is_bot:
        record_substitution(session, "watchdog", seat)
    if seat.is_person and seat.timeouts >= session.table.bot_after and not session.table.is_ended:
        level = get_substitute_level(session, seat.number)
        set_seat_player(session, seat, Seat.PlayedBy.BOT_WHILE_AWAY, level)
        session.event_writer.append(
            Event.Kind.SEAT_TO_BOT, cause=Event.Cause.CLOCK, seat=seat.number, data={"level": level}
        )
        record_substitution(session, "away-to-bot", seat)
        settle_proposal(session)
        signals.SeatGivenToBot(session, seat).send()
    elif seat.is_person:
        signals.TimeRanOut(session, seat).send()


def _is_unattended(seat: Seat, now: datetime) -> bool:
    """Return whether no one else will answer: always true for people past their deadline."""
    tried = (
        seat.bot_attempts >= settings.BOT_MAX_ATTEMPTS and seat.leased_until is not None and seat.leased_until <= now
    )
    return not seat.is_bot or tried or is_worker_missing()


def resolve_overdue(seconds: float) -> int:
    """Resolve overdue questions, each in its own transaction, for up to about `seconds`. Return how many."""
    stop_at, played, vain = time.monotonic() + seconds, 0, set[Question]()
    while time.monotonic() < stop_at and (questions := list_overdue_questions(BATCH, vain)):
        for question in questions:
            if _try_resolve(question):
                played += 1
            else:
                vain.add(question)
    return played


def _try_resolve(question: Question) -> bool:
    try:
        return play_timeout(*question)
    except ConflictError:  # answered in the meantime
        return False
    except Exception as problem:  # one broken table must not stop all clocks; the error text may name cards
        if concerns_everyone(problem):
            raise
        logger.error("the clock failed at %s: %s", question[0], type(problem).__name__)
        return False
