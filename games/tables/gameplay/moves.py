"""Moves, from the submitted form to the events they cause. Read from `submit_move` downwards.

A repeated key with the same payload gets the first receipt again. Otherwise the person must be allowed to act, and the
question must be the seat's current one. The game's `apply` decides, then the house moves until someone must decide
again, with an event for every step. Then questions, deadlines and the result are updated, and signals are sent. Changes
are written, and open pages notified, when the block of `games.tables.locked_table` ends.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings

from config.db.compiled_queries import CompiledQuery
from games.clocks.time_control import MILLISECOND
from games.engine.code_digest import get_bot_digest
from games.engine.errors import IllegalMoveError, InvalidPayloadError
from games.engine.game import AnyGame, AnyStep, Move
from games.engine.hash_chain import hash_request, hash_text
from games.engine.serialization.canonical_json import decode_tagged, dump_canonical, parse_json, to_json
from games.engine.serialization.form_parsing import move_from_form
from games.tables import signals
from games.tables.access import is_solo
from games.tables.clocks.seat_clock import charge_clock, get_time_left_data, start_clock
from games.tables.errors import BadRequestError, ConflictError, ForbiddenError, UnprocessableError
from games.tables.gameplay.agreements import withdraw_proposal
from games.tables.gameplay.forks import build_initial_state
from games.tables.gameplay.results import record_results
from games.tables.locked_table import TableSession, locked_table, require_in_play
from games.tables.models import Event, PlayedPremove, Seat, Table, get_default_replay_visibility
from games.tables.premoves.matching import draw_answer_time, drop_stale_premoves, match_premove, save_premoves

HOUSE_STEPS_LIMIT = 1000  # between two decisions; reaching it means that a game loops
KEY_CHARS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
KEY_LENGTH = 64
_ANSWER = CompiledQuery(
    lambda table, seat, key: Event.objects.filter(table=table, seat=seat, key=key).values_list(
        "seq", "digest", "payload"
    )
)

OpenQuestions = dict[int, int]  # seat number → number of the event that put its open question


@dataclass(frozen=True, slots=True)
class SubmittedMove:
    """A submitted move: form fields, plain JSON, or a Move (from bots and the clock)."""

    form: Mapping[str, Sequence[str]] | None = None
    plain: Any = None
    move: Move | None = None

    def parse(self, game: AnyGame) -> Move:
        """Return the Move. Raises BadRequestError."""
        if self.move is not None:
            return self.move
        try:
            return decode_tagged(game.moves, self.plain) if self.form is None else move_from_form(game.moves, self.form)
        except InvalidPayloadError as problem:
            raise BadRequestError(problem.code, problem.params) from problem


@dataclass(frozen=True, slots=True)
class MoveReceipt:
    """The receipt of an accepted move: number and digest of its event; `repeated` if it had been accepted before."""

    seq: int
    digest: str
    repeated: bool = False


def submit_move(
    public_id: str, *, user_id: int | None, question_seq: int | None, submitted: SubmittedMove, key: str | None
) -> tuple[TableSession, MoveReceipt]:
    """Play a person's move at their seat, with all house steps that follow, in one transaction.

    `question_seq` is the number of the event that put the question being answered; `key` makes the move idempotent.
    Returns the session, no longer locked, and the receipt. Raises a ServiceError, in which case nothing has changed.
    """
    with locked_table(public_id) as session:
        seat = session.get_seat_for(user_id)
        move = submitted.parse(session.game)
        # The payload includes the person, so that a later holder of the seat doesn't get this one's receipts.
        payload = hash_text(dump_canonical({"asked": question_seq, "move": to_json(move), "person": user_id}))
        if first := _find_earlier_receipt(session.table, seat, key, payload):
            return session, first
        if seat.is_bot:  # it plays for the person
            raise ForbiddenError("not-seated")
        if seat.has_forfeited:
            raise ForbiddenError("forfeited")
        require_in_play(session.table)
        if seat.question_seq != question_seq:
            raise ConflictError("stale")
        return session, MoveReceipt(*play_move(session, seat, move, cause=Event.Cause.PLAYER, key=key, payload=payload))


def submit_automatic_move(
    session: TableSession,
    seat: Seat,
    question_seq: int,
    move: Move,
    cause: Event.Cause,
    data: dict[str, Any] | None = None,
) -> MoveReceipt:
    """Play a move of a bot or the clock; `data` says why. Raises ConflictError if the question isn't open."""
    require_in_play(session.table)
    if seat.question_seq != question_seq:
        raise ConflictError("stale")
    return MoveReceipt(*play_move(session, seat, move, cause=cause, data=data))


