"""Setting, changing and cancelling premoves, and playing them when due.

A premove changes neither the log nor the table's revision: until it is played, nothing reveals it to others. Its due
time is stored in the seat, where the sweep finds it; what it answers is decided only then, with the table locked.
"""

import logging
import time
from collections.abc import Collection, Mapping, Sequence

from django.db.models.functions import Now

from config.db.unavailable import concerns_everyone
from games.engine.errors import InvalidPayloadError
from games.engine.game import AnyGame
from games.engine.premoves import Premove
from games.engine.serialization.form_parsing import value_from_form
from games.tables import signals
from games.tables.access import is_solo
from games.tables.errors import BadRequestError, ConflictError, ForbiddenError
from games.tables.gameplay.moves import submit_automatic_move
from games.tables.locked_table import TableSession, locked_table, require_in_play
from games.tables.models import BotPriority, Event, Seat
from games.tables.premoves.matching import (
    consume_premove,
    draw_answer_time,
    load_premoves,
    match_premove,
    note_played_premove,
    save_premoves,
)
from games.tables.premoves.selectors import StoredPremove

logger = logging.getLogger(__name__)
BATCH = 100
Question = tuple[str, int, int]  # the table's public id, seat number, question


def set_premove(*, public_id: str, user_id: int | None, form: Mapping[str, Sequence[str]]) -> None:
    """Set a premove, replacing an earlier one in the same slot. Raises a ServiceError, and then nothing has changed.

    `form` contains the premove's type and fields, and in `about` what the form was made for.
    """
    with locked_table(public_id) as session:
        seat = _own(session, user_id)
        require_in_play(session.table)
        plan = _read(session.game, form)
        plans = session.game.premoves
        if plans is None or is_solo(session.seats):
            raise ConflictError("no-plans")
        view = session.game.view(session.state, seat.number)
        offer = next((entry for entry in plans.list_offers(view) if entry.make is type(plan)), None)
        if offer is None or [offer.about] != list(form.get("about", ())):
            raise ConflictError("stale")
        if not offer.contains(plan):  # no longer: someone has raised since the form was made
            raise ConflictError("stale")
        entries = load_premoves(session.game, seat)
        other_entries = [entry for entry in entries if entry.premove.slot != plan.slot]
        save_premoves(seat, [*other_entries, StoredPremove(plans.scope(plan, view), plan)])
        _reschedule(session, seat)


def cancel_premove(*, public_id: str, user_id: int | None, kind: str) -> None:
    """Cancel the premove of this type, if any."""
    with locked_table(public_id) as session:
        seat = _own(session, user_id)
        save_premoves(seat, [entry for entry in load_premoves(session.game, seat) if entry.premove.type != kind])
        _reschedule(session, seat)


def list_due_premoves(limit: int, besides: Collection[Question] = ()) -> list[Question]:
    """List the questions that premoves are due to answer, oldest first, except those in `besides`."""
    due = Seat.objects.in_play().filter(
        bot_priority=BotPriority.PERSON_PLAYS, act_at__lte=Now(), played_by=Seat.PlayedBy.PERSON,
        question_seq__isnull=False,
    )  # fmt: skip
    rows = due.order_by("act_at", "pk").values_list("table__public_id", "number", "question_seq")
    questions = [
        (public_id, number, question_seq)
        for public_id, number, question_seq in rows[: limit + len(besides)]
        if question_seq is not None
    ]
    return [question for question in questions if question not in besides][:limit]


def play_premove(public_id: str, number: int, question_seq: int) -> bool:
    """Play the seat's premove if the question is still open and the premove still due. Return whether it was played.

    If it no longer answers the question, the person is asked.
    """
    with locked_table(public_id) as session:
        seat = session.seats[number]
        due = (
            seat.question_seq == question_seq
            and seat.has_due_premove
            and seat.act_at is not None
            and seat.act_at <= session.now
        )
        if not due or not session.table.is_in_play:
            return False
        match = match_premove(session, seat)
        if match is None:
            _ask_person(session, seat)
            return False
        entry, answer = match
        consume_premove(session, seat, entry, answer.remaining)
        note_played_premove(session, seat, entry.premove)
        submit_automatic_move(session, seat, question_seq, answer.move, Event.Cause.PLAN)
        return True


def play_due_premoves(seconds: float) -> int:
    """Play due premoves, each in its own transaction, for up to about `seconds`. Return how many."""
    stop_at, played, vain = time.monotonic() + seconds, 0, set[Question]()
    while time.monotonic() < stop_at and (questions := list_due_premoves(BATCH, vain)):
        for question in questions:
            if _try_play(question):
                played += 1
            else:
                vain.add(question)
    return played


def _try_play(question: Question) -> bool:
    try:
        return play_premove(*question)
    except ConflictError:  # answered in the meantime
        return False
    except Exception as problem:  # one broken table must not stop all premoves; the error text may name cards
        if concerns_everyone(problem):
            raise
        logger.error("a plan can't be played at %s: %s", question[0], type(problem).__name__)
        return False


def _own(session: TableSession, user_id: int | None) -> Seat:
    seat = session.get_seat_for(user_id)
    if not seat.is_person:  # a bot or the server plays for the person
        raise ForbiddenError("not-seated")
    return seat


def _read(game: AnyGame, form: Mapping[str, Sequence[str]]) -> Premove:
    try:
        return value_from_form(game.premoves.PREMOVE_TYPES if game.premoves else (), form)
    except InvalidPayloadError as problem:
        raise BadRequestError(problem.code, problem.params) from None


def _reschedule(session: TableSession, seat: Seat) -> None:
    """Schedule or cancel the answer to an open question after its premoves have changed."""
    if seat.question_seq is None or not session.table.is_in_play:
        return
    answers = match_premove(session, seat) is not None
    if answers and not seat.has_due_premove:
        seat.act_at = draw_answer_time(session.now, seat.deadline)
    elif not answers and seat.has_due_premove:
        _ask_person(session, seat)


def _ask_person(session: TableSession, seat: Seat) -> None:
    seat.act_at = None
    signals.QuestionsChanged(session, [seat]).send()
