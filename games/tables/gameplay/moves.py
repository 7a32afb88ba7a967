"""A move, from what a person sent to the events it makes: read from `submit_move` downwards.

Same key and payload: the first answer again. Else the person must be allowed to act here, and the question must be the
seat's present one. The game's `apply` decides, the house moves until somebody must decide again, every step an event;
then questions, deadlines and the end are noted and the apps above are told. What has changed is written, and pages hear
of it, when the locked table's block ends (`games.tables.locked_table`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings

from config.db.compiled_queries import CompiledQuery
from games.engine.errors import IllegalMoveError, InvalidPayloadError
from games.engine.game import AnyGame, Move
from games.engine.hash_chain import hash_request, hash_text
from games.engine.serialization.canonical_json import decode_tagged, dump_canonical, parse_json, to_json
from games.engine.serialization.form_parsing import move_from_form
from games.tables import signals
from games.tables.access import is_solo
from games.tables.clocks.seat_clock import charge_clock, start_clock
from games.tables.errors import BadRequestError, ConflictError, ForbiddenError, UnprocessableError
from games.tables.gameplay.forks import build_initial_state
from games.tables.gameplay.results import record_results
from games.tables.locked_table import TableSession, locked_table, require_in_play
from games.tables.models import Event, PlayedPremove, Seat, Table, get_default_replay_visibility
from games.tables.premoves.matching import draw_answer_time, drop_stale_premoves, match_premove, save_premoves

HOUSE_STEPS_LIMIT = 1000  # between two decisions; more can only be a game running in circles
KEY_CHARS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
KEY_LENGTH = 64
_ANSWER = CompiledQuery(
    lambda table, seat, key: Event.objects.filter(table=table, seat=seat, key=key).values_list(
        "seq", "digest", "payload"
    )
)

OpenQuestions = dict[int, int]  # seat number → number of the event that put its present question


@dataclass(frozen=True, slots=True)
class SubmittedMove:
    """A move as it came in: form fields, plain JSON, or a move already made (bots, the clock)."""

    form: Mapping[str, Sequence[str]] | None = None
    plain: Any = None
    move: Move | None = None

    def parse(self, title: AnyGame) -> Move:
        """The move. Raises BadRequestError."""
        if self.move is not None:
            return self.move
        try:
            return (
                decode_tagged(title.moves, self.plain) if self.form is None else move_from_form(title.moves, self.form)
            )
        except InvalidPayloadError as problem:
            raise BadRequestError(problem.code, problem.params) from problem


@dataclass(frozen=True, slots=True)
class MoveReceipt:
    """The answer to an accepted move: its event's number and digest, and whether it had been answered before."""

    seq: int
    digest: str
    repeated: bool = False


def submit_move(
    public_id: str, *, user_id: int | None, asked: int | None, submitted: SubmittedMove, key: str | None
) -> tuple[TableSession, MoveReceipt]:
    """A person plays a move at their own seat: the decision and all house steps after it, in one transaction.

    `asked` is the number of the event that put the question being answered, `key` makes the move idempotent. Returns
    the table as it stands afterwards, which is locked no more, and the receipt. Raises a ServiceError, and then nothing
    has changed.
    """
    with locked_table(public_id) as session:
        seat = session.get_seat_for(user_id)
        move = submitted.parse(session.game)
        # With the person in it, nobody who holds the seat later is given this one's answers.
        payload = hash_text(dump_canonical({"asked": asked, "move": to_json(move), "person": user_id}))
        if first := _find_earlier_receipt(session.table, seat, key, payload):
            return session, first
        if seat.is_bot:  # stands in for the person
            raise ForbiddenError("not-seated")
        if seat.has_forfeited:
            raise ForbiddenError("forfeited")
        require_in_play(session.table)
        if seat.question_seq != asked:
            raise ConflictError("stale")
        return session, MoveReceipt(*play_move(session, seat, move, cause=Event.Cause.PLAYER, key=key, payload=payload))


def submit_automatic_move(
    session: TableSession, seat: Seat, asked: int, move: Move, cause: Event.Cause, data: dict[str, Any] | None = None
) -> MoveReceipt:
    """A bot or the clock answers for a seat; `data` is its reason. Raises ConflictError where the question isn't
    open."""
    require_in_play(session.table)
    if seat.question_seq != asked:
        raise ConflictError("stale")
    return MoveReceipt(*play_move(session, seat, move, cause=cause, data=data))


def _find_earlier_receipt(table: Table, seat: Seat, key: str | None, payload: str) -> MoveReceipt | None:
    """The first answer to this key, if there was one: same payload, same answer."""
    if not key or len(key) > KEY_LENGTH or not KEY_CHARS.issuperset(key):
        raise BadRequestError("bad-key")
    found = _ANSWER.first(table=table.pk, seat=seat.number, key=key)
    if found is None:
        return _find_archived_receipt(table, seat, key, payload) if table.is_ended else None
    seq, digest, first_payload = found
    if first_payload != payload:
        raise UnprocessableError("key-reused")
    return MoveReceipt(seq, digest, repeated=True)