def _find_earlier_receipt(table: Table, seat: Seat, key: str | None, payload: str) -> MoveReceipt | None:
    """Return the receipt of the move accepted under this key, if any.

    Raises BadRequestError for a malformed key, UnprocessableError if the payload differs.
    """
    if not key or len(key) > KEY_LENGTH or not KEY_CHARS.issuperset(key):
        raise BadRequestError("bad-key")
    row = _ANSWER.first(table=table.pk, seat=seat.number, key=key)
    if row is None:
        return _find_archived_receipt(table, seat, key, payload) if table.is_ended else None
    seq, digest, first_payload = row
    if first_payload != payload:
        raise UnprocessableError("key-reused")
    return MoveReceipt(seq, digest, repeated=True)


def _find_archived_receipt(table: Table, seat: Seat, key: str, payload: str) -> MoveReceipt | None:
    """Return the receipt from an archived log, which holds only a hash of key and payload."""
    request_field = f'"request":"{hash_request(key, payload)}"'
    for seq, event in enumerate(table.archived_log.full_events() if table.archived_log else (), 1):
        if request_field in event["body"] and parse_json(event["body"])["seat"] == seat.number:
            return MoveReceipt(seq, event["digest"], repeated=True)
    return None


def play_move(
    session: TableSession,
    seat: Seat,
    move: Move,
    *,
    cause: Event.Cause,
    key: str | None = None,
    payload: str = "",
    data: dict[str, Any] | None = None,
) -> tuple[int, str]:
    """Play a seat's decision and all house steps after it. Returns number and digest of the decision's event.

    Raises UnprocessableError with the game's reason for an illegal move, in which case nothing has been written.
    """
    try:
        step = session.game.rules.apply(session.state, seat.number, move)
    except IllegalMoveError as refusal:
        raise UnprocessableError(refusal.code, refusal.params, common=False) from None
    charged = charge_clock(session, seat, is_answered=True)
    if charged is not None:
        data = {**(data or {}), "charged": charged // MILLISECOND}
    open_questions = {
        other.number: other.question_seq
        for other in session.seats
        if other.question_seq is not None and other is not seat
    }
    open_questions = _append_step(
        session, step, open_questions, kind=Event.Kind.MOVE, cause=cause, seat=seat.number, move=move, key=key,
        payload=payload, data=data,
    )  # fmt: skip
    seq, digest = session.event_writer.seq, session.event_writer.digest
    chapter = session.game.get_chapter_number(session.state.public)
    seat.timeouts = seat.timeouts + 1 if cause == Event.Cause.CLOCK and not seat.is_bot else 0
    advance_match(session, open_questions)
    if session.game.get_chapter_number(session.state.public) != chapter:
        withdraw_proposal(session)  # made during an earlier deal
    return seq, digest


def _append_step(
    session: TableSession,
    step: AnyStep,
    open_questions: OpenQuestions,
    *,
    data: dict[str, Any] | None = None,
    **event: Any,
) -> OpenQuestions:
    """Append a step as an event, with the other arguments of `append`. Return the open questions after it.

    `open_questions`: the questions open before the step, except the one it answers.
    """
    waiting = session.game.rules.waiting_on(step.state)
    for seat in session.seats:
        if seat.question_seq is not None and seat.number not in waiting & open_questions.keys():
            charge_clock(session, seat)  # its question is over: charge it before the next event states the time banks
    newly_asked = waiting - open_questions.keys()
    data = {**(data or {}), **get_time_left_data(session, newly_asked)}
    seq = session.event_writer.append(happenings=step.happenings, state=step.state, data=data, **event)
    return open_questions_after(session, open_questions, seq)


def advance_match(session: TableSession, open_questions: OpenQuestions) -> None:
    """Play the house's steps, each as an event, then put the next questions or end the match."""
    for _ in range(HOUSE_STEPS_LIMIT):
        if step := session.game.rules.advance(session.state, session.chance):
            open_questions = _append_step(session, step, open_questions, kind=Event.Kind.HOUSE, cause=Event.Cause.HOUSE)
        elif only := _forced_move(session):
            number, move = only
            open_questions = {seat: since for seat, since in open_questions.items() if seat != number}
            step = session.game.rules.apply(session.state, number, move)
            open_questions = _append_step(
                session, step, open_questions, kind=Event.Kind.MOVE, cause=Event.Cause.HOUSE, seat=number, move=move
            )
        else:
            break
    else:
        raise RuntimeError(f"{session.game.metadata.slug}: the house never comes to rest")
    drop_stale_premoves(session)
    changed = [seat for seat in session.seats if seat.question_seq != open_questions.get(seat.number)]
    for seat in changed:
        put_question(session, seat, open_questions.get(seat.number))
    if session.game.rules.over(session.state):
        end_match(session, Table.Status.FINISHED)
    else:
        signals.QuestionsChanged(session, [seat for seat in changed if not seat.has_due_premove]).send()


def _forced_move(session: TableSession) -> tuple[int, Move] | None:
    """Return a seat and the move the server plays for it, if everyone can see that the seat has no other move."""
    for seat in sorted(session.game.rules.waiting_on(session.state)):
        if move := session.game.forced_move(session.state.public, seat):
            return seat, move
    return None


def open_questions_after(session: TableSession, before: OpenQuestions, seq: int) -> OpenQuestions:
    """Return the open questions after event `seq`: seats still waiting keep theirs, newly asked seats get `seq`."""
    return {seat: before.get(seat, seq) for seat in sorted(session.game.rules.waiting_on(session.state))}


def put_question(session: TableSession, seat: Seat, question_seq: int | None) -> None:
    """Put a question to a seat, or remove it (None), and set its deadline and the time for an automatic answer.

    Among people, bots and premoves answer after a random time that reveals nothing. If no one else is waiting, bots are
    faster, and answer immediately while the only person fast-forwards (`games.tables.bots.queue`). Times at a frozen
    table count from the freeze; thawing shifts them all.
    """
    charge_clock(session, seat)
    seat.question_seq = question_seq
    seat.act_at = seat.leased_until = None
    seat.bot_attempts = 0
    if question_seq is None:
        return
    now = session.table.frozen_at or session.now
    if not seat.is_bot:
        start_clock(session, seat)
        seat.act_at = draw_answer_time(now, seat.deadline) if match_premove(session, seat) else None
        return
    alone = is_solo(session.seats)
    hurried = alone and any(not other.is_bot and other.act_at is not None for other in session.seats)
    quick = now if hurried else now + timedelta(seconds=settings.BOT_SOLO_DELAY)
    seat.deadline = now + timedelta(seconds=settings.BOT_WATCHDOG_TIMEOUT)
    seat.act_at = quick if alone else draw_answer_time(now, seat.deadline)


def start_match(session: TableSession) -> None:
    """Set up the match and play the house's first steps."""
    session.table.status, session.table.started_at = Table.Status.RUNNING, session.now
    hashes = {"phrases": [seat.client_seed_hash for seat in session.seats]}
    opened = {"opened": [seat.client_seed for seat in session.seats]} if session.table.is_strict else {}
    state, fork = build_initial_state(session)
    times = get_time_left_data(session, session.game.rules.waiting_on(state))
    code = {"bots": get_bot_digest(session.game.metadata.slug)}
    seq = session.event_writer.append(
        Event.Kind.START, cause=Event.Cause.HOUSE, state=state, data={**hashes, **opened, **fork, **times, **code}
    )
    advance_match(session, open_questions_after(session, {}, seq))
    if session.table.status == Table.Status.RUNNING:
        signals.MatchStarted(session).send()


def end_match(session: TableSession, status: Table.Status) -> None:
    """Close the table: remove questions and premoves, set the replay visibility, record results."""
    for seat in session.seats:
        put_question(session, seat, None)
        seat.on_vacation = False  # no one waits any more
        save_premoves(seat, ())
    PlayedPremove.objects.filter(seat__table=session.table).delete()
    session.table.status, session.table.ended_at = status, session.now
    session.table.frozen_at, session.table.frozen_reason = None, ""
    session.table.paused_at = session.table.live_since = None
    withdraw_proposal(session)
    session.table.replay_visibility = get_default_replay_visibility(
        session.table.visibility, sum(seat.user_id is not None for seat in session.seats)
    )
    record_results(session)
    signals.MatchEnded(session).send()
