"""What a decision leads to: the house moves until somebody must decide; questions, deadlines, the end are noted."""

from datetime import timedelta
from typing import Any

from django.conf import settings

from games.engine.errors import IllegalMoveError
from games.engine.game import Move
from games.tables import signals
from games.tables.access import is_solo
from games.tables.clocks.seat_clock import charge_clock, start_clock
from games.tables.errors import UnprocessableError
from games.tables.gameplay.forks import build_initial_state
from games.tables.gameplay.results import record_results
from games.tables.models import Event, Seat, Table, get_default_sharing
from games.tables.premoves.matching import draw_answer_time, drop_stale_premoves, match_premove, save_premoves
from games.tables.session.table_session import TableSession

HOUSE_STEPS_LIMIT = 1000  # between two decisions; more can only be a game running in circles

OpenQuestions = dict[int, int]  # seat number → number of the event that put its present question


def start_match(d: TableSession) -> None:
    """Set the match up and let the house make its first steps."""
    d.table.status, d.table.started_at = Table.Status.RUNNING, d.now
    given = {"phrases": [seat.phrase_hash for seat in d.seats]}
    opened = {"opened": [seat.phrase for seat in d.seats]} if d.table.strict else {}
    state, fork = build_initial_state(d)
    seq = d.event_writer.append(
        Event.Kind.START, cause=Event.Cause.HOUSE, state=state, data={**given, **opened, **fork}
    )
    _advance_match(d, _open_questions_after(d, {}, seq))


def play_move(
    d: TableSession,
    seat: Seat,
    move: Move,
    *,
    cause: Event.Cause,
    key: str | None = None,
    payload: str = "",
    data: dict[str, Any] | None = None,
) -> tuple[int, str]:
    """Play a seat's decision and all house steps after it. Returns the decision's number and digest.

    Raises UnprocessableError with the game's reason for a move that is not legal, and then nothing has been noted.
    """
    try:
        seq = _append_move(d, seat.number, move, cause=cause, key=key, payload=payload, data=data)
    except IllegalMoveError as refusal:
        raise UnprocessableError(refusal.code, refusal.params, common=False) from None
    digest = d.event_writer.digest
    seat.timeouts = seat.timeouts + 1 if cause == Event.Cause.CLOCK and not seat.is_bot else 0
    charge_clock(d, seat, answered=True)
    asked = {other.number: other.asked for other in d.seats if other.asked is not None and other is not seat}
    _advance_match(d, _open_questions_after(d, asked, seq))
    return seq, digest


def end_match(d: TableSession, status: Table.Status) -> None:
    """Close the table: no more questions, its seed may be shown."""
    for seat in d.seats:
        put_question(d, seat, None)
        seat.on_vacation = False  # nobody waits any more
        save_premoves(seat, ())
    d.table.status, d.table.ended_at = status, d.now
    d.table.frozen_at, d.table.frozen_reason = None, ""
    d.table.paused_at = d.table.live_at = None
    d.table.proposed, d.table.agreed = "", []
    d.table.sharing = get_default_sharing(d.table.visibility, sum(seat.user_id is not None for seat in d.seats))
    record_results(d)
    signals.MatchEnded(d).send()


def put_question(d: TableSession, seat: Seat, asked: int | None) -> None:
    """Put a question to a seat, or none: its deadline and, for a bot, its appointment begin anew.

    Among people bots and plans take a time that tells nothing. Where nobody else waits bots are quicker, and answer
    without a pause while the only person wants them to hurry (`games.tables.bots.fast_forward`).
    A frozen table's times count from the moment it was frozen: the thaw moves them all.
    """
    charge_clock(d, seat)
    seat.asked = asked
    seat.due_at = seat.leased_until = None
    seat.tries = 0
    if asked is None:
        return
    now = d.table.frozen_at or d.now
    if not seat.is_bot:
        start_clock(d, seat)
        seat.due_at = draw_answer_time(now, seat.deadline) if match_premove(d, seat) else None
        return
    alone = is_solo(d.seats)
    hurried = alone and any(not other.is_bot and other.due_at is not None for other in d.seats)
    quick = now if hurried else now + timedelta(seconds=settings.BOT_SOLO_DELAY)
    seat.deadline = now + timedelta(seconds=settings.BOT_WATCHDOG_TIMEOUT)
    seat.due_at = quick if alone else draw_answer_time(now, seat.deadline)


def _append_move(d: TableSession, number: int, move: Move, *, cause: Event.Cause, **request: Any) -> int:
    """Play the move of a seat as an event of its own, with what the journal takes besides. Raises IllegalMoveError."""
    step = d.game.rules.apply(d.state, number, move)
    told = step.happenings
    return d.event_writer.append(
        Event.Kind.MOVE, cause=cause, seat=number, move=move, told=told, state=step.state, **request
    )


def _forced_move(d: TableSession) -> tuple[int, Move] | None:
    """A seat for which the house answers, and how: no hand that it might have leaves it a choice, and all know that."""
    for seat in sorted(d.game.rules.waiting_on(d.state)):
        if move := d.game.forced_move(d.state.public, seat):
            return seat, move
    return None


def _advance_match(d: TableSession, asked: OpenQuestions) -> None:
    """The house moves, every step an event of its own; then whoever must decide is asked, or the match is over."""
    for _ in range(HOUSE_STEPS_LIMIT):
        if step := d.game.rules.advance(d.state, d.chance):
            seq = d.event_writer.append(
                Event.Kind.HOUSE, cause=Event.Cause.HOUSE, told=step.happenings, state=step.state
            )
        elif only := _forced_move(d):
            asked = {seat: since for seat, since in asked.items() if seat != only[0]}
            seq = _append_move(d, *only, cause=Event.Cause.HOUSE)
        else:
            break
        asked = _open_questions_after(d, asked, seq)
    else:
        raise RuntimeError(f"{d.game.metadata.slug}: the house never comes to rest")
    drop_stale_premoves(d)
    changed = [seat for seat in d.seats if seat.asked != asked.get(seat.number)]
    for seat in changed:
        put_question(d, seat, asked.get(seat.number))
    if d.game.rules.over(d.state):
        end_match(d, Table.Status.FINISHED)
    else:
        signals.QuestionsChanged(d, [seat for seat in changed if not seat.has_due_premove]).send()


def _open_questions_after(d: TableSession, before: OpenQuestions, seq: int) -> OpenQuestions:
    """The open questions after event `seq`: those still waiting keep theirs, whoever is asked anew gets `seq`."""
    return {seat: before.get(seat, seq) for seat in sorted(d.game.rules.waiting_on(d.state))}