def _find_archived_receipt(table: Table, seat: Seat, key: str, payload: str) -> MoveReceipt | None:
    """The same where the rows are gone: the log holds key and payload by their hash."""
    given = f'"request":"{hash_request(key, payload)}"'
    for seq, event in enumerate(table.archived_log.full_events() if table.archived_log else (), 1):
        if given in event["body"] and parse_json(event["body"])["seat"] == seat.number:
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
    """Play a seat's decision and all house steps after it. Returns the decision's number and digest.

    Raises UnprocessableError with the game's reason for a move that is not legal, and then nothing has been noted.
    """
    try:
        seq = _append_move(session, seat.number, move, cause=cause, key=key, payload=payload, data=data)
    except IllegalMoveError as refusal:
        raise UnprocessableError(refusal.code, refusal.params, common=False) from None
    digest = session.event_writer.digest
    seat.timeouts = seat.timeouts + 1 if cause == Event.Cause.CLOCK and not seat.is_bot else 0
    charge_clock(session, seat, answered=True)
    asked = {
        other.number: other.question_seq
        for other in session.seats
        if other.question_seq is not None and other is not seat
    }
    advance_match(session, open_questions_after(session, asked, seq))
    return seq, digest


def _append_move(session: TableSession, number: int, move: Move, *, cause: Event.Cause, **request: Any) -> int:
    """Play the move of a seat as an event of its own, with what `append` takes besides. Raises IllegalMoveError."""
    step = session.game.rules.apply(session.state, number, move)
    told = step.happenings
    return session.event_writer.append(
        Event.Kind.MOVE, cause=cause, seat=number, move=move, told=told, state=step.state, **request
    )


def advance_match(session: TableSession, asked: OpenQuestions) -> None:
    """The house moves, every step an event of its own; then whoever must decide is asked, or the match is over."""
    for _ in range(HOUSE_STEPS_LIMIT):
        if step := session.game.rules.advance(session.state, session.chance):
            seq = session.event_writer.append(
                Event.Kind.HOUSE, cause=Event.Cause.HOUSE, told=step.happenings, state=step.state
            )
        elif only := _forced_move(session):
            asked = {seat: since for seat, since in asked.items() if seat != only[0]}
            seq = _append_move(session, *only, cause=Event.Cause.HOUSE)
        else:
            break
        asked = open_questions_after(session, asked, seq)
    else:
        raise RuntimeError(f"{session.game.metadata.slug}: the house never comes to rest")
    drop_stale_premoves(session)
    changed = [seat for seat in session.seats if seat.question_seq != asked.get(seat.number)]
    for seat in changed:
        put_question(session, seat, asked.get(seat.number))
    if session.game.rules.over(session.state):
        end_match(session, Table.Status.FINISHED)
    else:
        signals.QuestionsChanged(session, [seat for seat in changed if not seat.has_due_premove]).send()


def _forced_move(session: TableSession) -> tuple[int, Move] | None:
    """A seat for which the house answers, and how: no hand that it might have leaves it a choice, and all know that."""
    for seat in sorted(session.game.rules.waiting_on(session.state)):
        if move := session.game.forced_move(session.state.public, seat):
            return seat, move
    return None


def open_questions_after(session: TableSession, before: OpenQuestions, seq: int) -> OpenQuestions:
    """The open questions after event `seq`: those still waiting keep theirs, whoever is asked anew gets `seq`."""
    return {seat: before.get(seat, seq) for seat in sorted(session.game.rules.waiting_on(session.state))}


def put_question(session: TableSession, seat: Seat, asked: int | None) -> None:
    """Put a question to a seat, or none: its deadline and, for a bot, its appointment begin anew.

    Among people bots and plans take a time that tells nothing. Where nobody else waits bots are quicker, and answer
    without a pause while the only person wants them to hurry (`games.tables.bots.queue`).
    A frozen table's times count from the moment it was frozen: the thaw moves them all.
    """
    charge_clock(session, seat)
    seat.question_seq = asked
    seat.act_at = seat.leased_until = None
    seat.bot_attempts = 0
    if asked is None:
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
    """Set the match up and let the house make its first steps."""
    session.table.status, session.table.started_at = Table.Status.RUNNING, session.now
    given = {"phrases": [seat.client_seed_hash for seat in session.seats]}
    opened = {"opened": [seat.client_seed for seat in session.seats]} if session.table.is_strict else {}
    state, fork = build_initial_state(session)
    seq = session.event_writer.append(
        Event.Kind.START, cause=Event.Cause.HOUSE, state=state, data={**given, **opened, **fork}
    )
    advance_match(session, open_questions_after(session, {}, seq))
    if session.table.status == Table.Status.RUNNING:
        signals.MatchStarted(session).send()


def end_match(session: TableSession, status: Table.Status) -> None:
    """Close the table: no more questions, its seed may be shown."""
    for seat in session.seats:
        put_question(session, seat, None)
        seat.on_vacation = False  # nobody waits any more
        save_premoves(seat, ())
    PlayedPremove.objects.filter(seat__table=session.table).delete()
    session.table.status, session.table.ended_at = status, session.now
    session.table.frozen_at, session.table.frozen_reason = None, ""
    session.table.paused_at = session.table.live_since = None
    session.table.proposed_agreement, session.table.agreed_seats = "", []
    session.table.replay_visibility = get_default_replay_visibility(
        session.table.visibility, sum(seat.user_id is not None for seat in session.seats)
    )
    record_results(session)
    signals.MatchEnded(session).send()
