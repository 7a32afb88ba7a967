"""Filing, changing and withdrawing plans, and playing them when they are due.

A plan touches neither the log nor the table's revision: until it is played, nothing tells others that it is there.
When it is due stands in the seat, where the sweep finds it; what it answers is decided only then, under the lock.
"""

import logging
import time
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

from django.db.models.functions import Now

from config.db.compiled_queries import CompiledQuery
from config.db.unavailable import concerns_everyone
from games.engine.errors import InvalidPayloadError
from games.engine.game import AnyGame
from games.engine.premoves import Premove
from games.engine.serialization.form_parsing import value_from_form
from games.tables import signals
from games.tables.access import is_solo
from games.tables.errors import BadRequestError, ConflictError, ForbiddenError
from games.tables.gameplay.moves import submit_automatic_move
from games.tables.models import Event, Seat
from games.tables.premoves.matching import (
    consume_premove,
    draw_answer_time,
    load_premoves,
    match_premove,
    save_premoves,
)
from games.tables.premoves.selectors import StoredPremove
from games.tables.session.table_session import TableSession, locked_table, require_in_play

logger = logging.getLogger(__name__)
BATCH = 100
Question = tuple[str, int, int]  # table's public id, seat number, asked


def set_premove(*, public_id: str, user_id: int | None, form: Mapping[str, Sequence[str]]) -> None:
    """File a plan, in place of an earlier one of its slot. Raises a ServiceError, and then nothing has changed.

    `form` has the plan's type and fields, and in `about` what the form was made for.
    """
    with locked_table(public_id) as d:
        seat = _own(d, user_id)
        require_in_play(d.table)
        plan = _read(d.game, form)
        plans = d.game.premoves
        if plans is None or is_solo(d.seats):
            raise ConflictError("no-plans")
        view = d.game.view(d.state, seat.number)
        offer = next((one for one in plans.list_offers(view) if one.make is type(plan)), None)
        if offer is None or [offer.about] != list(form.get("about", ())):
            raise ConflictError("stale")
        if not offer.contains(plan):  # any more: somebody has raised since the form was made
            raise ConflictError("stale")
        others = [one for one in load_premoves(d.game, seat) if one.premove.slot != plan.slot]
        save_premoves(seat, [*others, StoredPremove(plans.scope(plan, view), plan)])
        _reschedule(d, seat)


def cancel_premove(*, public_id: str, user_id: int | None, kind: str) -> None:
    """Take back the plan of that type; there being none is fine."""
    with locked_table(public_id) as d:
        seat = _own(d, user_id)
        save_premoves(seat, [one for one in load_premoves(d.game, seat) if one.premove.type != kind])
        _reschedule(d, seat)


def list_due_premoves(limit: int, besides: Collection[Question] = ()) -> list[Question]:
    """The questions that plans are to answer by now, by the database's clock, the oldest first, but those `besides`."""
    rows = _due(limit + len(besides)).all()
    found = [(public_id, number, asked) for public_id, number, asked in rows if asked is not None]
    return [question for question in found if question not in besides][:limit]


@lru_cache(maxsize=32)  # one for each number of questions to be passed over
def _due(limit: int) -> "CompiledQuery[tuple[str, int, int | None]]":
    """Written once, as the clock asks every second."""
    due = (
        Seat.objects.in_play()
        .filter(played_by=Seat.PlayedBy.PERSON, due_at__lte=Now(), asked__isnull=False)
        .order_by("due_at", "pk")
    )
    return CompiledQuery(
        lambda: due.order_by("due_at", "pk").values_list("table__public_id", "number", "asked")[:limit]
    )


def play_premove(public_id: str, number: int, asked: int) -> bool:
    """Play what the seat's plan answers now, if the question is still open and the plan still due. Says whether it did.

    Where it no longer answers, its person is asked after all.
    """
    with locked_table(public_id) as d:
        seat = d.seats[number]
        due = seat.asked == asked and seat.has_due_premove and seat.due_at is not None and seat.due_at <= d.now
        if not due or not d.table.in_play:
            return False
        found = match_premove(d, seat)
        if found is None:
            _ask_person(d, seat)
            return False
        entry, answer = found
        consume_premove(d, seat, entry, answer.remaining)
        submit_automatic_move(d, seat, asked, answer.move, Event.Cause.PLAN)
        return True


def play_due_premoves(seconds: float) -> int:
    """Play what is due, each in a transaction of its own, until nothing is or for about `seconds`. Returns how many."""
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
    except Exception as problem:  # one broken table must not stop all plans; its text may name cards
        if concerns_everyone(problem):
            raise
        logger.error("a plan can't be played at %s: %s", question[0], type(problem).__name__)
        return False


def _own(d: TableSession, user_id: int | None) -> Seat:
    seat = d.get_seat_for(user_id)
    if not seat.is_person:  # others play for the person
        raise ForbiddenError("not-seated")
    return seat


def _read(title: AnyGame, form: Mapping[str, Sequence[str]]) -> Premove:
    try:
        return value_from_form(title.premoves.PREMOVE_TYPES if title.premoves else (), form)
    except InvalidPayloadError as problem:
        raise BadRequestError(problem.code, problem.params) from None


def _reschedule(d: TableSession, seat: Seat) -> None:
    """A seat that is asked already: its plan answers as if it had just been asked, or no longer does."""
    if seat.asked is None or not d.table.in_play:
        return
    answers = match_premove(d, seat) is not None
    if answers and not seat.has_due_premove:
        seat.due_at = draw_answer_time(d.now, seat.deadline)
    elif not answers and seat.has_due_premove:
        _ask_person(d, seat)


def _ask_person(d: TableSession, seat: Seat) -> None:
    seat.due_at = None
    signals.QuestionsChanged(d, [seat]).send()
