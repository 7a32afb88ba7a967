"""What a decision leads to: the house moves until somebody must decide; questions, deadlines, the end are noted."""

from datetime import timedelta
from typing import Any

from django.conf import settings

from games.engine.errors import IllegalMove
from games.engine.game import Move
from games.tables import signals
from games.tables.access import plays_alone
from games.tables.clocks.seat_clock import clock_begun, clock_charged
from games.tables.errors import Unprocessable
from games.tables.gameplay.forks import begun
from games.tables.gameplay.results import results_noted
from games.tables.models import Event, Seat, Table, sharing_unasked
from games.tables.premoves.matching import answer_time, entries_kept, plan_answers, plans_reviewed
from games.tables.session.table_session import Desk

HOUSE_STEPS_LIMIT = 1000  # between two decisions; more can only be a title running in circles

Asked = dict[int, int]  # seat number → number of the event that put its present question


def match_begun(d: Desk) -> None:
    """Set the match up and let the house make its first steps."""
    d.table.status, d.table.started_at = Table.Status.RUNNING, d.now
    given = {"phrases": [seat.phrase_hash for seat in d.seats]}
    opened = {"opened": [seat.phrase for seat in d.seats]} if d.table.strict else {}
    state, fork = begun(d)
    seq = d.journal.add(Event.Kind.START, cause=Event.Cause.HOUSE, state=state, data={**given, **opened, **fork})
    _goes_on(d, _asked_after(d, {}, seq))


def decided(
    d: Desk,
    seat: Seat,
    move: Move,
    *,
    cause: Event.Cause,
    key: str | None = None,
    payload: str = "",
    data: dict[str, Any] | None = None,
) -> tuple[int, str]:
    """Play a seat's decision and all house steps after it. Returns the decision's number and digest.

    Raises Unprocessable with the title's reason for a move that is not legal, and then nothing has been noted.
    """
    try:
        seq = _noted(d, seat.number, move, cause=cause, key=key, payload=payload, data=data)
    except IllegalMove as refusal:
        raise Unprocessable(refusal.code, refusal.params, common=False) from None
    digest = d.journal.digest
    seat.timeouts = seat.timeouts + 1 if cause == Event.Cause.CLOCK and not seat.bot else 0
    clock_charged(d, seat, answered=True)
    asked = {other.number: other.asked for other in d.seats if other.asked is not None and other is not seat}
    _goes_on(d, _asked_after(d, asked, seq))
    return seq, digest


def match_ended(d: Desk, status: Table.Status) -> None:
    """Close the table: no more questions, its seed may be shown."""
    for seat in d.seats:
        question_put(d, seat, None)
        seat.vacation = False  # nobody waits any more
        entries_kept(seat, ())
    d.table.status, d.table.ended_at = status, d.now
    d.table.frozen_at, d.table.frozen_reason = None, ""
    d.table.paused_at = d.table.live_at = None
    d.table.proposed, d.table.agreed = "", []
    d.table.sharing = sharing_unasked(d.table.visibility, sum(seat.user_id is not None for seat in d.seats))
    results_noted(d)
    signals.MatchFinished(d).send()


def question_put(d: Desk, seat: Seat, asked: int | None) -> None:
    """Put a question to a seat, or none: its deadline and, for a bot, its appointment begin anew.

    Among people bots and plans take a time that tells nothing. Where nobody else waits bots are quicker, and answer
    without a pause while the only person wants them to hurry (`games.tables.bots.fast_forward`).
    A frozen table's times count from the moment it was frozen: the thaw moves them all.
    """
    clock_charged(d, seat)
    seat.asked = asked
    seat.due_at = seat.leased_until = None
    seat.tries = 0
    if asked is None:
        return
    now = d.table.frozen_at or d.now
    if not seat.bot:
        clock_begun(d, seat)
        seat.due_at = answer_time(now, seat.deadline) if plan_answers(d, seat) else None
        return
    alone = plays_alone(d.seats)
    hurried = alone and any(not other.bot and other.due_at is not None for other in d.seats)
    quick = now if hurried else now + timedelta(seconds=settings.BOT_DELAY_SECONDS)
    seat.deadline = now + timedelta(seconds=settings.BOT_WATCHDOG_SECONDS)
    seat.due_at = quick if alone else answer_time(now, seat.deadline)


def _noted(d: Desk, number: int, move: Move, *, cause: Event.Cause, **request: Any) -> int:
    """Play the move of a seat as an event of its own, with what the journal takes besides. Raises IllegalMove."""
    step = d.title.rules.apply(d.state, number, move)
    told = step.happenings
    return d.journal.add(Event.Kind.MOVE, cause=cause, seat=number, move=move, told=told, state=step.state, **request)


def _only_move(d: Desk) -> tuple[int, Move] | None:
    """A seat for which the house answers, and how: no hand that it might have leaves it a choice, and all know that."""
    for seat in sorted(d.title.rules.waiting_on(d.state)):
        if move := d.title.only_move(d.state.public, seat):
            return seat, move
    return None


def _goes_on(d: Desk, asked: Asked) -> None:
    """The house moves, every step an event of its own; then whoever must decide is asked, or the match is over."""
    for _ in range(HOUSE_STEPS_LIMIT):
        if step := d.title.rules.advance(d.state, d.chance):
            seq = d.journal.add(Event.Kind.HOUSE, cause=Event.Cause.HOUSE, told=step.happenings, state=step.state)
        elif only := _only_move(d):
            asked = {seat: since for seat, since in asked.items() if seat != only[0]}
            seq = _noted(d, *only, cause=Event.Cause.HOUSE)
        else:
            break
        asked = _asked_after(d, asked, seq)
    else:
        raise RuntimeError(f"{d.title.meta.slug}: the house never comes to rest")
    plans_reviewed(d)
    changed = [seat for seat in d.seats if seat.asked != asked.get(seat.number)]
    for seat in changed:
        question_put(d, seat, asked.get(seat.number))
    if d.title.rules.over(d.state):
        match_ended(d, Table.Status.FINISHED)
    else:
        signals.QuestionsChanged(d, [seat for seat in changed if not seat.planning]).send()


def _asked_after(d: Desk, before: Asked, seq: int) -> Asked:
    """The open questions after event `seq`: those still waiting keep theirs, whoever is asked anew gets `seq`."""
    return {seat: before.get(seat, seq) for seat in sorted(d.title.rules.waiting_on(d.state))}
